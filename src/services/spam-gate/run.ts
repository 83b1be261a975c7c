// Asks the spam gate about the event of a new issue or pull request, and lets what passes go on.
import type { Deps } from '#deps.js'
import { deliveryByRow } from '#store/deliveries/deliveries.js'
import { requestArrivals, workEventOf } from '../deliveries/work.js'
import { passSpamGate } from './gate.js'

/** What passes goes on at once: its checks need not wait for rules that cannot be read yet. */
export async function runSpamGate(deps: Deps, row: number): Promise<void> {
  const delivery = await deliveryByRow(deps.db, row)
  if (!delivery || delivery.rulesAt !== null) return
  const { eventName, payload } = delivery
  if (payload === null) throw new Error('the payload of the delivery has expired')
  const event = workEventOf(deps, delivery)
  if (!event) return
  const sender = deps.host.ruleEventOf(eventName, JSON.parse(payload))?.sender ?? null
  if (!(await passSpamGate(deps, { deliveryRow: row, event, sender }))) return
  await deps.transaction(async (tx) => {
    await requestArrivals(deps, tx, event)
    await deps.queue.enqueue(tx, 'rules.apply', [{ payload: { delivery_row: row } }])
  })
}
