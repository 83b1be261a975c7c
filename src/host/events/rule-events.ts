// Events as user-defined rules see them: with details of issues and pull requests that the mirror does not store.

import type { RuleEvent } from '#domain/host/events.js'
import type { JsonObject } from '#schemas/common.js'
import { namesAt, objectAt, ordinalAt, stringAt, textAt } from '../payload.js'
import { pullRequestOf } from '../resources/pull-requests.js'

/** Undefined for events about anything else. */
export function ruleEventOf(event: string, payload: JsonObject): RuleEvent | undefined {
  const pull = objectAt(payload, 'pull_request')
  const item = pull ?? objectAt(payload, 'issue')
  const number = ordinalAt(item, 'number')
  const action = stringAt(payload, 'action')
  if (number === null || action === null) return undefined
  // Comment events show a pull request as an issue with a `pull_request` key.
  const isPull = pull !== undefined || objectAt(item, 'pull_request') !== undefined
  return {
    event,
    action,
    sender: loginAt(payload, 'sender'),
    target: isPull ? 'pr' : 'issue',
    number,
    title: stringAt(item, 'title') ?? '',
    body: textAt(item, 'body') ?? '',
    labels: namesAt(item, 'labels', 'name'),
    author: loginAt(item, 'user'),
    pull: pullRequestOf(pull),
    comment: commentAt(payload)
  }
}

const loginAt = (object: JsonObject | undefined, key: string) => stringAt(objectAt(object, key), 'login')

function commentAt(payload: JsonObject): RuleEvent['comment'] {
  const comment = objectAt(payload, 'comment')
  return comment && { author: loginAt(comment, 'user'), body: textAt(comment, 'body') ?? '' }
}
