// New comments of people on issues and pull requests.
import type { ItemComment } from '#domain/host/events.js'
import type { JsonObject } from '#schemas/common.js'
import { idAt, momentAt, objectAt, ordinalAt, stringAt, textAt } from '../payload.js'
import { isBot, isOwnTrace } from './activity.js'

/** Authors whom the host relates to the repository; what they may do there is another question. */
const INSIDERS: readonly (string | null)[] = ['OWNER', 'MEMBER', 'COLLABORATOR']

/** Undefined for other events, and for comments of bots and of the service itself. */
export function commentOf(name: string, payload: JsonObject): ItemComment | undefined {
  if (name !== 'issue_comment' || stringAt(payload, 'action') !== 'created') return undefined
  const [comment, item] = [objectAt(payload, 'comment'), objectAt(payload, 'issue')]
  const [hostId, number] = [idAt(comment, 'id'), ordinalAt(item, 'number')]
  const author = authorOf(payload, comment)
  if (hostId === null || number === null || author === null || isOwnTrace(payload)) return undefined
  return {
    hostId,
    targetType: objectAt(item, 'pull_request') === undefined ? 'issue' : 'pr',
    number,
    author,
    isByInsider: INSIDERS.includes(stringAt(comment, 'author_association')),
    url: stringAt(comment, 'html_url'),
    writtenAt: momentAt(comment, 'created_at'),
    body: textAt(comment, 'body') ?? ''
  }
}

/** Null unless the person who sent it also wrote it. */
function authorOf(payload: JsonObject, comment: JsonObject | undefined): string | null {
  const [sender, user] = [objectAt(payload, 'sender'), objectAt(comment, 'user')]
  if (isBot(sender) || isBot(user)) return null
  return idAt(sender, 'id') === idAt(user, 'id') ? stringAt(user, 'login') : null
}
