// Implausible values in webhook payloads.
import { type Correction, MOST_CORRECTIONS } from '#schemas/deliveries/deliveries.js'
import type { PayloadField } from '../host/events.js'
import { DAY_MS } from '../time/durations.js'

const MOST_AHEAD_MS = DAY_MS

/** Whether a timestamp is too far after the receipt to be correct. */
export function isFarFuture(moment: Date, receivedAt: Date): boolean {
  return moment.getTime() > receivedAt.getTime() + MOST_AHEAD_MS
}

/** The payload values that were replaced or dropped, up to a limit. */
export function payloadCorrections(fields: readonly PayloadField[], receivedAt: Date): Correction[] {
  return fields
    .flatMap((field) => {
      const reason = fieldFault(field, receivedAt)
      return reason === undefined ? [] : [{ path: field.path, reason }]
    })
    .slice(0, MOST_CORRECTIONS)
}

function fieldFault(field: PayloadField, receivedAt: Date): Correction['reason'] | undefined {
  if (field.kind === 'number') return field.number === null ? 'not_a_number' : undefined
  if (field.kind === 'text') return field.length > field.longest ? 'too_long' : undefined
  if (field.moment === null) return 'not_a_moment'
  return isFarFuture(field.moment, receivedAt) ? 'moment_ahead' : undefined
}
