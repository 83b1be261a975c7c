// What the search tells in young repositories: made-up projects, whose issues somebody wrote who had not seen it. It was
// taught with other made-up projects, by other writers.
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { FIRST_CUT_OFFS } from '#domain/duplicates/cut-offs.js'
import { DuplicateIndex } from '#domain/duplicates/index/index.js'
import { duplicatePairsIn } from '#domain/duplicates/verdict.js'
import { MOST_OF_YOUNG } from '#domain/triage/classify-issue.js'
import { PACKAGE_FOLDER } from '#paths.js'
import type { SignalKind } from '#schemas/duplicates/duplicates.js'
import { mattersIn, projectsIn, type YoungIssue, youngReportOf } from '../../../bench/young/projects.js'
import { KNOWLEDGE, reportOf, SEARCH, subjectOf } from './made-up.js'

interface ToldIssue extends YoungIssue {
  told: { number: number; kind: SignalKind }[]
  same: ReadonlySet<number>
}

const projects = projectsIn<YoungIssue>(join(PACKAGE_FOLDER, 'test/domain/triage/young'))

const all = projects.flatMap(({ issues }): ToldIssue[] => {
  const index = new DuplicateIndex(KNOWLEDGE)
  const matters = mattersIn(issues)
  return issues.map((issue) => {
    const report = youngReportOf(issue)
    const found = index.find(report, { at: report.createdAt, most: 10 })
    index.add(report)
    const compared = found.map(({ id, similarity }) => ({ issueId: id, number: id, similarity, known: null }))
    const told = duplicatePairsIn({ compared, cutOffs: FIRST_CUT_OFFS })
    return { ...issue, told, same: matters.get(issue.number) ?? new Set() }
  })
})

const toldAs = (kinds: readonly SignalKind[]) =>
  all.flatMap(({ told, same }) =>
    told.filter(({ kind }) => kinds.includes(kind)).map(({ number }) => same.has(number))
  )
const isFound = (kinds: readonly SignalKind[]) => (issue: ToldIssue) =>
  issue.told.some(({ number, kind }) => kinds.includes(kind) && issue.same.has(number))

t.test('nine of ten that are told as duplicates are, and a quarter of all is told', async (t) => {
  const told = toldAs(['duplicate'])
  const right = told.filter(Boolean).length
  t.ok(right >= 0.9 * told.length, `${right} of ${told.length}`)
  const repeated = all.filter(({ duplicate_of }) => duplicate_of !== null)
  const found = repeated.filter(isFound(['duplicate'])).length
  t.ok(found >= 0.25 * repeated.length, `${found} of ${repeated.length}`)
})

t.test('every second duplicate is told at least as related', async (t) => {
  const repeated = all.filter(({ duplicate_of }) => duplicate_of !== null)
  const found = repeated.filter(isFound(['duplicate', 'related'])).length
  t.ok(found >= 0.5 * repeated.length, `${found} of ${repeated.length}`)
})

t.test('of what looks alike and is another matter, three of a hundred are told as duplicates', async (t) => {
  const near = all.filter(({ near_miss_of }) => near_miss_of !== null)
  const misled = near.filter(({ told, same }) =>
    told.some(({ number, kind }) => kind === 'duplicate' && !same.has(number))
  )
  t.ok(misled.length <= 0.03 * near.length, `${misled.length} of ${near.length}`)
})

t.test('an index that was made anew says the same, whatever came and went before', async (t) => {
  const reports = (projects[0]?.issues ?? []).map(youngReportOf)
  const [asked] = reports.slice(-1)
  if (!asked) throw new Error('no issue to ask about')
  const older = reports.slice(0, -1)
  const anew = new DuplicateIndex(KNOWLEDGE)
  for (const report of older) anew.add(report)
  const expected = anew.find(asked, { at: asked.createdAt, most: 10 })
  t.ok(expected.length > 3)
  const orders = fc.shuffledSubarray(older, { minLength: older.length })
  await fc.assert(
    fc.asyncProperty(orders, fc.subarray(older), async (order, gone) => {
      const index = new DuplicateIndex(KNOWLEDGE)
      for (const report of gone) index.add({ ...report, title: 'Something else' })
      for (const report of gone) index.remove(report.id)
      for (const report of order) index.add(report)
      const found = index.find(asked, { at: asked.createdAt, most: 10 })
      t.same(
        found.map(({ id, similarity }) => [id, similarity.toFixed(6)]),
        expected.map(({ id, similarity }) => [id, similarity.toFixed(6)])
      )
    }),
    { numRuns: 5 }
  )
})

const madeUp = (id: number) => reportOf(id, subjectOf(id), `The ${subjectOf(id * 3)}, seen ${id} times.`)

t.test('a repository that has grown up is judged like all others', async (t) => {
  const grown = new DuplicateIndex(KNOWLEDGE)
  const other = new DuplicateIndex()
  for (let id = 1; id <= MOST_OF_YOUNG + 1; id += 1) for (const index of [grown, other]) index.add(madeUp(id))
  const asked = reportOf(MOST_OF_YOUNG + 2, subjectOf(17), `The ${subjectOf(51)}.`)
  t.same(grown.find(asked, SEARCH), other.find(asked, SEARCH))
})

t.test('what a young repository is told does not depend on what came later and is gone again', async (t) => {
  const asked = reportOf(90, subjectOf(17), `The ${subjectOf(51)}.`)
  const [before, after] = [new DuplicateIndex(KNOWLEDGE), new DuplicateIndex(KNOWLEDGE)]
  for (let id = 1; id < 90; id += 1) for (const index of [before, after]) index.add(madeUp(id))
  for (let id = 91; id <= MOST_OF_YOUNG + 20; id += 1) after.add(madeUp(id))
  for (let id = 91; id <= MOST_OF_YOUNG + 20; id += 1) after.remove(id)
  t.same(after.find(asked, SEARCH), before.find(asked, SEARCH))
})

t.test('an older issue that came with a late number is found as well', async (t) => {
  const index = new DuplicateIndex(KNOWLEDGE)
  for (let id = 1; id < 40; id += 1) index.add(madeUp(id))
  const text = [
    'Importer panics on merged cells',
    'Opening a sheet with merged cells stops the importer.'
  ] as const
  index.add({ ...reportOf(50, ...text), number: MOST_OF_YOUNG + 50 })
  const [best] = index.find(reportOf(60, ...text), SEARCH)
  t.equal(best?.id, 50)
  t.ok((best?.similarity ?? 0) >= FIRST_CUT_OFFS.duplicate)
})
