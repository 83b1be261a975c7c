// Plans over several files, and what they refuse.
import t from 'tap'
import { planUpdate } from '#domain/dependencies/updates/plan.js'
import { type Ecosystem, isUpdatable } from '#schemas/dependencies/enums.js'
import { wantedFix } from './registry.js'

function planned(
  ecosystem: Ecosystem,
  files: Record<string, string>,
  fixes: readonly string[],
  { path = Object.keys(files)[0] ?? '', allowMajor = false } = {}
) {
  const wanted = fixes.map((fix) => wantedFix(fix, path))
  const plan = planUpdate(ecosystem, new Map(Object.entries(files)), wanted, { published: null, allowMajor })
  return {
    ...plan,
    changed: Object.fromEntries(plan.edits.map((edit) => [edit.path, edit.after])),
    reasons: plan.refused.map(({ reason }) => reason)
  }
}

const pom = (dependencies: string, properties = '', more = '') =>
  `<?xml version="1.0"?>\r\n<project xmlns="http://maven.apache.org/POM/4.0.0">\r\n  <properties>${properties}</properties>\r\n  <dependencies>${dependencies}\r\n  </dependencies>${more}\r\n</project>\r\n`
/** What stands for the value of a property. */
const propertyOf = (name: string) => `$\{${name}}`
const artifact = (name: string, version: string) =>
  `\r\n    <dependency><groupId>org.acme</groupId><artifactId>${name}</artifactId><version>${version}</version></dependency>`

t.test(
  'an artifact of Maven is raised where its version is written: at itself or in its property',
  async (t) => {
    const fix = ['org.acme:core@1.2.3>1.2.4']
    const literal = (version: string) => pom(artifact('core', version) + artifact('core-more', '1.2.3'))
    t.same(planned('maven', { 'pom.xml': literal('1.2.3') }, fix).changed, { 'pom.xml': literal('1.2.4') })
    const property = (version: string) =>
      pom(
        artifact('core', propertyOf('core.version')),
        `<core.version> ${version} </core.version><!-- 1.2.3 -->`
      )
    t.same(planned('maven', { 'pom.xml': property('1.2.3') }, fix).changed, { 'pom.xml': property('1.2.4') })
  }
)

t.test('a property that others follow as well is left alone', async (t) => {
  const set = '<acme.version>1.2.3</acme.version>'
  const two = pom(
    artifact('core', propertyOf('acme.version')) + artifact('web', propertyOf('acme.version')),
    set
  )
  const fix = ['org.acme:core@1.2.3>1.2.4']
  t.match(planned('maven', { 'pom.xml': two }, fix).reasons, [/also the version of `org\.acme:web`/])
  const plugin = pom(
    artifact('core', propertyOf('acme.version')),
    set,
    `<build><x>${propertyOf('acme.version')}</x></build>`
  )
  t.match(planned('maven', { 'pom.xml': plugin }, fix).reasons, [/also the version of something else/])
  const unknown = pom(artifact('core', propertyOf('acme.version')))
  t.match(planned('maven', { 'pom.xml': unknown }, fix).reasons, [/not set at one place/])
})

t.test('a property of the parent is raised for its modules', async (t) => {
  const of = (version: string) => ({
    'pom.xml': pom('', `<core.version>${version}</core.version>`),
    'web/pom.xml': pom(artifact('core', propertyOf('core.version'))).replace(
      '<properties>',
      '<parent><groupId>g</groupId><artifactId>p</artifactId><version>1</version></parent><properties>'
    )
  })
  const plan = planned('maven', of('1.2.3'), ['org.acme:core@1.2.3>1.2.4'], { path: 'web/pom.xml' })
  t.same(plan.changed, { 'pom.xml': of('1.2.4')['pom.xml'] })
})

t.test('packages of NuGet are raised in projects, central versions and packages.config', async (t) => {
  const fix = ['Newtonsoft.Json@13.0.1>13.0.3']
  const project = (version: string) =>
    `<Project Sdk="Microsoft.NET.Sdk">\n  <ItemGroup>\n    <PackageReference Include='newtonsoft.json' Version = '${version}' />\n    <PackageReference Include="Newtonsoft.Json.Bson" Version="13.0.1"><!-- 13.0.1 --></PackageReference>\n    <PackageReference Include="Newtonsoft.Json"><Version>${version}</Version></PackageReference>\n  </ItemGroup>\n</Project>`
  t.same(planned('nuget', { 'a.csproj': project('13.0.1') }, fix).changed, { 'a.csproj': project('13.0.3') })
  const central = (version: string) => ({
    'Directory.Packages.props': `<Project><ItemGroup><PackageVersion Include="Newtonsoft.Json" Version="[${version}]" /></ItemGroup></Project>`,
    'src/a.csproj': '<Project><ItemGroup><PackageReference Include="Newtonsoft.Json" /></ItemGroup></Project>'
  })
  t.same(planned('nuget', central('13.0.1'), fix).changed, {
    'Directory.Packages.props': central('13.0.3')['Directory.Packages.props']
  })
  const config =
    '<packages><package id="Newtonsoft.Json" version="13.0.1" targetFramework="net48" /></packages>'
  t.same(planned('nuget', { 'packages.config': config }, fix).changed, {
    'packages.config': config.replace('13.0.1', '13.0.3')
  })
  const hinted = {
    'packages.config': config,
    'a.csproj': '<P><H>packages\\Newtonsoft.Json.13.0.1\\lib</H></P>'
  }
  t.match(planned('nuget', hinted, fix).reasons, [/names the folder of this version/])
  const locked = { 'a.csproj': project('13.0.1'), 'packages.lock.json': '{"version":1,"dependencies":{}}' }
  t.match(planned('nuget', locked, fix).reasons, [/dotnet restore/])
})

t.test('requirements of the standard are raised in pyproject.toml where no lock file is', async (t) => {
  const text = (version: string) =>
    `[project]\nname = "app"\ndependencies = [\n  "flask==3.0.0", # django>=4.2.1\n  'Django[argon2]>=${version},<5; python_version > "3.8"',\n]\n\n[dependency-groups]\ndev = ["django-stubs==4.2.1", "django~=${version}"]\n`
  const fix = ['django@4.2.1>4.2.7']
  t.same(planned('pip', { 'pyproject.toml': text('4.2.1') }, fix).changed, {
    'pyproject.toml': text('4.2.7')
  })
  const lock = '[[package]]\nname = "django"\nversion = "4.2.1"\n'
  const locked = planned('pip', { 'pyproject.toml': text('4.2.1'), 'poetry.lock': lock }, fix)
  t.same(locked.changed, {})
  t.match(locked.reasons, [/poetry update/])
  const poetry = '[tool.poetry.dependencies]\ndjango = "^4.2.1"\n'
  t.match(planned('pip', { 'pyproject.toml': poetry }, fix).reasons, [/poetry update/])
})

t.test('a fix is taken in all files of its project, or in none', async (t) => {
  const files = {
    'requirements.txt': '-r base.txt\ndjango>=4.0,<4.2.5\n',
    'base.txt': 'django==4.2.1\n',
    'other/requirements.txt': 'django==4.2.1\n'
  }
  const plan = planned('pip', files, ['django@4.2.1>4.2.7'])
  t.same(plan.changed, {})
  t.match(plan.reasons, [/upper bound/])
})

t.test('of several fixes, those that can be taken are', async (t) => {
  const plan = planned('pip', { 'requirements.txt': 'a==1.0\nb==1.0\nc @ https://example.com/c.zip\n' }, [
    'a@1.0>1.1',
    'b@1.0>2.0',
    'c@1.0>1.1',
    'd@1.0>1.1'
  ])
  t.same(plan.changed, { 'requirements.txt': 'a==1.1\nb==1.0\nc @ https://example.com/c.zip\n' })
  t.same(plan.fixed, [{ package: 'a', from: '1.0', to: '1.1', manifestPath: 'requirements.txt' }])
  t.match(plan.reasons, [/another major version/, /address/, /No file states/])
})

t.test('below 1.0 a minor version counts as a major one, and is taken only if allowed', async (t) => {
  const files = { 'Cargo.toml': '[dependencies]\nrand = "0.7.1"\n' }
  const fix = ['rand@0.7.1>0.8.0']
  t.match(planned('cargo', files, fix).reasons, [/below 1\.0 a minor version counts as one/])
  const allowed = planned('cargo', files, fix, { allowMajor: true })
  t.same(allowed.changed, { 'Cargo.toml': '[dependencies]\nrand = "0.8.0"\n' })
})

t.test('nothing is lowered, and a version that cannot be compared changes nothing', async (t) => {
  const files = { 'requirements.txt': 'django==4.2.9\n' }
  const reasons = (fix: string) => {
    const plan = planned('pip', files, [fix])
    t.same(plan.edits, [])
    return plan.reasons
  }
  t.match(reasons('django@4.2.9>4.2.7'), [/nothing is lowered/])
  t.match(reasons('django@4.2.1>4.2.7'), [/No file states/])
  t.match(reasons('django@4.2.9>4.2.10\nevil'), [/cannot be compared/])
  t.match(reasons('django@4.2.9>4.2.10 --index-url=https://example.com'), [/cannot be compared/])
})

t.test(
  'ecosystems without an updater, files that were not read and too many fixes are refused',
  async (t) => {
    t.notOk(isUpdatable('hex'))
    t.match(planned('hex', { 'mix.lock': '%{}' }, ['a@1.0.0>1.0.1']).reasons, [/cannot be updated here/])
    const lost = planned('pip', { 'requirements.txt': 'a==1\n' }, ['a@1.0>1.1'], { path: 'gone.txt' })
    t.match(lost.reasons, [/gone\.txt was not read/])
    const many = Array.from({ length: 600 }, (_, at) => `a${at}@1.0>1.1`)
    const plan = planned('pip', { 'requirements.txt': 'a599==1.0\n' }, many)
    t.equal(plan.refused.length, 600)
    t.same(plan.edits, [])
  }
)

t.test('names that mean something to JavaScript or to patterns are names', async (t) => {
  const names = ['__proto__', 'constructor', 'toString', 'a.b', 'a+', '(x', '[y', '$&']
  const text = (version: string) =>
    `{"dependencies":{${names.map((one) => `"${one}":"${version}"`)},"axb":"1.0.0"}}`
  const plan = planned(
    'npm',
    { 'package.json': text('1.0.0') },
    names.map((one) => `${one}@1.0.0>1.0.1`)
  )
  t.same(plan.reasons, [])
  t.same(plan.changed, { 'package.json': text('1.0.1') })
  t.equal(Object.keys(Object.prototype).length, 0)
})

t.test('broken, deep and long files are refused as a whole', async (t) => {
  const reasons = (ecosystem: Ecosystem, path: string, text: string) => {
    const plan = planned(ecosystem, { [path]: text }, ['a@1.0.0>1.0.1'])
    t.same(plan.edits, [])
    return plan.reasons
  }
  const deep = `{"dependencies":{"a":${'['.repeat(100_000)}`
  t.match(reasons('npm', 'package.json', deep), [/cannot be read/])
  const nested = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`
  t.equal(reasons('npm', 'package.json', nested).length, 1)
  t.match(reasons('cargo', 'Cargo.toml', '[dependencies]\na = "1.0.0'), [/cannot be read/])
  t.match(reasons('maven', 'pom.xml', '<project><dependencies>'), [/cannot be read/])
  t.match(reasons('go', 'go.mod', 'require (\n\ta v1.0.0\n'), [/cannot be read/])
  t.equal(reasons('pip', 'requirements.txt', 'a==1.0.0 \\\n'.repeat(50_000)).length, 1)
  t.equal(reasons('npm', 'package.json', `{"dependencies":{"a":"${'1.0.0 '.repeat(50_000)}"}}`).length, 1)
})

t.test('a name that is written twice changes nothing that is not read', async (t) => {
  const text = '{"dependencies":{"a":"1.0.0"},"dependencies":{"a":"1.0.0","b":"1"}}'
  const plan = planned('npm', { 'package.json': text }, ['a@1.0.0>1.0.1'])
  t.same(plan.changed, {
    'package.json': '{"dependencies":{"a":"1.0.0"},"dependencies":{"a":"1.0.1","b":"1"}}'
  })
})

t.test('what a package.json forces decides, so it is raised by hand', async (t) => {
  for (const overrides of [{ a: '1.0.0' }, { 'a@^1': '1.0.0' }, { b: { a: '1.0.0' } }, { 'b/a': '1.0.0' }]) {
    const files = { 'package.json': JSON.stringify({ dependencies: { a: '1.0.0' }, overrides }) }
    t.match(planned('npm', files, ['a@1.0.0>1.0.1']).reasons, [/forces a version of it already/])
  }
})
