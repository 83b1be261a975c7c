import fc from 'fast-check'
import t from 'tap'
import { FIRST_CUT_OFFS } from '#domain/duplicates/cut-offs.js'
import { MOST_POSTINGS, MOST_TERMS, selectiveTerms } from '#domain/duplicates/index/candidates.js'
import type { IssueReport } from '#domain/duplicates/report.js'
import { TERM_KINDS } from '#domain/text/terms.js'
import { DAY_MS } from '#domain/time/durations.js'
import { indexOf, NOW, reportOf, SEARCH, subjectOf, TEMPLATE } from './made-up.js'

const CRASH = `Opening a spreadsheet with merged cells stops the importer.

thread 'importer' panicked at 'merged region outside of sheet', src/import/cells.rs:214
   at spreadsheet::import::merge_regions (src/import/cells.rs:214)
   at spreadsheet::import::read_sheet (src/import/sheet.rs:88)

It happens with every file that has merged cells in its last column.`

const others = Array.from({ length: 60 }, (_, id) =>
  reportOf(id + 1, subjectOf(id), `The ${subjectOf(id * 3)}.`)
)

t.test('an issue that says nearly the same as an older one is called a duplicate of it', async (t) => {
  const index = indexOf([...others, reportOf(100, 'Importer panics on merged cells', CRASH)])
  const again = reportOf(200, 'The importer panics on merged cells', CRASH.replaceAll('214', '219'))
  const [best] = index.find(again, SEARCH)
  t.equal(best?.id, 100)
  t.ok((best?.similarity ?? 0) >= 0.97, `${best?.similarity}`)
  t.ok((best?.signals.failures ?? 0) >= 2, 'the same line failed, and the same frames led there')
})

t.test('other words for the same are found first, though nobody would call them certain', async (t) => {
  const index = indexOf([...others, reportOf(100, 'Importer panics on merged cells', CRASH)])
  const asked = reportOf(
    200,
    'Crash while reading sheets',
    'The importer dies if cells are merged in a spreadsheet.'
  )
  t.equal(index.find(asked, SEARCH)[0]?.id, 100)
})

t.test('two that fail in the same place are related, however few issues a repository has', async (t) => {
  const index = indexOf([...others.slice(0, 2), reportOf(100, 'Importer panics on merged cells', CRASH)])
  const frame = CRASH.split('\n').filter((line) => line.includes('panicked'))
  const asked = reportOf(200, 'Crash with a spreadsheet', `Opening a spreadsheet fails.\n\n${frame}`)
  const [best] = index.find(asked, SEARCH)
  t.match(best, { id: 100, signals: { failures: 1 } })
  t.ok((best?.similarity ?? 0) < FIRST_CUT_OFFS.duplicate, 'a line alone makes no duplicate')
  const told = reportOf(201, 'Crash with a spreadsheet', CRASH.replace(/It happens.*/, 'Always.'))
  t.ok((index.find(told, SEARCH)[0]?.similarity ?? 0) >= FIRST_CUT_OFFS.related)
})

for (const count of [3, 12, 200])
  t.test(
    `among ${count} issues that share nine tenths of their text, what is unrelated gives no signal`,
    async (t) => {
      const template = `${TEMPLATE}\nError: something went wrong at src/app.ts:10`
      const filled = (id: number) =>
        reportOf(id + 1, subjectOf(id), `${template}\n${subjectOf(id)} since update`)
      const reports = Array.from({ length: count }, (_, id) => filled(id))
      const index = indexOf(reports)
      const stranger = reportOf(
        900,
        'Printer ignores settings',
        `${template}\nEvery second sheet stays blank since update`
      )
      const similarities = index.find(stranger, SEARCH).map(({ similarity }) => similarity)
      t.ok(Math.max(0, ...similarities) < FIRST_CUT_OFFS.related, `${similarities[0]}`)
    }
  )

t.test('an issue is never its own duplicate, and what it is a duplicate of is older', async (t) => {
  const [first, second, third] = [1, 2, 3].map((day) =>
    reportOf(day, 'Importer panics on merged cells', CRASH)
  )
  const reports = [first, second, third].flatMap((report) => (report ? [report] : []))
  const index = indexOf(reports)
  t.same(
    reports.map((report) =>
      index
        .find(report, SEARCH)
        .map(({ id }) => id)
        .sort()
    ),
    [[], [1], [1, 2]]
  )
})

t.test(
  'what was closed too long ago is no candidate, and what is open comes before what is closed',
  async (t) => {
    const closed = (id: number, days: number): IssueReport => ({
      ...reportOf(id, 'Importer panics on merged cells', CRASH),
      closedAt: new Date(NOW.getTime() - days * DAY_MS)
    })
    const index = indexOf([
      closed(1, 181),
      closed(2, 10),
      reportOf(3, 'Importer panics on merged cells', CRASH)
    ])
    const asked = reportOf(999, 'Importer panics on merged cells', CRASH)
    const found = index.find(asked, { ...SEARCH, closedWithinDays: 180 })
    t.same(
      found.map(({ id, signals }) => [id, signals.wasOpen]),
      [
        [3, true],
        [2, false]
      ]
    )
  }
)

t.test('of two that are equally alike, the one that others repeated before comes first', async (t) => {
  const index = indexOf(
    [1, 2].map((id) => ({ ...reportOf(1, 'Importer panics on merged cells', CRASH), id }))
  )
  const asked = reportOf(999, 'Importer panics on merged cells', CRASH)
  for (const id of [1, 2]) t.equal(index.find(asked, { ...SEARCH, hits: new Map([[id, 3]]) })[0]?.id, id)
})

const aReport = fc
  .record({
    id: fc.integer({ min: 1, max: 30 }),
    title: fc.integer({ min: 0, max: 500 }).map(subjectOf),
    body: fc
      .array(fc.integer({ min: 0, max: 500 }).map(subjectOf), { maxLength: 4 })
      .map((lines) => lines.join('\n'))
  })
  .map(({ id, title, body }) => reportOf(id, title, body))
const asked = reportOf(990, subjectOf(17), `${subjectOf(4)}\n${subjectOf(99)}`)

t.test('the order in which issues arrive changes nothing', async () => {
  const reports = fc.uniqueArray(aReport, { selector: ({ id }) => id, minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(reports, fc.context(), (some, context) => {
      const [one, other] = [some, some.toReversed()].map((order) =>
        JSON.stringify(indexOf(order).find(asked, SEARCH))
      )
      context.log(`${one} ${other}`)
      return one === other
    }),
    { numRuns: 100 }
  )
})

t.test('an index that changed step by step says what one that is made anew says', async () => {
  const step = fc.oneof(
    { weight: 3, arbitrary: aReport },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 30 }) }
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const index = indexOf([])
      const left = new Map<number, IssueReport>()
      for (const one of steps)
        if (typeof one === 'number') {
          index.remove(one)
          left.delete(one)
        } else {
          index.add(one)
          left.set(one.id, one)
        }
      const found = [index, indexOf(left.values())].map((one) => JSON.stringify(one.find(asked, SEARCH)))
      return index.size === left.size && found[0] === found[1]
    }),
    { numRuns: 100 }
  )
})

t.test(
  'what was removed is forgotten: its words are as rare as before, and its room is given back',
  async (t) => {
    const index = indexOf(others)
    const before = JSON.stringify(index.find(asked, SEARCH))
    const { bytes } = index
    for (let id = 1; id <= 4_000; id += 1) {
      index.add(reportOf(900, `${subjectOf(id)} ${id}`, `word${id} ${subjectOf(id)}`))
      if (id % 2 === 0) index.remove(900)
    }
    t.equal(JSON.stringify(index.find(asked, SEARCH)), before)
    t.ok(index.bytes < bytes * 2, `${bytes} ${index.bytes}`)
  }
)

t.test(
  'a search follows few terms and few postings, whatever is asked and however many issues there are',
  async (t) => {
    const term = fc.record({
      hash: fc.nat(),
      number: fc.nat(),
      kind: fc.constant(TERM_KINDS.word),
      inTitle: fc.nat(3),
      inBody: fc.nat(60),
      reportsWith: fc.integer({ min: 1, max: 1_000_000 }),
      rarity: fc.double({ min: 0, max: 9, noNaN: true }),
      weight: fc.double({ min: 0, max: 30, noNaN: true }),
      isDistinctive: fc.boolean()
    })
    fc.assert(
      fc.property(fc.array(term, { maxLength: 200 }), (terms) => {
        const chosen = selectiveTerms(terms, 1_000_000)
        const postings = chosen.reduce((sum, { reportsWith }) => sum + reportsWith, 0)
        return chosen.length <= MOST_TERMS && postings <= MOST_POSTINGS
      })
    )
    t.pass('25 terms and 200,000 postings')
  }
)

t.test('texts made to be slow are read at once, and texts of nothing find nothing', async (t) => {
  const index = indexOf(others)
  for (const text of [
    '<!--'.repeat(50_000),
    'aA0_'.repeat(50_000),
    '/a'.repeat(100_000),
    '\n'.repeat(200_000)
  ]) {
    const report = reportOf(950, text, text)
    index.add(report)
    t.ok(Array.isArray(index.find({ ...report, id: 951 }, SEARCH)))
    index.remove(950)
  }
  t.same(index.find(reportOf(952, '', ''), SEARCH), [])
  t.same(indexOf([]).find(asked, SEARCH), [])
})
