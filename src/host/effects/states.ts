// Issues that are closed, pull requests that are closed or merged: their state says whether it has been done.
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import type { JsonObject } from '#schemas/common.js'
import { flagAt, objectAt, stringAt } from '../events/payload.js'
import { alreadyDone, blocked, type EffectHandler, type EffectState, notDone } from './effect.js'
import type { RepositoryClient } from './repository-client.js'

const ISSUE = '/issues/{number}'
export const PULL_PATH = '/pulls/{number}'

export const targetGone: EffectState = blocked('target_drifted', 'it is there', 'it is gone')

const closedEvidence = (object: JsonObject): JsonObject => ({ closed_at: stringAt(object, 'closed_at') })

async function findClosed(hands: RepositoryClient, path: string, number: number): Promise<EffectState> {
  const found = await hands.read(path, { number })
  if (!found) return targetGone
  return stringAt(found, 'state') === 'closed' ? alreadyDone(closedEvidence(found)) : notDone
}

export const closeIssue: EffectHandler<ArgumentsOf<'close-issue'>> = {
  find: (hands, { number }) => findClosed(hands, ISSUE, number),
  async perform(hands, { number, arguments: { reason } }) {
    const body = { state: 'closed', state_reason: reason }
    return {
      hostId: null,
      evidence: closedEvidence(await hands.write('PATCH', ISSUE, { at: { number }, body }))
    }
  }
}

export const closePull: EffectHandler<ArgumentsOf<'close-pr'>> = {
  find: (hands, { number }) => findClosed(hands, PULL_PATH, number),
  async perform(hands, { number }) {
    const closed = await hands.write('PATCH', PULL_PATH, { at: { number }, body: { state: 'closed' } })
    return { hostId: null, evidence: closedEvidence(closed) }
  }
}

/** Open, and at the commit that was judged. */
export function stateAtCommit(pull: JsonObject, sha: string): EffectState {
  const head = stringAt(objectAt(pull, 'head'), 'sha')
  if (head !== sha) return blocked('target_drifted', sha, head ?? 'unknown')
  return stringAt(pull, 'state') === 'open' ? notDone : blocked('target_drifted', 'open', 'closed')
}

export const mergePull: EffectHandler<ArgumentsOf<'merge-pr'>> = {
  async find(hands, { number, arguments: { sha } }) {
    const pull = await hands.read(PULL_PATH, { number })
    if (!pull) return targetGone
    if (flagAt(pull, 'merged')) return alreadyDone({ merge_commit_sha: stringAt(pull, 'merge_commit_sha') })
    return stateAtCommit(pull, sha)
  },
  async perform(hands, { number, arguments: { sha, method, title } }) {
    const body = { sha, merge_method: method, ...(title === undefined ? {} : { commit_title: title }) }
    const merged = await hands.write('PUT', `${PULL_PATH}/merge`, { at: { number }, body })
    return { hostId: null, evidence: { merge_commit_sha: stringAt(merged, 'sha') } }
  }
}
