import t from 'tap'
import { foundIn } from './found.js'

t.test('a compose file needs services, unless it includes others', async (t) => {
  const compose = (text: string) => foundIn('compose.yml', text)
  const merged = 'x-base: &base\n  image: app:1\nservices:\n  web:\n    <<: *base\n    ports: ["80:80"]\n'
  t.same(compose(merged), [])
  t.same(compose('include: [other.yml]\n'), [])
  t.same(compose('x-all: &all\n  a: { image: b }\nservices: { <<: *all }\n'), [])
  t.same(compose('volumes: {}\n'), ['error missing_services 1:1'])
  t.same(compose('name: a\nservices:\n'), ['error missing_services 2:1'])
  t.same(compose('services:\n  db:\n    image: postgres:latest\n  web: { image: app }\n'), [
    'warning latest_tag 3:12'
  ])
  t.same(compose(merged.replace('app:1', 'app:latest')), ['warning latest_tag 2:10'])
})

t.test('other YAML is checked for its syntax, whatever its tags and documents', async (t) => {
  const yaml = (text: string) => foundIn('mkdocs.yml', text)
  t.same(yaml('a: !Ref b\n---\nb: !!python/name:c.d ""\n'), [])
  t.same(yaml(''), [])
  t.same(yaml('a: 1\n---\nb: 1\nb: 2\n'), ['error yaml_syntax 4:1'])
  t.match(yaml('a: "b\n'), [/^error yaml_syntax/])
  t.match(foundIn('.github/dependabot.yml', 'version: 2\nupdates: [\n'), [/^error yaml_syntax/])
})

t.test('the manifest of a package is strict JSON', async (t) => {
  const manifest = (text: string) => foundIn('package.json', text)
  t.same(manifest('{"name":"a","version":"1.0.0","peerDependencies":{"b":"*"}}'), [])
  t.same(manifest('{"private": true, "workspaces": ["a"]}'), [])
  t.same(
    manifest(
      '\n{"name":"a","version":"1","dependencies":{"b":"*","c":"^1"},\n"devDependencies":{"d":"latest"}}'
    ),
    ['warning unpinned_dependency 2:47', 'warning unpinned_dependency 3:24']
  )
  t.same(manifest('{}'), ['warning missing_name 1:1', 'warning missing_version 1:1'])
  t.same(manifest('{"name":"a",\n}').slice(0, 1), ['error json_syntax 2:1'])
  t.same(manifest('{\n  // why\n}'), ['error json_syntax 2:3'])
  t.same(manifest('[]'), ['error json_syntax 1:1'])
  t.match(manifest(''), [/^error json_syntax/])
  t.match(manifest('{"name": "a\n"}'), [/^error json_syntax/])
})

t.test('the settings of TypeScript may have comments and commas at the end', async (t) => {
  const settings = (text: string) => foundIn('tsconfig.json', text)
  t.same(settings('// why\n{ "a": [1, 2,], /* b */ }\n'), [])
  t.same(settings(''), [])
  t.same(settings('{ "a": 1 "b": 2 }'), ['error json_syntax 1:10'])
  t.same(settings('[]'), ['error json_syntax 1:1'])
})

t.test('a line of owners is read as the host reads it', async (t) => {
  const owners = (text: string) => foundIn('CODEOWNERS', text)
  const valid = [
    '# who owns what',
    '* @octo-org/core @octocat',
    '/docs/ docs@example.com # by mail',
    'a\\ b/ @me_corp',
    'apps/',
    '',
    '**/logs @a'
  ].join('\n')
  t.same(owners(valid), [])
  t.same(owners('* @a\r\n/b octocat\n'), ['error invalid_owner 2:4'])
  t.same(owners('!a @b\n'), ['error invalid_pattern 1:1'])
  t.same(owners('\\#a @b\n'), ['error invalid_pattern 1:1'])
  t.same(owners('a/[bc] @b\n'), ['warning unsupported_pattern 1:1'])
})

t.test('an issue form has a name, a description and fields with their attributes', async (t) => {
  const form = (text: string) => foundIn('.github/ISSUE_TEMPLATE/bug.yml', text)
  const head = 'name: Bug\ndescription: What is broken\n'
  const field = '  - type: input\n    id: version\n    attributes:\n      label: Version\n'
  t.same(form(`${head}labels: [bug]\nbody:\n${field}`), [])
  t.same(form(`name: Bug\nbody:\n${field}`), ['error missing_description 1:1'])
  t.same(form(head), ['error missing_body 1:1'])
  t.same(form(`${head}body:\n  - type: markdown\n    attributes: { value: Hi }\n`), [
    'error missing_field 3:1'
  ])
  t.same(form(`${head}body:\n${field}${field}`), ['error duplicate_id 9:5'])
  t.same(form(`${head}body:\n  - type: dropdown\n    attributes:\n      label: OS\n      options: []\n`), [
    'error missing_options 5:5'
  ])
  t.same(form(`${head}body:\n${field}  - type: slider\n`), ['warning unknown_type 8:5'])
  t.same(form(`${head}body:\n${field}  - id: a\n`), ['error missing_type 8:5'])
})

t.test('the chooser of issue forms has flags and links', async (t) => {
  const chooser = (text: string) => foundIn('.github/ISSUE_TEMPLATE/config.yml', text)
  const link = '  - name: Chat\n    url: https://example.com\n'
  t.same(chooser(`blank_issues_enabled: false\ncontact_links:\n${link}    about: Ask\n`), [])
  t.same(chooser(`blank_issues_enabled: maybe\ncontact_links:\n${link}`), [
    'error invalid_value 1:1',
    'error invalid_contact_link 3:5'
  ])
})

t.test("the service's own file is checked by its schema", async (t) => {
  t.same(foundIn('.service.yml', 'version: 1\n'), [])
  t.same(foundIn('.github/.service.yml', 'settings:\n  dry_run: perhaps\n'), ['error service_config 2:12'])
  t.match(foundIn('.github/.service.yml', 'pillars:\n  gardening: {}\n'), [/^warning service_config 2:/])
})

t.test('a file that is too large is not read, and one that is no text is invalid', async (t) => {
  t.same(foundIn('.github/workflows/ci.yml', `# ${'a'.repeat(200_000)}`), ['warning too_large 1:1'])
  t.same(foundIn('main.tf', undefined), ['error not_text 1:1'])
})
