// What an event says that is new of an issue or a pull request, beyond how it is now.

import {
  ISSUE_NEWS,
  type IssueNews,
  type Labelling,
  PULL_REQUEST_NEWS,
  type PullRequestNews
} from '#domain/host/events.js'
import type { JsonObject } from '#schemas/common.js'
import { objectAt, textAt } from './payload.js'

export const issueNewsOf = (payload: JsonObject): IssueNews => newsIn(payload, 'issue', ISSUE_NEWS)

export const pullRequestNewsOf = (payload: JsonObject): PullRequestNews =>
  newsIn(payload, 'pull_request', PULL_REQUEST_NEWS)

function newsIn<Word extends string>(
  payload: JsonObject,
  key: string,
  words: readonly Word[]
): Word | 'other' {
  const action = textAt(payload, 'action')
  const news = words.find((one) => one === action) ?? 'other'
  return news === 'edited' && !saysOtherwise(payload, key) ? 'other' : news
}

/** Whether the title or the body was another before; the host tells those that it takes for changed. */
function saysOtherwise(payload: JsonObject, subject: string): boolean {
  const [thing, changes] = [objectAt(payload, subject), objectAt(payload, 'changes')]
  return ['title', 'body'].some((key) => {
    const change = objectAt(changes, key)
    return change !== undefined && (textAt(change, 'from') ?? '') !== (textAt(thing, key) ?? '')
  })
}

/** The label that an event is about. */
export function labellingOf(payload: JsonObject): Labelling | null {
  const action = textAt(payload, 'action')
  const label = textAt(objectAt(payload, 'label'), 'name')
  if (label === null || (action !== 'labeled' && action !== 'unlabeled')) return null
  return { label, isOn: action === 'labeled', by: textAt(objectAt(payload, 'sender'), 'login') }
}
