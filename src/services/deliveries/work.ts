// The work on an event of an issue or a pull request, as jobs find it again by its delivery.
import type { Deps, Tx } from '#deps.js'
import type { WorkEvent } from '#registry.js'
import type { DeliveryWithPayload } from '#store/deliveries/deliveries.js'

/** Undefined for events that the pillars do not handle. */
export function workEventOf(
  { host }: Pick<Deps, 'host'>,
  { eventName, payload }: DeliveryWithPayload
): WorkEvent | undefined {
  const event = payload === null ? undefined : host.eventOf(eventName, JSON.parse(payload))
  return event?.kind === 'issue' || event?.kind === 'pull-request' ? event : undefined
}

/** Work that no rule suppresses. */
export async function requestArrivals(deps: Deps, tx: Tx, event: WorkEvent): Promise<void> {
  for (const arrival of deps.registry.arrivals) await arrival(deps, tx, event)
}
