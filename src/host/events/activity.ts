// Who is active on issues and pull requests: only people count.
import type { ItemActivity } from '#domain/host/events.js'
import type { JsonObject } from '#schemas/common.js'
import { STALE_CLOSED_LABEL, STALE_LABEL } from '#schemas/host/enums.js'
import { momentAt, objectAt, ordinalAt, stringAt, textAt } from '../payload.js'

/** Events about one issue or pull request that a person may have caused. */
const EVENTS: ReadonlySet<string> = new Set([
  'issues',
  'issue_comment',
  'pull_request',
  'pull_request_review',
  'pull_request_review_comment',
  'pull_request_review_thread'
])

/** In every text that the service posts. */
const OWN_MARK = '<!-- service'

const OWN_LABELS: readonly (string | null)[] = [STALE_LABEL, STALE_CLOSED_LABEL]

/** Undefined for bots. With a token, the service acts under the name of a person: its own traces do not count either. */
export function activityOf(name: string, payload: JsonObject): ItemActivity | undefined {
  const pull = objectAt(payload, 'pull_request')
  const item = pull ?? objectAt(payload, 'issue')
  const number = ordinalAt(item, 'number')
  const at = momentAt(item, 'updated_at')
  if (!EVENTS.has(name) || number === null || at === null) return undefined
  if (isBot(objectAt(payload, 'sender')) || isOwnTrace(payload)) return undefined
  // Comment events show a pull request as an issue with a `pull_request` key.
  const isPull = pull !== undefined || objectAt(item, 'pull_request') !== undefined
  return { targetType: isPull ? 'pr' : 'issue', number, at, kind: kindOf(name, payload) }
}

export function isBot(account: JsonObject | undefined): boolean {
  return stringAt(account, 'type') === 'Bot' || stringAt(account, 'login')?.endsWith('[bot]') === true
}

export function isOwnTrace(payload: JsonObject): boolean {
  const action = stringAt(payload, 'action')
  if (action === 'labeled') return OWN_LABELS.includes(stringAt(objectAt(payload, 'label'), 'name'))
  const comment = textAt(objectAt(payload, 'comment'), 'body')
  return action === 'created' && comment?.includes(OWN_MARK) === true
}

function kindOf(name: string, payload: JsonObject): ItemActivity['kind'] {
  const action = stringAt(payload, 'action')
  const isOfState = name === 'issues' || name === 'pull_request'
  return isOfState && (action === 'reopened' || action === 'closed') ? action : 'other'
}
