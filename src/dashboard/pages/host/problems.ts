// What is wrong now, in words, and what to do about it.
import type { Schemas } from '../../kit/api.js'
import { formatCount, formatDuration, formatNumber } from '../../kit/format.js'
import { lowDiskWarning } from '../../kit/low-disk.js'

type System = Schemas['SystemHealth']
type Cooldown = Schemas['HostCooldown']

export interface Problem {
  what: string
  advice: string
  /** Where to see more. */
  href?: string
}

/** Longer waits are worth a look: most jobs begin within a second. */
const LONG_WAIT_MS = 300_000

export function problemsOf(system: System, now: Date): Problem[] {
  return [
    ...healthProblems(system.health),
    ...queueProblems(system.queues ?? []),
    ...deliveryProblems(system.deliveries, now)
  ]
}

const when = (isSo: boolean, problem: Problem): Problem[] => (isSo ? [problem] : [])

function healthProblems(health: System['health']): Problem[] {
  const { checks, disk, audit_exports, db_migration_status, workflows } = health
  const failed = workflows.triage.failed_count
  const lowDisk = lowDiskWarning({ disk })
  return [
    ...when(checks.database !== 'ok' || checks.store !== 'ok', {
      what: 'The database does not answer in time.',
      advice: 'Look at its load, its disk and its log. The service continues by itself when it answers.'
    }),
    ...when(checks.queue !== 'ok', {
      what: 'The job queue does not answer.',
      advice:
        'No background work runs. Restart the service: it creates the tables of the queue if they are missing.'
    }),
    ...when(db_migration_status === 'behind', {
      what: 'The database is older than this version of the service.',
      advice: 'Restart the service: it brings the database up to date at its start.'
    }),
    ...when(audit_exports === 'blocked', {
      what: 'Audit exports are blocked: the seal of the newest one cannot be verified.',
      advice: 'Name the key that signed it in AUDIT_EXPORT_FORMER_KEYS, and restart.',
      href: '/dashboard/audit'
    }),
    ...when(lowDisk !== '', { what: lowDisk, advice: 'Free some space on this disk.' }),
    ...when(failed > 0, {
      what: `${formatCount(failed, 'classification has', 'classifications have')} failed for good.`,
      advice: 'Read why below, fix the cause, and retry them.',
      href: '/dashboard/host?state=open'
    })
  ]
}

function queueProblems(queues: NonNullable<System['queues']>): Problem[] {
  return queues.flatMap(({ name, waiting, failed, oldest_waiting_ms: age }) => [
    ...when((age ?? 0) > LONG_WAIT_MS, {
      what: `${formatCount(waiting, 'job', 'jobs')} of ${name} wait, the longest for ${formatDuration(age)}.`,
      advice:
        'If other jobs run, the service is only behind. If none does, no process works on the queue: restart one.'
    }),
    ...when(failed > 0, {
      what: `${formatCount(failed, 'job', 'jobs')} of ${name} failed for good within a day.`,
      advice: `The log says why: search it for “Job failed” and ${name}.`
    })
  ])
}

function deliveryProblems(deliveries: System['deliveries'], now: Date): Problem[] {
  if (deliveries === null) return []
  const { dead, waiting, oldest_waiting_at: oldest } = deliveries
  const age = oldest === null ? 0 : now.getTime() - Date.parse(oldest)
  return [
    ...when(dead > 0, {
      what: `${formatCount(dead, 'webhook was', 'webhooks were')} given up.`,
      advice: 'Read their errors, fix the cause, and retry them.',
      href: '/dashboard/deliveries?state=dead'
    }),
    ...when(age > LONG_WAIT_MS, {
      what: `${formatCount(waiting, 'webhook', 'webhooks')} wait, the longest for ${formatDuration(age)}.`,
      advice: 'Look whether delivery.handle is behind, below.',
      href: '/dashboard/deliveries?state=queued'
    })
  ]
}

const COOLDOWNS: Record<Cooldown['reason'], readonly [what: string, advice: string]> = {
  token_invalid: ['refuses the credential', 'Check HOST_APP_ID and HOST_APP_PRIVATE_KEY, or HOST_TOKEN.'],
  forbidden: ['forbids calls', 'Check the permissions of the App, and whether it was suspended.'],
  rate_exhausted: ['has no calls left', 'Work continues by itself after the reset.'],
  rate_limited_retry_after: ['asks for a pause', 'Work continues by itself when the pause is over.'],
  rate_limited: [
    'limits calls',
    'Work continues by itself. If it comes back, something else uses the same credential.'
  ]
}

export function cooldownWords({ reason, remaining_ms }: Cooldown): Problem {
  const [what, advice] = COOLDOWNS[reason]
  return { what: `The host ${what}, for another ${formatDuration(remaining_ms)}.`, advice }
}

export function usageProblems({ data }: Schemas['HostStats']): Problem[] {
  return [
    ...when(!data.cache_enabled, {
      what: 'No credential of the host is set.',
      advice: 'Set HOST_APP_ID and HOST_APP_PRIVATE_KEY, or HOST_TOKEN, and restart.'
    }),
    ...when(data.suspended_installations > 0, {
      what: `${formatNumber(data.suspended_installations)} of the installations are suspended; nothing is done for them.`,
      advice: 'Their owners can lift that in the settings of the App on the host.'
    })
  ]
}
