// Webhook deliveries of the last days, some of them failed, and one that was missed.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time/durations.js'
import { activity } from '#tables/activity/activity.js'
import { deliveryChecks } from '#tables/deliveries/delivery-checks.js'
import { webhookDeliveries } from '#tables/deliveries/webhook-deliveries.js'
import type { Random } from '../../bench/mirror/random.js'
import { after, ago, chanceOf, type Fleet, homeOf, momentOf } from './basics/fleet.js'
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
      missedFrom: missed > 0 ? ago(fleet, hours * HOUR_MS + 40 * MINUTE_MS) : null,
      missedUntil: missed > 0 ? ago(fleet, hours * HOUR_MS + 10 * MINUTE_MS) : null
    })
  }
}

function addDelivery(fleet: Fleet, random: Random, receivedAt: Date): void {
  const home = homeOf(fleet, random)
  const [eventName, action] = random.one(EVENTS)
  const isOld = fleet.now.getTime() - receivedAt.getTime() > DAY_MS
  const state = random.weighted({
    processed: 950,
    ignored: 30,
    failed: isOld ? 0 : 8,
    dead: isOld ? 12 : 0,
    queued: 0
  })
  const hasFailed = state === 'failed' || state === 'dead'
  const isDone = state === 'processed' || state === 'ignored'
  const error = hasFailed ? random.one(ERRORS) : state === 'ignored' ? 'action_not_handled' : null
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
    attempts: state === 'dead' ? 5 : 1,
    receivedAt,
    processedAt: isDone ? after(receivedAt, 1_000 + random.below(4_000)) : null,
    failedAt: hasFailed ? after(receivedAt, 5 * MINUTE_MS) : null,
    duplicateCount: random.chance(0.02) ? 1 : 0,
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
