// What an event says that is new of an issue or a pull request, beyond how it is now.

import {
  ISSUE_CHANGE_KINDS,
  type IssueChangeKind,
  type Labelling,
  PULL_REQUEST_CHANGE_KINDS,
  type PullRequestChangeKind
} from '#domain/host/events.js'
import type { JsonObject } from '#schemas/common.js'
import { objectAt, stringAt } from './payload.js'

export const issueChangeKind = (payload: JsonObject): IssueChangeKind =>
  changeKindIn(payload, 'issue', ISSUE_CHANGE_KINDS)

export const pullRequestChangeKind = (payload: JsonObject): PullRequestChangeKind =>
  changeKindIn(payload, 'pull_request', PULL_REQUEST_CHANGE_KINDS)

function changeKindIn<Word extends string>(
  payload: JsonObject,
  key: string,
  words: readonly Word[]
): Word | 'other' {
  const action = stringAt(payload, 'action')
  const news = words.find((one) => one === action) ?? 'other'
  return news === 'edited' && !textChanged(payload, key) ? 'other' : news
}

/** Whether the title or the body was another before; the host tells those that it takes for changed. */
function textChanged(payload: JsonObject, subject: string): boolean {
  const [thing, changes] = [objectAt(payload, subject), objectAt(payload, 'changes')]
  return ['title', 'body'].some((key) => {
    const change = objectAt(changes, key)
    return change !== undefined && (stringAt(change, 'from') ?? '') !== (stringAt(thing, key) ?? '')
  })
}

/** The label that an event is about. */
export function labellingOf(payload: JsonObject): Labelling | null {
  const action = stringAt(payload, 'action')
  const label = stringAt(objectAt(payload, 'label'), 'name')
  if (label === null || (action !== 'labeled' && action !== 'unlabeled')) return null
  return { label, isOn: action === 'labeled', by: stringAt(objectAt(payload, 'sender'), 'login') }
}
