// What the host's events say of issues and pull requests, beyond what the mirror keeps of them.

import type { RuleEvent } from '#domain/host/events.js'
import type { JsonObject } from '#schemas/common.js'
import { pullRequestOf } from '../resources/pull-requests.js'
import { namesAt, objectAt, ordinalAt, stringAt } from './payload.js'

/** Nothing where the event is about neither. */
export function ruleEventOf(event: string, payload: JsonObject): RuleEvent | undefined {
  const pull = objectAt(payload, 'pull_request')
  const thing = pull ?? objectAt(payload, 'issue')
  const number = ordinalAt(thing, 'number')
  const action = stringAt(payload, 'action')
  if (number === null || action === null) return undefined
  // A comment shows a pull request as an issue, and says only that it is none.
  const isPull = pull !== undefined || objectAt(thing, 'pull_request') !== undefined
  return {
    event,
    action,
    sender: loginAt(payload, 'sender'),
    target: isPull ? 'pr' : 'issue',
    number,
    title: stringAt(thing, 'title') ?? '',
    body: stringAt(thing, 'body') ?? '',
    labels: namesAt(thing, 'labels', 'name'),
    author: loginAt(thing, 'user'),
    pull: pullRequestOf(pull),
    comment: commentAt(payload)
  }
}

const loginAt = (object: JsonObject | undefined, key: string) => stringAt(objectAt(object, key), 'login')

function commentAt(payload: JsonObject): RuleEvent['comment'] {
  const comment = objectAt(payload, 'comment')
  return comment && { author: loginAt(comment, 'user'), body: stringAt(comment, 'body') ?? '' }
}
