// Keeps the answers to requests with an `Idempotency-Key`, so that a repeated request is not carried out again.
import type { Deps } from '#deps.js'
import {
  isOutcome,
  judgeRepeat,
  KEYS_KEPT_MS,
  MOST_ANSWER_BYTES,
  type RepeatVerdict
} from '#domain/accounts/idempotency.js'
import { sha256Of } from '#domain/json/canonical.js'
import { idempotencyKeyInUse, idempotencyKeyReused, idempotencyOutcomeUnknown } from '#errors/accounts.js'
import type { ServiceError } from '#errors/errors.js'
import {
  type ClaimRow,
  claimKey,
  type IdempotencyRow,
  releaseKey,
  storeAnswer
} from '#store/accounts/idempotency-keys.js'
import { openAnswer, type SealFor, sealAnswer } from './sealed-answers.js'
import type { Caller } from './sessions.js'

export interface KeyedRequest {
  caller: Pick<Caller, 'method' | 'principal'>
  key: string
  fingerprint: string
}

/** Whoever holds it carries the request out, and settles it with the answer. */
export interface KeyClaim {
  row: ClaimRow
  seal: SealFor
}

export interface KeptAnswer {
  status: number
  contentType: string | null
  body: string
}

/** The claim of the first request with this key, or else the answer that it got. Any other request is refused. */
export async function claimRequest(
  deps: Deps,
  { caller, key, fingerprint }: KeyedRequest
): Promise<{ claim: KeyClaim } | { answer: KeptAnswer }> {
  const now = deps.now()
  const row: ClaimRow = {
    // A program and somebody with a session may get different answers.
    caller: `${caller.method}:${caller.principal}`,
    keySha256: sha256Of(key),
    fingerprint,
    createdAt: now
  }
  const context = JSON.stringify([row.caller, row.keySha256, fingerprint])
  const seal: SealFor = { sessionSecret: deps.sessionSecret, idempotencyKey: key, context }
  const expiredAt = new Date(now.getTime() - KEYS_KEPT_MS)
  const first = await deps.transaction((tx) => claimKey(tx, row, expiredAt))
  if (first === 'claimed') return { claim: { row, seal } }
  const verdict = judgeRepeat(first, fingerprint, now)
  if (verdict !== 'answered') throw REFUSALS[verdict]()
  return { answer: answerIn(first, seal) }
}

const REFUSALS: Record<Exclude<RepeatVerdict, 'answered'>, () => ServiceError> = {
  other: idempotencyKeyReused,
  running: idempotencyKeyInUse,
  lost: idempotencyOutcomeUnknown
}

function answerIn({ status, contentType, sealedBody }: IdempotencyRow, seal: SealFor): KeptAnswer {
  const body = openAnswer(sealedBody ?? '', seal)
  if (status === null || body === undefined) throw idempotencyOutcomeUnknown()
  return { status, contentType, body }
}

/** Without an answer that can be kept the request may be sent again. */
export async function settleRequest(
  deps: Deps,
  { row, seal }: KeyClaim,
  answer: KeptAnswer | undefined
): Promise<void> {
  if (!answer || !isKept(answer)) {
    await deps.transaction((tx) => releaseKey(tx, row))
    return
  }
  const { status, contentType, body } = answer
  const sealedBody = sealAnswer(body, seal)
  await deps.transaction((tx) => storeAnswer(tx, row, { status, contentType, sealedBody }))
}

const isKept = ({ status, body }: KeptAnswer) =>
  isOutcome(status) && Buffer.byteLength(body) <= MOST_ANSWER_BYTES
