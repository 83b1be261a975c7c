// Closing issues, closing and merging pull requests: their state tells whether it has been done.
import { HostError } from '#errors/host.js'
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import type { JsonObject } from '#schemas/common.js'
import { flagAt, objectAt, stringAt } from '../payload.js'
import { alreadyDone, blocked, type EffectHandler, type EffectState, notDone } from './effect.js'
import type { RepositoryClient } from './repository-client.js'

const ISSUE = '/issues/{number}'
export const PULL_PATH = '/pulls/{number}'

export const targetGone: EffectState = blocked('target_drifted', 'it exists', 'it no longer exists')

export const closedEvidence = (object: JsonObject): JsonObject => ({
  closed_at: stringAt(object, 'closed_at')
})

async function findClosed(repository: RepositoryClient, path: string, number: number): Promise<EffectState> {
  const item = await repository.read(path, { number })
  if (!item) return targetGone
  return stringAt(item, 'state') === 'closed' ? alreadyDone(closedEvidence(item)) : notDone
}

export const closeIssue: EffectHandler<ArgumentsOf<'close-issue'>> = {
  find: (repository, { number }) => findClosed(repository, ISSUE, number),
  async perform(repository, { number, arguments: { reason } }) {
    const body = { state: 'closed', state_reason: reason }
    return {
      hostId: null,
      evidence: closedEvidence(await repository.write('PATCH', ISSUE, { at: { number }, body }))
    }
  }
}

export const closePull: EffectHandler<ArgumentsOf<'close-pr'>> = {
  find: (repository, { number }) => findClosed(repository, PULL_PATH, number),
  async perform(repository, { number }) {
    const closed = await repository.write('PATCH', PULL_PATH, { at: { number }, body: { state: 'closed' } })
    return { hostId: null, evidence: closedEvidence(closed) }
  }
}

/** Not yet done if the pull request is open and still at the commit that was decided on; blocked otherwise. */
export function stateAtCommit(pull: JsonObject, sha: string): EffectState {
  const head = stringAt(objectAt(pull, 'head'), 'sha')
  if (head !== sha) return blocked('target_drifted', sha, head ?? 'unknown')
  return stringAt(pull, 'state') === 'open' ? notDone : blocked('target_drifted', 'open', 'closed')
}

export const mergePull: EffectHandler<ArgumentsOf<'merge-pr'>> = {
  async find(repository, { number, arguments: { sha } }) {
    const pull = await repository.read(PULL_PATH, { number })
    if (!pull) return targetGone
    if (flagAt(pull, 'merged'))
      return alreadyDone({
        ...(await mergeEvidence(repository, stringAt(pull, 'merge_commit_sha'))),
        merged_by: stringAt(objectAt(pull, 'merged_by'), 'login')
      })
    return stateAtCommit(pull, sha)
  },
  async perform(repository, order) {
    const { number } = order
    const { sha, method, title, message } = order.arguments
    const body = {
      sha,
      merge_method: method,
      ...(title === undefined ? {} : { commit_title: title }),
      ...(message === undefined ? {} : { commit_message: message })
    }
    try {
      // Nothing is merged twice, and what comes after it waits.
      const parts = { at: { number }, body, isRepeatable: true }
      const merged = await repository.write('PUT', `${PULL_PATH}/merge`, parts)
      return { hostId: null, evidence: await mergeEvidence(repository, stringAt(merged, 'sha')) }
    } catch (error) {
      if (!(error instanceof HostError) || error.failure !== 'host_refused') throw error
      // The first of several tries may have been carried out without an answer.
      const seen = await mergePull.find(repository, order)
      if (seen.is !== 'done') throw error
      return seen.done
    }
  }
}

/** The commit of the merge, and what it holds. */
async function mergeEvidence(repository: RepositoryClient, sha: string | null): Promise<JsonObject> {
  const commit = sha === null ? undefined : await repository.read('/git/commits/{sha}', { sha })
  return { merge_commit_sha: sha, tree_sha: stringAt(objectAt(commit, 'tree'), 'sha') }
}
