// Issues that are closed, pull requests that are closed or merged: their state says whether it has been done.
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import type { JsonObject } from '#schemas/common.js'
import { flagAt, objectAt, textAt } from '../events/payload.js'
import { absent, blocked, type Effect, type Finding, isDone } from './effect.js'
import type { Hands } from './repository-client.js'

const ISSUE = '/issues/{number}'
export const PULL = '/pulls/{number}'

export const gone: Finding = blocked('target_drifted', 'it is there', 'it is gone')

const closedBy = (object: JsonObject): JsonObject => ({ closed_at: textAt(object, 'closed_at') })

async function closedOrNot(hands: Hands, path: string, number: number): Promise<Finding> {
  const found = await hands.read(path, { number })
  if (!found) return gone
  return textAt(found, 'state') === 'closed' ? isDone(closedBy(found)) : absent
}

export const closeIssue: Effect<ArgumentsOf<'close-issue'>> = {
  found: (hands, { number }) => closedOrNot(hands, ISSUE, number),
  async perform(hands, { number, arguments: { reason } }) {
    const body = { state: 'closed', state_reason: reason }
    return { hostId: null, evidence: closedBy(await hands.write('PATCH', ISSUE, { at: { number }, body })) }
  }
}

export const closePull: Effect<ArgumentsOf<'close-pr'>> = {
  found: (hands, { number }) => closedOrNot(hands, PULL, number),
  async perform(hands, { number }) {
    const closed = await hands.write('PATCH', PULL, { at: { number }, body: { state: 'closed' } })
    return { hostId: null, evidence: closedBy(closed) }
  }
}

/** Open, and at the commit that was judged. */
export function asJudged(pull: JsonObject, sha: string): Finding {
  const head = textAt(objectAt(pull, 'head'), 'sha')
  if (head !== sha) return blocked('target_drifted', sha, head ?? 'unknown')
  return textAt(pull, 'state') === 'open' ? absent : blocked('target_drifted', 'open', 'closed')
}

export const mergePull: Effect<ArgumentsOf<'merge-pr'>> = {
  async found(hands, { number, arguments: { sha } }) {
    const pull = await hands.read(PULL, { number })
    if (!pull) return gone
    if (flagAt(pull, 'merged')) return isDone({ merge_commit_sha: textAt(pull, 'merge_commit_sha') })
    return asJudged(pull, sha)
  },
  async perform(hands, { number, arguments: { sha, method, title } }) {
    const body = { sha, merge_method: method, ...(title === undefined ? {} : { commit_title: title }) }
    const merged = await hands.write('PUT', `${PULL}/merge`, { at: { number }, body })
    return { hostId: null, evidence: { merge_commit_sha: textAt(merged, 'sha') } }
  }
}
