// What is to be done about an event once it is applied: first the rules of the repository, then the pillars.

import type { Deps, Tx } from '#deps.js'
import { RULE_EVENTS } from '#domain/expressions/events.js'
import type { WorkEvent } from '#registry.js'
import { mayHaveRules } from '#store/configuration/configs.js'
import type { DeliveryContext } from '../deliveries/handle.js'

/** Says whether they are: where there are no rules, nothing is to be done later. */
export async function requestRules(
  { deps, tx, delivery }: DeliveryContext,
  repoId: number
): Promise<boolean> {
  const isOfRules = RULE_EVENTS.some((event) => event === delivery.event)
  const orUnread = deps.host.client.isConfigured
  if (!isOfRules || !(await mayHaveRules(tx, { repoId, orUnread }))) return false
  await deps.queue.enqueue(tx, 'rules.apply', [{ payload: { delivery_row: delivery.row } }])
  return true
}

/** Where rules may be about it, the pillars wait for what these say. */
export async function requestWork(receipt: DeliveryContext, event: WorkEvent): Promise<void> {
  if (await requestRules(receipt, event.repository.hostId)) return
  await requestPillars(receipt.deps, receipt.tx, event)
}

/** Asks every pillar; each knows which events are its own. */
export async function requestPillars(deps: Deps, tx: Tx, event: WorkEvent): Promise<void> {
  for (const pillar of deps.registry.pillars) await pillar.request(deps, tx, event)
}
