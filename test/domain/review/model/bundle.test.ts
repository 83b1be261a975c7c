import fc from 'fast-check'
import t from 'tap'
import { type ReviewBundle, reviewBundle } from '#domain/review/model/bundle.js'
import { diffText } from '#domain/review/model/diff-text.js'
import { buildPrompt } from '#model/prompts.js'
import { fileOf, bundleInput as input } from './samples.js'

const LARGE = 180_000
const titlesOf = ({ sections }: ReviewBundle) => sections.map(({ title }) => title)
const textOf = ({ sections }: ReviewBundle) =>
  sections.map(({ title, text }) => `${title}\n${text}`).join('\n\n')
const promptOf = ({ sections }: ReviewBundle) => buildPrompt('review', {}, sections).user

t.test('a bundle tells what the change is, what it changes, and what is around it', async (t) => {
  const bundle = reviewBundle(input(), LARGE)
  t.same(titlesOf(bundle), [
    'the pull request',
    'its description',
    'the note on the architecture',
    'a changed file',
    'earlier reviews',
    'quality gates',
    'recent runs of CI',
    'open issues'
  ])
  t.match(bundle, { leftOut: [], missing: [] })
  for (const part of [
    'Number: 7\nTitle: Count again\nAuthor: octocat\nBranch: count of a fork, into main',
    'src/a.ts (modified, +1 -0)\n+1| const a = 1',
    '#6: approved. Fine.',
    'green: ci_success_rate >= 0.9',
    'test on count: failure',
    '#3: It does not count'
  ])
    t.ok(textOf(bundle).includes(part), part)
})

t.test('what there is not is not spoken of', async (t) => {
  const bare = { architecture: null, openIssues: [], recentRuns: [], earlierReviews: [], activeGates: [] }
  const { pull } = input()
  t.same(titlesOf(reviewBundle(input({ ...bare, pull: { ...pull, description: ' \n' } }), LARGE)), [
    'the pull request',
    'a changed file'
  ])
})

t.test('each part has its limit', async (t) => {
  const long = 'word '.repeat(5_000)
  const many = Array.from({ length: 9 }, (_, at) => at)
  const bundle = reviewBundle(
    input({
      pull: { ...input().pull, title: long, description: long },
      architecture: long,
      openIssues: many.map((number) => ({ number, title: long })),
      recentRuns: many.map(() => ({ workflow: 'w', branch: 'b', conclusion: 'success' })),
      earlierReviews: many.map((number) => ({ number, verdict: 'approved', summary: long })),
      files: [
        fileOf(
          'src/a.ts',
          Array.from({ length: 2_000 }, () => 'const a = 1')
        )
      ]
    }),
    LARGE
  )
  const lengths = Object.fromEntries(bundle.sections.map(({ title, text }) => [title, text.length]))
  const lines = Object.fromEntries(bundle.sections.map(({ title, text }) => [title, text.split('\n').length]))
  t.equal(lengths['its description'], 2_000)
  t.equal(lengths['the note on the architecture'], 3_000)
  t.ok((lengths['a changed file'] ?? 0) <= 4_000 + 'src/a.ts (modified, +2000 -0)\n'.length)
  for (const title of ['open issues', 'recent runs of CI', 'earlier reviews']) t.equal(lines[title], 5, title)
  t.same(bundle.missing, ['its description', 'the note on the architecture', 'src/a.ts'])
  t.equal(titlesOf(bundle).at(-1), 'what is not shown, or only in part')
})

t.test(
  'where not all fits, files come before what is around, and those that add most come first',
  async (t) => {
    const files = Array.from({ length: 10 }, (_, at) =>
      fileOf(
        `src/${at}.ts`,
        Array.from({ length: 20 + at }, () => 'x '.repeat(50))
      )
    )
    const bundle = reviewBundle(input({ files }), 10_000)
    const shown = bundle.sections.flatMap(({ path }) => path ?? [])
    t.same(shown, ['src/9.ts', 'src/8.ts', 'src/7.ts'])
    t.same(
      bundle.leftOut.map(({ path }) => path),
      ['src/6.ts', 'src/5.ts', 'src/4.ts', 'src/3.ts', 'src/2.ts', 'src/1.ts', 'src/0.ts']
    )
    t.match(bundle.leftOut[0]?.reason, /did not fit/)
    t.match(textOf(bundle), /only in part\nsrc\/7\.ts\nsrc\/6\.ts\n/)
  }
)

t.test('a file without a diff is left out, and one that is only renamed is told of', async (t) => {
  const bundle = reviewBundle(
    input({
      files: [
        fileOf('logo.png', [], { isShown: false }),
        fileOf('new.ts', [], { status: 'renamed', previousPath: 'old.ts' })
      ]
    }),
    LARGE
  )
  t.match(bundle.leftOut, [{ path: 'logo.png', reason: 'The host shows no diff of it.' }])
  t.match(textOf(bundle), /new\.ts \(renamed from old\.ts, \+0 -0\)/)
})

const numberedLine = (kind: 'added' | 'removed' | 'context', at: number, text: string) => ({
  kind,
  before: kind === 'added' ? null : at,
  after: kind === 'removed' ? null : at,
  text
})

t.test('a diff that is too long loses first what is around, then what was removed', async (t) => {
  const lines = [
    numberedLine('context', 1, 'c'.repeat(40)),
    numberedLine('removed', 2, 'r'.repeat(40)),
    numberedLine('added', 2, 'a'.repeat(40)),
    numberedLine('added', 9, 'z'.repeat(40))
  ]
  const kinds = (most: number) => {
    const { text, isWhole } = diffText({ path: 'a.ts', lines }, most)
    t.ok(text.length <= most)
    t.equal(isWhole, most >= 200)
    return [...'craz'].filter((letter) => text.includes(letter)).join('')
  }
  t.equal(kinds(200), 'craz')
  t.equal(kinds(150), 'raz')
  t.equal(kinds(100), 'az')
  t.equal(kinds(60), 'a')
  t.equal(kinds(10), '')
  t.equal(
    diffText({ path: 'a.ts', lines }, 200).text.split('\n')[3],
    '…',
    'lines are missing between 2 and 9'
  )
})

const KEY = [
  '-----BEGIN RSA PRIVATE KEY-----',
  'MIIEpAIBAAKCAQEA',
  'abc+def/ghi=',
  '-----END RSA PRIVATE KEY-----'
]

t.test('no secret leaves, wherever it stands', async (t) => {
  const token = `ghp_${'a1B2'.repeat(9)}`
  const inside = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj'
  const bundle = reviewBundle(
    input({
      pull: {
        ...input().pull,
        title: `t ${token}`,
        description: `${'d'.repeat(1_990)} ${token}`,
        head: token
      },
      architecture: `password=${'hunter2hunter2'}`,
      openIssues: [{ number: 1, title: token }],
      recentRuns: [{ workflow: token, branch: token, conclusion: 'failure' }],
      earlierReviews: [{ number: 1, verdict: 'approved', summary: token }],
      activeGates: [{ name: token, conditions: token }],
      files: [
        fileOf(`src/${token}.ts`, [...KEY, 'const a = 1', `const t = '${token}'`, `  "${inside}",`]),
        fileOf('one.ts', [`const key = '${KEY.join('\\n')}'`, `${KEY[0]}${KEY[1]}`])
      ]
    }),
    LARGE
  )
  t.notMatch(textOf(bundle), /ghp_|hunter2|MII|abc\+def|BEGIN/)
  t.match(textOf(bundle), /\+5\| const a = 1/, 'what follows a key is shown')
})

t.test('whatever it holds, a bundle never exceeds its limit, and names what it leaves out', async (t) => {
  const text = fc.string({ maxLength: 200 }).map((part) => part.repeat(20))
  const files = fc.array(
    fc
      .tuple(fc.string({ minLength: 1, maxLength: 400 }), fc.array(text, { maxLength: 30 }))
      .map(([path, lines]) => fileOf(path, lines)),
    { maxLength: 12 }
  )
  fc.assert(
    fc.property(fc.nat(20_000), files, text, (most, some, words) => {
      const bundle = reviewBundle(
        input({
          files: some,
          architecture: words,
          pull: { ...input().pull, title: words, description: words }
        }),
        most
      )
      t.ok(promptOf(bundle).length <= most, `${promptOf(bundle).length} of ${most}`)
      const shown = bundle.sections.flatMap(({ path }) => path ?? [])
      t.equal(shown.length + bundle.leftOut.length, some.length)
      for (const { path } of bundle.leftOut) t.ok(bundle.missing.includes(path))
    })
  )
})
