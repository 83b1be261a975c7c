// How long one request may take: as long as the setting allows, and no longer than its question.
import { ModelError } from '#errors/model.js'
import type { ModelWire } from './wire.js'

const TOO_SLOW = 'The model did not answer in time (MODEL_TIMEOUT_SECONDS).'
const TIME_IS_UP = 'The model did not answer within the time that was set for it.'

/** Throws if there is no time left. */
export function timeLeft(
  timeoutMs: number,
  until: Date | undefined,
  now: Date
): Pick<ModelWire, 'timeoutMs' | 'lateReason'> {
  const leftMs = until ? until.getTime() - now.getTime() : timeoutMs
  if (leftMs <= 0) throw new ModelError('model_unavailable', TIME_IS_UP)
  return leftMs < timeoutMs
    ? { timeoutMs: leftMs, lateReason: TIME_IS_UP }
    : { timeoutMs, lateReason: TOO_SLOW }
}
