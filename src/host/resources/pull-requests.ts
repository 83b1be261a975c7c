// Pull requests in the host's words, from its events and its listings alike.

import type { HostPullRequest } from '#domain/host/items.js'
import type { JsonObject } from '#schemas/common.js'
import type { PullRequestState } from '#schemas/host/words.js'
import { flagAt, idAt, momentAt, namesAt, numberAt, objectAt, ordinalAt, textAt } from '../events/payload.js'

/** Nothing where it says too little. */
export function pullRequestOf(object: JsonObject | undefined): HostPullRequest | undefined {
  const hostId = idAt(object, 'id')
  const number = ordinalAt(object, 'number')
  const createdAt = momentAt(object, 'created_at')
  const updatedAt = momentAt(object, 'updated_at')
  if (hostId === null || number === null || !createdAt || !updatedAt) return undefined
  const head = objectAt(object, 'head')
  return {
    hostId,
    number,
    title: textAt(object, 'title') ?? '',
    body: textAt(object, 'body'),
    state: stateOf(object),
    draft: flagAt(object, 'draft') ?? false,
    headBranch: textAt(head, 'ref') ?? '',
    baseBranch: textAt(objectAt(object, 'base'), 'ref') ?? '',
    headSha: textAt(head, 'sha'),
    labels: namesAt(object, 'labels', 'name'),
    author: textAt(objectAt(object, 'user'), 'login'),
    additions: numberAt(object, 'additions'),
    deletions: numberAt(object, 'deletions'),
    changedFiles: numberAt(object, 'changed_files'),
    createdAt,
    updatedAt,
    closedAt: momentAt(object, 'closed_at'),
    mergedAt: momentAt(object, 'merged_at')
  }
}

/** The host calls a merged one closed, and says when it was merged. */
function stateOf(object: JsonObject | undefined): PullRequestState {
  if (textAt(object, 'state') !== 'closed') return 'open'
  return momentAt(object, 'merged_at') ? 'merged' : 'closed'
}
