// Whether a failed action may be retried on request.
import type { JsonObject } from '#schemas/common.js'
import type { Verdict } from '#schemas/decisions/decisions.js'
import type { Evaluator } from '../decisions/versions.js'

function retryRequest({ status = null, retries = 0, max_retries = 0 }: JsonObject): Verdict {
  const hasFailed = status === 'failed'
  const isAllowed = Number(retries) < Number(max_retries)
  const conditions = [
    { check: 'status(failed)', result: hasFailed },
    { check: 'max_retries', result: isAllowed, detail: `${retries} of ${max_retries}` }
  ]
  if (hasFailed && isAllowed) return { decision: 'acted', reason: 'It was asked for.', conditions }
  return { decision: 'blocked', reason: 'It is not to be tried again.', conditions }
}

export const retryRequestV1: Evaluator = { name: 'retry_request', version: 1, evaluate: retryRequest }
