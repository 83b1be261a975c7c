import fc from 'fast-check'
import t from 'tap'
import { type ClusterReport, clustersOf } from '#domain/duplicates/clusters.js'
import { cutOffsOf, FIRST_CUT_OFFS, type ResolvedSignal } from '#domain/duplicates/cut-offs.js'

const membersOf = (count: number, closed: readonly number[] = []) =>
  new Map<number, ClusterReport>(
    Array.from({ length: count }, (_, at) => {
      const id = at + 1
      return [id, { id, createdAt: new Date(2026, 0, id), isOpen: !closed.includes(id) }]
    })
  )

t.test(
  'pairs that hang together are one cluster; its canonical issue is the oldest that is open',
  async (t) => {
    const pairs: [number, number][] = [
      [5, 3],
      [3, 2],
      [9, 8]
    ]
    t.same(clustersOf(pairs, membersOf(9, [2])), [
      { canonical: 3, duplicates: [2, 5] },
      { canonical: 8, duplicates: [9] }
    ])
    t.same(
      clustersOf([[4, 1]], membersOf(4, [1, 4])),
      [{ canonical: 1, duplicates: [4] }],
      'the oldest if none is open'
    )
  }
)

t.test('an issue that nobody knows joins nothing, nor does one with itself', async (t) => {
  t.same(
    clustersOf(
      [
        [1, 77],
        [77, 2],
        [3, 3]
      ],
      membersOf(3)
    ),
    []
  )
})

t.test('every issue is in one cluster at most, and the order of the pairs changes nothing', async () => {
  const pair = fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 }))
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 30 }), (pairs) => {
      const clusters = clustersOf(pairs, membersOf(20))
      const all = clusters.flatMap(({ canonical, duplicates }) => [canonical, ...duplicates])
      const turned = pairs.map(([one, other]): [number, number] => [other, one]).reverse()
      const same = JSON.stringify(clustersOf(turned, membersOf(20))) === JSON.stringify(clusters)
      return same && new Set(all).size === all.length
    })
  )
})

const answers = (confirmed: boolean, similarity: number, count: number): ResolvedSignal[] =>
  Array.from({ length: count }, () => ({ similarity, confirmed }))

t.test('without answers the cut-offs are the first ones, and a single answer moves neither', async (t) => {
  t.same(cutOffsOf([]), FIRST_CUT_OFFS)
  for (const confirmed of [true, false])
    for (const similarity of [0.85, 0.91, 0.95])
      t.same(cutOffsOf(answers(confirmed, similarity, 1)), FIRST_CUT_OFFS)
})

t.test('dismissed pairs raise the cut-off above them, confirmed ones lower it, within bounds', async (t) => {
  t.same(cutOffsOf(answers(false, 0.935, 10)), { duplicate: 0.94, related: 0.94 })
  t.same(cutOffsOf([...answers(false, 0.935, 10), ...answers(true, 0.98, 40)]), FIRST_CUT_OFFS)
  t.same(cutOffsOf(answers(true, 0.9, 10)), { duplicate: 0.9, related: 0.82 })
  t.same(cutOffsOf(answers(false, 0.999, 100)), { duplicate: 0.99, related: 0.95 })
  t.same(cutOffsOf(answers(true, 0.7, 100)), FIRST_CUT_OFFS)
})
