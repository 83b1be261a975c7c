import fc from 'fast-check'
import t from 'tap'
import { faultSentence, parseConfigFile } from '#domain/configuration/file.js'

const read = (text: string) => parseConfigFile(text, { mayLock: false })
const complaint = (text: string) => read(text).errors.map(faultSentence)[0]

t.test('a file of comments, or an empty one, says nothing', async (t) => {
  for (const text of ['', '\n', '# nothing yet\n', '---\n'])
    t.same(read(text).content, {}, JSON.stringify(text))
})

t.test('the order of names is kept', async (t) => {
  const rule = '{ if: "true", run: [{ action: skip }] }'
  const { content } = read(`custom_rules:\n  zebra: ${rule}\n  ant: ${rule}\n`)
  t.same(Object.keys(content?.['custom_rules'] ?? {}), ['zebra', 'ant'])
})

t.test('each fault is told with its place in the text', async (t) => {
  t.equal(
    complaint('pillars:\n  triage:\n    enabled: 3\n'),
    'line 3, column 14: /pillars/triage/enabled must be true or false'
  )
  t.match(complaint('a: 1\n'), /^line 1, column 4: \/a is not a known key; known keys are version, pillars/)
  t.match(
    complaint('settings: {dry_run: true, dry_run: false}'),
    /line 1, column 27: The key dry_run occurs twice/
  )
  t.match(complaint('version: 1\n---\nversion: 1\n'), /one document/)
  t.match(complaint('settings: [\n'), /^line \d/)
})

t.test('a gate that can never pass, or cannot be asked for by name, is refused', async (t) => {
  const gate = (name: string, condition: string) =>
    complaint(
      `quality_gates:\n  ${name}:\n    conditions: [{ metric: open_issues, operator: ${condition} }]\n`
    )
  t.match(gate('main', '"<", threshold: 0'), /can never be met: no value of open_issues/)
  t.match(gate('"a b"', '"<", threshold: 3'), /must be 1 to 64 letters/)
  t.equal(gate('main', '"<", threshold: 3'), undefined)
})

t.test('brackets in texts and comments nest nothing', async (t) => {
  const brackets = '['.repeat(60)
  t.equal(complaint(`# ${brackets}\nversion: 1\n`), undefined)
  t.match(complaint(`a: ${brackets}${']'.repeat(60)}\n`), /too deep/)
  t.match(complaint(`a: ${'["]",'.repeat(60)}${']'.repeat(60)}\n`), /too deep/)
})

t.test('what is not known is told as a warning, and kept', async (t) => {
  const { content, warnings } = read('pillars:\n  gardening: { enabled: true }\n')
  t.same(content, { pillars: { gardening: { enabled: true } } })
  t.match(warnings.map(faultSentence)[0], /^line 2, column \d+: \/pillars\/gardening is not a known key/)
})

t.test('a key that looks like one that restricts is an error which names that key', async (t) => {
  const misspelt: [string, string][] = [
    ['settings: { dryrun: true }', 'dry_run'],
    ['settings: { dry-run: true }', 'dry_run'],
    ['settings: { dryRun: true }', 'dry_run'],
    ['settings: { dry_rnu: true }', 'dry_run'],
    ['settings: { DRY_RUN: true }', 'dry_run'],
    ['settings: { enabled: false }', 'enabled'],
    ['pillars: { enabled: false }', 'enabled'],
    ['pillars: { traige: { enabled: false } }', 'triage'],
    ['pillars: { triage: { enable: false } }', 'enabled'],
    ['pillars: { triage: { disabled: true } }', 'enabled'],
    ['pillars: { triage: { dry_run: true } }', 'settings.dry_run'],
    ['pillars: { triage: { auto-comment: false } }', 'auto_comment'],
    ['pillars: { triage: { trigger: { branches: [main] } } }', 'triggers'],
    ['pillars: { triage: { triggers: { branch: [main] } } }', 'branches'],
    ['pillars: { issue_fix: { blocked_path: ["infra/**"] } }', 'blocked_paths'],
    ['pillars: { maintainer: { branch_cleanups: { enabled: false } } }', 'branch_cleanup']
  ]
  for (const [text, meant] of misspelt) {
    const { content, errors } = read(text)
    t.equal(content, undefined, text)
    t.equal(errors[0]?.message, `is not a known key: did you mean ${meant}?`, text)
  }
})

t.test('a key of a newer version that looks like none of these stays a warning', async (t) => {
  for (const text of [
    'settings: { timezone: UTC, reviewers: [a], labels: {} }',
    'pillars: { gardening: { dryrun: true }, security: {}, docs: {} }',
    'pillars: { triage: { language: en, auto_assign: true, auto_milestone: true } }',
    'pillars: { triage: { triggers: { labels: [a], events: [b] } } }',
    'custom_rules: { dryrun: { if: "true", run: [{ action: skip }] } }'
  ])
    t.same(read(text).errors, [], text)
})

const HARMFUL: [string, string][] = [
  ['aliases', 'a: &x [1, 2]\nb: [*x, *x]'],
  ['a thing within itself', '&a [*a]'],
  ['many laughs', `a: &a ["x"]\n${Array.from({ length: 20 }, (_, at) => `k${at}: [*a, *a]`).join('\n')}`],
  ['tags', 'settings: !!js/function "x"'],
  ['bytes and dates of an older version', '%YAML 1.1\n---\nsettings: { a: !!binary aGk=, b: 2001-12-14 }'],
  ['endless numbers', 'version: .inf'],
  ['a reserved name', '__proto__: { polluted: true }'],
  ['a name that is a list', '? [a]\n: 1'],
  ['brackets without end', '['.repeat(60_000)],
  ['dashes without end', '- '.repeat(30_000)],
  ['deep brackets', `a: ${'{b: '.repeat(60)}1${'}'.repeat(60)}`],
  ['more than a file may be', `# ${'x'.repeat(65_536)}`],
  [
    'more keys than there may be',
    `pillars:\n${Array.from({ length: 2_100 }, (_, at) => `  k${at}: 1`).join('\n')}`
  ],
  ['NUL', 'settings: { a: "\\0" }']
]

t.test('what is made to do harm is refused', async (t) => {
  for (const [what, text] of HARMFUL) {
    const { content, errors } = read(text)
    t.equal(content, undefined, what)
    t.ok(errors.length > 0, what)
  }
  t.equal(Object.getOwnPropertyDescriptor(Object.prototype, 'polluted'), undefined)
})

t.test('any text whatever is read or refused, and never throws', async (t) => {
  const scraps = fc.constantFrom(
    'pillars',
    ':',
    ' ',
    '\n',
    '  ',
    '- ',
    '[',
    ']',
    '{',
    '}',
    '"',
    "'",
    '&a',
    '*a',
    '!',
    '|',
    '>',
    '#',
    '?',
    '1',
    '%',
    '---'
  )
  const text = fc.oneof(
    fc.string(),
    fc.array(scraps, { maxLength: 60 }).map((parts) => parts.join(''))
  )
  fc.assert(
    fc.property(text, (one) => {
      const { content, errors } = read(one)
      return (content === undefined) === errors.length > 0
    }),
    { numRuns: 1_000 }
  )
  t.pass('in 1,000 cases')
})
