// Handles a delivery as a test needs it.

import { registry } from '#capabilities/index.js'
import type { Deps } from '#deps.js'
import type { HostEvent } from '#domain/host/events.js'
import type { EventHandlers } from '#registry.js'
import { applyEvent, type DeliveryContext } from '#services/deliveries/handle.js'
import { mirrorEvents } from '#webhooks/mirror.js'

export type EventHandler = (context: DeliveryContext, event: HostEvent) => Promise<void>

/** Handles an event as the service does. */
export const applyRegistered: EventHandler = (context, event) =>
  applyEvent({ ...context, deps: { ...context.deps, registry } }, event)

/** The same service with this handler as the only one for every event. */
export function withEventHandler(deps: Deps, handler: EventHandler): Deps {
  const events: EventHandlers = Object.fromEntries(Object.keys(mirrorEvents).map((kind) => [kind, handler]))
  return { ...deps, registry: { ...registry, events: [events] } }
}
