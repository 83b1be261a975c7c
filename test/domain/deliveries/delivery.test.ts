import t from 'tap'
import { isProcessed, statesBefore } from '#domain/deliveries/delivery.js'
import { DELIVERY_STATES, type DeliveryState } from '#schemas/deliveries/deliveries.js'

const ALLOWED: [DeliveryState, DeliveryState][] = [
  ['received', 'queued'],
  ['received', 'ignored'],
  ['queued', 'processed'],
  ['queued', 'failed'],
  ['failed', 'processed'],
  ['failed', 'dead'],
  ['failed', 'queued'],
  ['dead', 'processed'],
  ['dead', 'queued']
]

t.test('a delivery changes its state along the nine allowed steps and no other', async (t) => {
  const steps = DELIVERY_STATES.flatMap((to) => statesBefore(to).map((from) => [from, to]))
  t.same(steps.sort(), [...ALLOWED].sort())
})

t.test('what is processed or ignored is over: no step leads away from it', async (t) => {
  for (const to of DELIVERY_STATES) {
    t.notOk(statesBefore(to).includes('processed'), to)
    t.notOk(statesBefore(to).includes('ignored'), to)
  }
})

t.test('only what is done, or asks for nothing, counts as processed', async (t) => {
  t.same(DELIVERY_STATES.filter(isProcessed), ['processed', 'ignored'])
})

t.test('the answers are new each time: no caller can change the rules', async (t) => {
  statesBefore('processed').push('ignored')
  t.same(statesBefore('processed').sort(), ['dead', 'failed', 'queued'])
})
