// What a delivery does, as a test wants it.

import { registry } from '#capabilities/index.js'
import type { Deps } from '#deps.js'
import type { HostEvent } from '#domain/host/events.js'
import type { EventHandlers } from '#registry.js'
import { applyEvent, type Receipt } from '#services/deliveries/handle.js'
import { mirrorEvents } from '#webhooks/mirror.js'

export type Effect = (receipt: Receipt, event: HostEvent) => Promise<void>

/** What the service itself does about an event. */
export const applyReally: Effect = (receipt, event) =>
  applyEvent({ ...receipt, deps: { ...receipt.deps, registry } }, event)

/** The same service, in which every event has this effect and no other. */
export function withEffect(deps: Deps, effect: Effect): Deps {
  const events: EventHandlers = Object.fromEntries(Object.keys(mirrorEvents).map((kind) => [kind, effect]))
  return { ...deps, registry: { ...registry, events: [events] } }
}
