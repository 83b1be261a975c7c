// Parses issues from events and listings alike.

import type { HostIssue } from '#domain/host/items.js'
import type { JsonObject } from '#schemas/common.js'
import { idAt, momentAt, namesAt, objectAt, ordinalAt, stringAt, textAt } from '../payload.js'

/** Undefined for incomplete objects, and for pull requests, which the host lists among the issues. */
export function issueOf(object: JsonObject | undefined): HostIssue | undefined {
  const hostId = idAt(object, 'id')
  const number = ordinalAt(object, 'number')
  const createdAt = momentAt(object, 'created_at')
  const updatedAt = momentAt(object, 'updated_at')
  if (hostId === null || number === null || !createdAt || !updatedAt || object?.['pull_request'])
    return undefined
  return {
    hostId,
    number,
    title: stringAt(object, 'title') ?? '',
    body: textAt(object, 'body'),
    state: stringAt(object, 'state') === 'closed' ? 'closed' : 'open',
    labels: namesAt(object, 'labels', 'name'),
    assignees: namesAt(object, 'assignees', 'login'),
    author: stringAt(objectAt(object, 'user'), 'login'),
    createdAt,
    updatedAt,
    closedAt: momentAt(object, 'closed_at')
  }
}
