// What happened to an issue or a pull request, beyond its new state.

import {
  ISSUE_CHANGE_KINDS,
  type IssueChangeKind,
  type Labelling,
  PULL_REQUEST_CHANGE_KINDS,
  type PullRequestChangeKind
} from '#domain/host/events.js'
import type { JsonObject } from '#schemas/common.js'
import { objectAt, stringAt, textAt } from '../payload.js'

export const issueChangeKind = (payload: JsonObject): IssueChangeKind =>
  changeKindIn(payload, 'issue', ISSUE_CHANGE_KINDS)

interface PullRequestChange {
  changeKind: PullRequestChangeKind
  labelling: Labelling | null
  isRetargeted?: true
}

export const pullRequestChange = (payload: JsonObject): PullRequestChange => ({
  changeKind: changeKindIn(payload, 'pull_request', PULL_REQUEST_CHANGE_KINDS),
  labelling: labellingOf(payload),
  ...(isRetargeted(payload) ? { isRetargeted: true } : {})
})

/** Whether somebody has just chosen another branch for a pull request to go to. */
const isRetargeted = (payload: JsonObject): boolean =>
  stringAt(payload, 'action') === 'edited' && objectAt(objectAt(payload, 'changes'), 'base') !== undefined

function changeKindIn<Word extends string>(
  payload: JsonObject,
  key: string,
  words: readonly Word[]
): Word | 'other' {
  const action = stringAt(payload, 'action')
  const change = words.find((word) => word === action) ?? 'other'
  return change === 'edited' && !textChanged(payload, key) ? 'other' : change
}

/** Whether the title or the body really differs: the host also reports changes to the same text. */
function textChanged(payload: JsonObject, subject: string): boolean {
  const [item, changes] = [objectAt(payload, subject), objectAt(payload, 'changes')]
  return ['title', 'body'].some((key) => {
    const change = objectAt(changes, key)
    return change !== undefined && (textAt(change, 'from') ?? '') !== (textAt(item, key) ?? '')
  })
}

/** The label that a `labeled` or `unlabeled` event is about. */
export function labellingOf(payload: JsonObject): Labelling | null {
  const action = stringAt(payload, 'action')
  const label = stringAt(objectAt(payload, 'label'), 'name')
  if (label === null || (action !== 'labeled' && action !== 'unlabeled')) return null
  return { label, isOn: action === 'labeled', by: stringAt(objectAt(payload, 'sender'), 'login') }
}
