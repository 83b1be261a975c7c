import t from 'tap'
import { checkLines } from '#domain/review/model/checks.js'
import { readReviewAnswer } from '#domain/review/model/review-answer.js'
import { scopedReading, withinScope } from '#domain/review/model/scope.js'
import { findingAt, writtenAt, writtenReview } from './samples.js'

const files = [
  { path: 'src/a.ts', previousPath: null },
  { path: 'src/new.ts', previousPath: 'src/old.ts' },
  { path: 'b/c.ts', previousPath: null }
]
const required = { files, isRequired: true }

t.test('findings on other files are ignored with their path, and those on the whole are kept', async (t) => {
  const { findings, outside } = withinScope(
    [
      findingAt('low', { file: 'src/a.ts' }),
      findingAt('critical', { file: 'src/other.ts' }),
      findingAt('low', { file: null, line: null }),
      findingAt('low', { file: '../../etc/passwd' })
    ],
    required
  )
  t.same(
    findings.map(({ file }) => file),
    ['src/a.ts', null]
  )
  t.same(
    outside.map(({ reason }) => reason),
    ['file_not_in_diff: src/other.ts', 'file_not_in_diff: ../../etc/passwd']
  )
})

t.test('a path is that of the change, however the model writes it', async (t) => {
  for (const [written, path] of [
    ['src/a.ts', 'src/a.ts'],
    ['./src/a.ts', 'src/a.ts'],
    ['/src/a.ts', 'src/a.ts'],
    ['b/src/a.ts', 'src/a.ts'],
    ['src/old.ts', 'src/new.ts'],
    ['b/c.ts', 'b/c.ts'],
    ['a/b/c.ts', 'b/c.ts']
  ] as const)
    t.same(withinScope([findingAt('low', { file: written })], required).findings, [
      findingAt('low', { file: path })
    ])
})

t.test('where no scope is required, other files count as well', async (t) => {
  const finding = findingAt('low', { file: 'src/other.ts' })
  t.same(withinScope([finding], { files, isRequired: false }), { findings: [finding], outside: [] })
})

t.test('a change is correct if all that was found lies outside of it', async (t) => {
  const scoped = (findings: Parameters<typeof writtenReview>[0], isRequired = true) => {
    const reading = readReviewAnswer(writtenReview(findings))
    return reading && scopedReading(reading, { files, isRequired })
  }
  const outside = writtenAt('P0', { file: 'src/other.ts' })
  const correct = { findings: [], overall: { correctness: 'patch is correct', confidence: 0.9 } }
  t.match(scoped([outside]), correct)
  t.match(scoped([outside, writtenAt('P3')]), { overall: { correctness: 'patch is incorrect' } })
  t.match(scoped([outside], false), { overall: { correctness: 'patch is incorrect' } })
  const unplaced = scoped([outside, writtenAt('P9')])
  t.match(unplaced, { overall: { correctness: 'patch is incorrect' } }, 'one of them could not be read')
  t.same(
    unplaced?.ignored.map(({ reason }) => reason),
    ['invalid_priority', 'file_not_in_diff: src/other.ts']
  )
})

t.test(
  'each setting chooses a line of the prompt, and without any there is nothing to look for',
  async (t) => {
    const none = {
      check_logic: false,
      check_security: false,
      check_architecture: false,
      check_cost_leaks: false,
      check_tests: false,
      check_docs: false
    }
    t.equal(checkLines(none), '')
    const lines = Object.keys(none).map((name) => checkLines({ ...none, [name]: true }))
    t.equal(new Set(lines).size, 6)
    for (const line of lines) t.match(line, /^- [A-Z][^\n{}]+\.$/)
    const all = Object.fromEntries(Object.keys(none).map((name) => [name, true]))
    t.equal(checkLines({ ...none, ...all }), lines.join('\n'))
  }
)
