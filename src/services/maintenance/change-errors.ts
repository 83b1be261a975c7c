// Errors of changes that people ask for and that the host has to make.

import { type ErrorKind, retryAfter, ServiceError } from '#errors/errors.js'
import type { BlockedReason } from '#schemas/actions/enums.js'

const RETRY_SECONDS = 30

/** An unfinished action of the same kind stands in the way. */
export function changeUnderWay(actionId: number): ServiceError {
  return new ServiceError(
    'conflict',
    `The same change is being made already. Action ${actionId} says how far it is.`,
    { code: 'change_under_way' }
  )
}

/** The service goes on trying. */
export function changeUnanswered(actionId: number): ServiceError {
  return new ServiceError(
    'unavailable',
    `The host has not answered yet. The service keeps trying: action ${actionId} says how it ends.`,
    { code: 'host_unavailable', ...retryAfter(RETRY_SECONDS) }
  )
}

const KIND_OF: Record<BlockedReason, ErrorKind> = {
  target_drifted: 'not_found',
  marker_ambiguous: 'conflict',
  permission_denied: 'bad_gateway',
  policy_denied: 'conflict',
  evidence_incomplete: 'invalid',
  verification_failed: 'bad_gateway',
  backend_unavailable: 'unavailable',
  rate_limited: 'unavailable',
  duplicate_action: 'conflict',
  unsafe_scope: 'conflict',
  unknown: 'conflict'
}

export interface RefusedChange {
  reason: BlockedReason | null
  detail: string
}

/** Without a reason, the host itself has refused. */
export function changeRefused({ reason, detail }: RefusedChange): ServiceError {
  return reason === null
    ? new ServiceError('bad_gateway', `The host has not made the change. ${detail}`, { code: 'host_refused' })
    : new ServiceError(KIND_OF[reason], detail, { code: reason })
}
