import fc from 'fast-check'
import t from 'tap'
import { mergeLayers } from '#domain/configuration/layers/layers.js'
import { closingComment } from '#domain/spam-gate/comment.js'
import { spamGateV1 } from '#domain/spam-gate/spam-gate.v1.js'
import type { JsonObject } from '#schemas/common.js'
import { DOUBTS, GATE_ON, TOO_MANY } from '../decisions/fixtures/spam-cases.js'

const decided = (inputs: JsonObject = {}, config: JsonObject = {}) =>
  spamGateV1.evaluate(mergeLayers(TOO_MANY, inputs), mergeLayers(GATE_ON, config))

t.test('one more than are allowed is closed, and exactly as many are not', async (t) => {
  t.match(decided(), { decision: 'acted', plan: { next: 'close', label: 'spam' } })
  t.match(decided({ label: null }), { decision: 'acted', plan: { next: 'close', label: null } })
  t.match(decided({ item: { open_count: 15 } }), { decision: 'skipped', plan: { next: 'pass' } })
  const pull = (open_count: number) => decided({ item: { type: 'pr', open_count } }).decision
  t.same([pull(10), pull(11)], ['skipped', 'acted'], 'of pull requests others are allowed')
})

t.test('any doubt keeps it open, with its reason', async (t) => {
  for (const [inputs, config] of DOUBTS) {
    const { decision, reason } = decided(inputs, config)
    t.not(decision, 'acted', JSON.stringify([inputs, config]))
    t.ok(reason, 'it says why')
  }
})

t.test('the host is asked only about an author whom nothing else lets through', async (t) => {
  const { author: _, ...unasked } = TOO_MANY
  t.match(spamGateV1.evaluate(unasked, GATE_ON), { decision: 'skipped', plan: { next: 'ask' } })
  for (const change of [
    { open_count: 15 },
    { labels: ['pinned'] },
    { author: 'hubot', opened_by: 'hubot' }
  ]) {
    const { plan } = spamGateV1.evaluate(mergeLayers(unasked, { item: change }), GATE_ON)
    t.match(plan, { next: 'pass' }, JSON.stringify(change))
  }
})

t.test('nothing that is not known closes anything', async (t) => {
  const leaf = fc.oneof(fc.boolean(), fc.integer(), fc.string(), fc.constant(null))
  const anything = fc.dictionary(
    fc.constantFrom(...Object.keys(TOO_MANY), 'x'),
    fc.oneof(leaf, fc.jsonValue())
  )
  const property = fc.property(anything, (found) => {
    // Cast: the generator makes JSON.
    const inputs = JSON.parse(JSON.stringify(found)) as JsonObject
    return spamGateV1.evaluate(inputs, GATE_ON).decision !== 'acted'
  })
  fc.assert(property, { numRuns: 2_000 })
  t.not(spamGateV1.evaluate(TOO_MANY, {}).decision, 'acted', 'a missing setting is no permission')
})

t.test('the comment says how many are open and allowed, and keeps its mark', async (t) => {
  const text = closingComment({ type: 'pr', message: 'Sorry. <!-- hidden', openCount: 2, most: 1 })
  t.match(text, /^Sorry\. &lt;!-- hidden\n\n/)
  t.match(text, '2 or more open pull requests in this repository, which allows 1 open pull request at once')
  t.ok(text.endsWith('<!-- service:spam-gate -->'))
})
