// What an event claims that nobody can mean.
import { type Correction, MOST_CORRECTIONS } from '#schemas/deliveries/deliveries.js'
import type { PayloadField } from '../host/events.js'

/** No person writes more. */
export const LONGEST_BODY = 65_536

const MOST_AHEAD_MS = 24 * 3_600_000

/** Whether a moment lies so far after the receipt that nobody can mean it. */
export function isFarFuture(moment: Date, receivedAt: Date): boolean {
  return moment.getTime() > receivedAt.getTime() + MOST_AHEAD_MS
}

/** What of an event is taken over otherwise than it says, or left out; the first of them. */
export function payloadCorrections(claims: readonly PayloadField[], receivedAt: Date): Correction[] {
  return claims
    .flatMap((claim) => {
      const reason = fieldFault(claim, receivedAt)
      return reason === undefined ? [] : [{ path: claim.path, reason }]
    })
    .slice(0, MOST_CORRECTIONS)
}

function fieldFault(claim: PayloadField, receivedAt: Date): Correction['reason'] | undefined {
  if (claim.kind === 'number') return claim.number === null ? 'not_a_number' : undefined
  if (claim.kind === 'text') return claim.length > LONGEST_BODY ? 'too_long' : undefined
  if (claim.moment === null) return 'not_a_moment'
  return isFarFuture(claim.moment, receivedAt) ? 'moment_ahead' : undefined
}
