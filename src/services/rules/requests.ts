// Schedules the work for an applied event: the spam gate, then the rules of the repository, then the pillars.

import type { Deps, Tx } from '#deps.js'
import { RULE_EVENTS } from '#domain/expressions/events.js'
import type { WorkEvent } from '#registry.js'
import { TRACKING_LABEL } from '#schemas/host/enums.js'
import { workObstacles } from '#store/configuration/obstacles.js'
import type { DeliveryContext } from '../deliveries/handle.js'
import { requestArrivals } from '../deliveries/work.js'
import { isEventHeldBack, isGated } from '../spam-gate/items.js'

/** For an event that no pillar handles. */
export async function requestRules(context: DeliveryContext, repoId: number): Promise<void> {
  if (!isOfRules(context)) return
  const { rules } = await obstaclesOf(context, repoId)
  if (rules) await enqueueFor(context, 'rules.apply')
}

/** If rules or the spam gate may apply, the pillars wait for their outcome. */
export async function requestWork(context: DeliveryContext, event: WorkEvent): Promise<void> {
  const { deps, tx } = context
  const { rules, spamGate } = await obstaclesOf(context, event.repository.hostId)
  if (spamGate && (await isEventHeldBack(tx, event))) return
  if (spamGate && isGated(event)) return enqueueFor(context, 'spam.gate')
  await requestArrivals(deps, tx, event)
  if (rules && isOfRules(context)) await enqueueFor(context, 'rules.apply')
  else await requestPillars(deps, tx, event)
}

const isOfRules = ({ delivery }: DeliveryContext) => RULE_EVENTS.some((event) => event === delivery.event)

/** A file that was never read may contain anything, if there is a host to read it from. */
const obstaclesOf = ({ deps, tx }: DeliveryContext, repoId: number) =>
  workObstacles(tx, { repoId, orUnread: deps.host.client.isConfigured })

const enqueueFor = ({ deps, tx, delivery }: DeliveryContext, name: 'spam.gate' | 'rules.apply') =>
  deps.queue.enqueue(tx, name, [{ payload: { delivery_row: delivery.row } }])

/** Asks every pillar; each selects its own events. What the service reports itself needs no work. */
export async function requestPillars(deps: Deps, tx: Tx, event: WorkEvent): Promise<void> {
  if (event.kind === 'issue' && event.issue.labels.includes(TRACKING_LABEL)) return
  for (const pillar of deps.registry.pillars) await pillar.request(deps, tx, event)
}
