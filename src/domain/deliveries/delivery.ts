// The states of a webhook delivery and the transitions between them.
import type { DeliveryState } from '#schemas/deliveries/deliveries.js'

const NEXT_STATES: Record<DeliveryState, readonly DeliveryState[]> = {
  received: ['queued', 'ignored'],
  queued: ['processed', 'failed'],
  ignored: [],
  processed: [],
  failed: ['processed', 'dead', 'queued'],
  dead: ['processed', 'queued']
}

/** The states that may precede this one. */
export function statesBefore(state: DeliveryState): DeliveryState[] {
  // Cast: the table has exactly the states of its type as keys.
  return (Object.keys(NEXT_STATES) as DeliveryState[]).filter((from) => NEXT_STATES[from].includes(state))
}

export function isProcessed(state: DeliveryState): boolean {
  return state === 'processed' || state === 'ignored'
}
