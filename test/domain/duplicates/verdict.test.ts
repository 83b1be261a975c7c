import t from 'tap'
import { FIRST_CUT_OFFS } from '#domain/duplicates/cut-offs.js'
import { duplicatePairsIn, verdictOfPairs } from '#domain/duplicates/verdict.js'
import type { SignalStatus } from '#schemas/duplicates/duplicates.js'

const alike = (number: number, known: SignalStatus | null) => ({
  issueId: number,
  number,
  known,
  similarity: 0.99 - number / 1_000
})

t.test(
  'of many that are alike the likeliest are told, and none that was answered takes their place',
  async (t) => {
    const numbers = (states: (SignalStatus | null)[]) => {
      const compared = states.map((known, at) => alike(at + 1, known))
      return duplicatePairsIn({ compared, cutOffs: FIRST_CUT_OFFS }).map(({ number }) => number)
    }
    t.same(numbers([null, null, null, null]), [1, 2, 3])
    t.same(numbers(['dismissed', 'dismissed', 'confirmed', null, 'pending', null, null]), [1, 2, 3, 4, 5, 6])
  }
)

t.test('only what nobody has answered is told', async (t) => {
  const guarded = { decision: 'acted', reason: 'No guard stands in its way.', conditions: [] } as const
  const verdictOn = (...states: (SignalStatus | null)[]) => {
    const compared = states.map((known, at) => alike(at + 1, known))
    return verdictOfPairs(guarded, { isOpen: true, indexed: 40, cutOffs: FIRST_CUT_OFFS, compared })
  }
  t.match(verdictOn('dismissed', null), { decision: 'acted', reason: 'It may repeat #2 (0.988).' })
  t.match(verdictOn('dismissed', 'confirmed'), { decision: 'skipped', reason: /has been answered/ })
})
