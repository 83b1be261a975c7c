// The life of a webhook delivery: which state may follow which, and what each state counts for.
import type { DeliveryState } from '#schemas/deliveries/deliveries.js'

const NEXT: Record<DeliveryState, readonly DeliveryState[]> = {
  received: ['queued', 'ignored'],
  queued: ['processed', 'failed'],
  ignored: [],
  processed: [],
  failed: ['processed', 'dead', 'queued'],
  dead: ['processed', 'queued']
}

/** The states from which a delivery may come into this one. */
export function statesBefore(state: DeliveryState): DeliveryState[] {
  // The border to JavaScript, whose keys are strings: the table has exactly the states of its type.
  return (Object.keys(NEXT) as DeliveryState[]).filter((from) => NEXT[from].includes(state))
}

export function isProcessed(state: DeliveryState): boolean {
  return state === 'processed' || state === 'ignored'
}
