import t from 'tap'
import { patchVerdict } from '#domain/patches/guard/guard.js'
import type { PatchedFile, PatchRules } from '#domain/patches/guard/patch.js'
import { BAD_FILES } from './bad-files.js'
import { BAD_EDITS, type Edit } from './bad-tests.js'
import { HONEST_EDITS, HONEST_FILES } from './honest.js'
import { REACHING, STAYING, UNREAD } from './reaching.js'
import { TESTS } from './sources.js'
import { BAD_SWAPS, HONEST_SWAPS, type Swap, WORKFLOW } from './workflows.js'

const RULES: PatchRules = {
  blockedPaths: ['.env', 'secrets/**', '*.tf', '**/migrations/**'],
  isWorkflowRepair: false,
  limits: { files: 10, lines: 1_000, characters: 500_000 }
}
const REPAIR: PatchRules = { ...RULES, isWorkflowRepair: true }

interface Case {
  name: string
  files: PatchedFile[]
  rules: PatchRules
}

const fromEdit = ([language, from, to]: Edit): Case => {
  const { path, text } = TESTS[language]
  const after = text.replace(from, () => to)
  return { name: `${path}: ${from} -> ${to}`, files: [{ path, before: text, after }], rules: RULES }
}
const fromFile = (file: PatchedFile): Case => ({
  name: `${file.path}: ${JSON.stringify(file.after)?.slice(0, 80)}`,
  files: [file],
  rules: RULES
})
const fromSwap = ([from, to]: Swap): Case => ({
  name: `${from} -> ${to}`,
  files: [{ path: '.github/workflows/ci.yml', before: WORKFLOW, after: WORKFLOW.replace(from, () => to) }],
  rules: REPAIR
})

const BAD = [...BAD_EDITS.map(fromEdit), ...BAD_FILES.map(fromFile), ...BAD_SWAPS.map(fromSwap)]
const HONEST = [...HONEST_EDITS.map(fromEdit), ...HONEST_FILES.map(fromFile), ...HONEST_SWAPS.map(fromSwap)]

t.test('every case changes something, but for those whose fault is that they do not', async (t) => {
  const idle = [...BAD, ...HONEST].filter(({ files }) => files.every(({ before, after }) => before === after))
  t.ok(
    idle.every(({ files }) =>
      files.every(({ path, renamed_from }) => renamed_from ?? /^(?:src\/a|src\/\u202e)/.test(path))
    )
  )
})

t.test('no patch passes that touches what it must not, or makes checks ask for less', async (t) => {
  t.ok(BAD.length >= 150, `${BAD.length} bad patches`)
  const passed = BAD.filter(({ files, rules }) => patchVerdict(files, rules).passes)
  t.same(
    passed.map(({ name }) => name),
    []
  )
})

t.test('of honest repairs fewer than one in twenty is stopped', async (t) => {
  t.ok(HONEST.length >= 150, `${HONEST.length} honest patches`)
  const stopped = HONEST.filter(({ files, rules }) => !patchVerdict(files, rules).passes)
  t.ok(stopped.length < HONEST.length / 20, stopped.map(({ name }) => name).join('\n'))
})

t.test('a verdict names the fault, the file, the line and the reason', async (t) => {
  const { path, text } = TESTS.ts
  const after = text.replace("it('adds", "it.skip('adds")
  const { findings } = patchVerdict([{ path, before: text, after }], RULES)
  t.match(findings, [{ fault: 'test_skipped', path, line: 5, reason: /skipped/ }])
})

t.test('a test may move to another file, together with what it expects', async (t) => {
  const { path, text } = TESTS.ts
  const files = [
    { path, before: text, after: null },
    { path: 'src/basket/basket.test.ts', before: null, after: text }
  ]
  t.ok(patchVerdict(files, RULES).passes)
})

t.test('what is too large is said to be so alone, before its lines are told apart', async (t) => {
  const limits = { files: 1, lines: 1, characters: 10 }
  const long = { path: 'a', before: 'b\n', after: 'a\n'.repeat(6) }
  const short = { path: 'b', before: 'b\n', after: 'c\nd\n' }
  const moved = { path: 'c', before: 'a\nb\nc\n', after: 'b\nc\na\n' }
  const reasonsFor = (files: PatchedFile[]) =>
    patchVerdict(files, { ...RULES, limits }).findings.map(({ reason }) => reason)
  t.same(reasonsFor([long]), ['The file has more than 10 characters.'])
  t.same(reasonsFor([long, short]), ['More than 1 files are changed.'])
  t.same(reasonsFor([short]), ['More than 1 lines are changed.'])
  t.same(reasonsFor([moved]), ['More than 1 lines are changed.'])
})

t.test(
  'what a language model writes builds nothing, and reaches nothing that the code did not',
  async (t) => {
    const byModel = { ...RULES, isByModel: true }
    const verdictOf = (file: PatchedFile) => patchVerdict([file], byModel)
    // Nobody looks further into a file that is not for models.
    const REFUSED = new Set(['reaches_out', 'build_file', 'closed_place', 'no_parser'])
    for (const file of REACHING) {
      const { findings } = verdictOf(file)
      t.ok(
        findings.some(({ fault }) => REFUSED.has(fault)),
        `${file.path}: ${file.after}`
      )
    }
    for (const file of STAYING) t.same(verdictOf(file).findings, [], `${file.path}: ${file.after}`)
    for (const file of UNREAD) t.match(verdictOf(file).findings, [{ fault: 'no_parser' }], file.path)
  }
)

t.test('a reason is given for each of several faults', async (t) => {
  const files = [
    { path: '.env', before: 'A=1\n', after: 'A=2\n' },
    { path: TESTS.py.path, before: TESTS.py.text, after: TESTS.py.text.replace('== 12', '== 5') }
  ]
  t.same(
    patchVerdict(files, RULES).findings.map(({ fault }) => fault),
    ['blocked_path', 'assertion_changed']
  )
})

// With the square of their length any of them would outlast the time that a file of tests has.
for (const link of ['t.', 't.a.', 'a.skip.'])
  t.test(`a chain of names is looked through in one go, however long it is: ${link}`, async (t) => {
    const after = link.repeat(Math.floor(499_000 / link.length))
    t.ok(patchVerdict([{ path: 'src/a.test.ts', before: 'a\n', after }], RULES).passes)
  })
