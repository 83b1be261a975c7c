// Issues in the host's words, from its events and its listings alike.
import type { JsonObject } from '../../schemas/common.js'
import { ISSUE_NEWS, type IssueNews } from '../../schemas/events.js'
import type { HostIssue } from '../../schemas/mirror.js'
import { idAt, momentAt, namesAt, numberAt, objectAt, textAt } from './payload.js'

/** Nothing where it says too little, or is a pull request, which the host lists among the issues. */
export function issueOf(object: JsonObject | undefined): HostIssue | undefined {
  const hostId = idAt(object, 'id')
  const number = numberAt(object, 'number')
  const createdAt = momentAt(object, 'created_at')
  const updatedAt = momentAt(object, 'updated_at')
  if (hostId === null || number === null || !createdAt || !updatedAt || object?.['pull_request'])
    return undefined
  return {
    hostId,
    number,
    title: textAt(object, 'title') ?? '',
    body: textAt(object, 'body'),
    state: textAt(object, 'state') === 'closed' ? 'closed' : 'open',
    labels: namesAt(object, 'labels', 'name'),
    assignees: namesAt(object, 'assignees', 'login'),
    author: textAt(objectAt(object, 'user'), 'login'),
    createdAt,
    updatedAt,
    closedAt: momentAt(object, 'closed_at')
  }
}

/** What an event of an issue says that is new of it. */
export function issueNewsOf(payload: JsonObject): IssueNews {
  const action = textAt(payload, 'action')
  const news = ISSUE_NEWS.find((one) => one === action) ?? 'other'
  return news === 'edited' && !saysOtherwise(payload) ? 'other' : news
}

/** Whether the title or the body was another before; the host tells those that it takes for changed. */
function saysOtherwise(payload: JsonObject): boolean {
  const [issue, changes] = [objectAt(payload, 'issue'), objectAt(payload, 'changes')]
  return ['title', 'body'].some((key) => {
    const change = objectAt(changes, key)
    return change !== undefined && (textAt(change, 'from') ?? '') !== (textAt(issue, key) ?? '')
  })
}
