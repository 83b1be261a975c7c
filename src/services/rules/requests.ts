// Schedules the work for an applied event: first the rules of the repository, then the pillars.

import type { Deps, Tx } from '#deps.js'
import { RULE_EVENTS } from '#domain/expressions/events.js'
import type { WorkEvent } from '#registry.js'
import { TRACKING_LABEL } from '#schemas/host/enums.js'
import { mayHaveRules } from '#store/configuration/configs.js'
import type { DeliveryContext } from '../deliveries/handle.js'

/** Returns whether rules were scheduled; if there are none, the pillars are requested at once. */
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

/** If rules may apply, the pillars wait for their outcome. */
export async function requestWork(context: DeliveryContext, event: WorkEvent): Promise<void> {
  if (await requestRules(context, event.repository.hostId)) return
  await requestPillars(context.deps, context.tx, event)
}

/** Asks every pillar; each selects its own events. What the service reports itself needs no work. */
export async function requestPillars(deps: Deps, tx: Tx, event: WorkEvent): Promise<void> {
  if (event.kind === 'issue' && event.issue.labels.includes(TRACKING_LABEL)) return
  for (const pillar of deps.registry.pillars) await pillar.request(deps, tx, event)
}
