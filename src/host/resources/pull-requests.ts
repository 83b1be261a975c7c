// Parses pull requests from events and listings alike.

import type { HostPullRequest } from '#domain/host/items.js'
import type { JsonObject } from '#schemas/common.js'
import type { PullRequestState } from '#schemas/host/enums.js'
import {
  flagAt,
  idAt,
  integerAt,
  momentAt,
  namesAt,
  objectAt,
  ordinalAt,
  stringAt,
  textAt
} from '../payload.js'

/** Undefined for incomplete objects. */
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
    title: stringAt(object, 'title') ?? '',
    body: textAt(object, 'body'),
    state: stateOf(object),
    draft: flagAt(object, 'draft') ?? false,
    headBranch: stringAt(head, 'ref') ?? '',
    baseBranch: stringAt(objectAt(object, 'base'), 'ref') ?? '',
    headSha: stringAt(head, 'sha'),
    labels: namesAt(object, 'labels', 'name'),
    author: stringAt(objectAt(object, 'user'), 'login'),
    additions: integerAt(object, 'additions'),
    deletions: integerAt(object, 'deletions'),
    changedFiles: integerAt(object, 'changed_files'),
    createdAt,
    updatedAt,
    closedAt: momentAt(object, 'closed_at'),
    mergedAt: momentAt(object, 'merged_at')
  }
}

/** The host reports merged pull requests as closed with a merge time. */
function stateOf(object: JsonObject | undefined): PullRequestState {
  if (stringAt(object, 'state') !== 'closed') return 'open'
  return momentAt(object, 'merged_at') ? 'merged' : 'closed'
}
