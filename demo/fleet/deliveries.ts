// Webhook deliveries of the last days, some of them failed, and one that was missed.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time/durations.js'
import { activity } from '#tables/activity/activity.js'
import { deliveryChecks } from '#tables/deliveries/delivery-checks.js'
import { webhookDeliveries } from '#tables/deliveries/webhook-deliveries.js'
import type { Random } from '../random.js'
import { after, ago, chanceOf, type Fleet, homeOf, momentOf, onlyIf } from './basics/fleet.js'
import { hexOf, personOf, uuidOf } from './basics/words.js'

const DELIVERIES = 1_600
const DAYS = 14

const EVENTS = [
  ['issues', 'opened'],
  ['issues', 'labeled'],
  ['issue_comment', 'created'],
  ['pull_request', 'opened'],
  ['pull_request', 'synchronize'],
  ['pull_request', 'closed'],
  ['workflow_run', 'completed'],
  ['workflow_run', 'requested'],
  ['push', null],
  ['release', 'published']
] as const

const ERRORS = [
  'The database did not answer within 5 s.',
  'The host answered 502 while the pull request was read.',
  'Another delivery about the same subject was still being handled.'
]

/** What fails is tried again for some hours, and then given up. */
const FRESH_STATES = { processed: 950, ignored: 30, failed: 8, dead: 0 }
const OLD_STATES = { processed: 950, ignored: 30, failed: 0, dead: 12 }
const TRIES = { processed: 1, ignored: 1, failed: 1, dead: 5 }

export function addDeliveries(fleet: Fleet): void {
  const random = chanceOf(fleet, 11)
  for (let count = 0; count < DELIVERIES; count += 1) {
    const at = momentOf(fleet, random, { days: DAYS, power: 1.3 })
    fleet.book.happened(at, () => addDelivery(fleet, random, at))
  }
  for (let hours = 72; hours > 0; hours -= 1) {
    const missed = hours === 31 ? 3 : 0
    const until = ago(fleet, hours * HOUR_MS)
    fleet.book.add(deliveryChecks, {
      checkedUntil: until,
      checkedAt: after(until, 2 * MINUTE_MS),
      missed,
      missedFrom: onlyIf(missed > 0, ago(fleet, hours * HOUR_MS + 40 * MINUTE_MS)),
      missedUntil: onlyIf(missed > 0, ago(fleet, hours * HOUR_MS + 10 * MINUTE_MS))
    })
  }
}

function addDelivery(fleet: Fleet, random: Random, receivedAt: Date): void {
  const home = homeOf(fleet, random)
  const [eventName, action] = random.one(EVENTS)
  const isOld = fleet.now.getTime() - receivedAt.getTime() > DAY_MS
  const state = random.weighted(isOld ? OLD_STATES : FRESH_STATES)
  const hasFailed = state === 'failed' || state === 'dead'
  const error = hasFailed ? random.one(ERRORS) : onlyIf(state === 'ignored', 'action_not_handled')
  const id = fleet.book.add(webhookDeliveries, {
    deliveryId: uuidOf(random),
    eventName,
    action,
    repo: home.fullName,
    repoId: home.hostId,
    installationId: home.installationId,
    entity: null,
    state,
    error,
    attempts: TRIES[state],
    receivedAt,
    processedAt: onlyIf(!hasFailed, after(receivedAt, 1_000 + random.below(4_000))),
    failedAt: onlyIf(hasFailed, after(receivedAt, 5 * MINUTE_MS)),
    duplicateCount: Number(random.chance(0.02)),
    payload: JSON.stringify({
      action,
      repository: { id: home.hostId, full_name: home.fullName },
      sender: { login: personOf(random) }
    }),
    payloadSha256: hexOf(random, 64)
  })
  if (state === 'ignored') return
  fleet.book.add(activity, {
    source: 'webhook',
    sourceId: id,
    repoId: home.hostId,
    targetNumber: null,
    targetUrl: null,
    actionType: action === null ? eventName : `${eventName}.${action}`,
    status: hasFailed ? 'failed' : 'processed',
    detail: error ?? '',
    createdAt: receivedAt
  })
}
