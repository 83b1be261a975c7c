// The service itself, where it runs: its health, its queues and its backlog of webhooks.

import { type CheckFinding, failure, warning, well } from '#domain/operation/findings.js'
import { logText } from '#domain/text/failure.js'
import { textWithin } from '#runtime/fetching.js'
import type { Page } from '#schemas/common.js'
import type { HostRateLimit } from '#schemas/host/host.js'
import type { Repo } from '#schemas/mirror/repos.js'
import type { SystemHealth } from '#schemas/operation/system.js'
import type { Settings } from '#settings/settings.js'
import { isHeldByAnother } from '../../data-directory.js'
import { storedApiKey } from '../../generated-secrets.js'
import { budgetFindings, MOST_NAMED, syncFindings } from './activity.js'

const PATIENCE_MS = 10_000
const MOST_BYTES = 4 * 1024 * 1024
/** A job that is due begins at once unless too few workers run. */
const LONGEST_WAIT_MS = 600_000

export async function checkService(settings: Settings): Promise<CheckFinding[]> {
  if (settings.role === 'worker') return []
  // Whatever else listens there is not to be given the key.
  if (settings.databaseUrl === undefined && !isHeldByAnother(settings.dataDir))
    return [
      warning('service', 'No service runs with this DATA_DIR.', 'Start it, if it should run on this machine.')
    ]
  const address = `http://${hostOf(settings.listenAddress)}:${settings.port}`
  const key = settings.apiKeys[0]?.key ?? storedApiKey(settings.dataDir) ?? ''
  const reply = await ask(`${address}/api/system/health`, key)
  if (reply === undefined)
    return [
      warning('service', `Nothing answers at ${address}.`, 'Start it, if it should run on this machine.')
    ]
  if (reply.status === 401)
    return [
      failure('service', `It refuses the key at ${address}.`, 'Run this with the settings of the service.')
    ]
  if (!reply.ok) return [failure('service', `It answers ${reply.status} at ${address}.`, 'Look at its log.')]
  const health = await jsonIn(reply)
  const findings = findingsIn(health, address)
  if (findings === undefined)
    return [failure('service', `Something else answers at ${address}.`, 'Choose another PORT, or stop it.')]
  // The embedded database cannot be read while its service runs; and without a credential nothing is done with the host.
  const isAsked = settings.databaseUrl === undefined && settings.host.credential
  return isAsked ? [...findings, ...(await activityOf(address, key))] : findings
}

async function activityOf(address: string, key: string): Promise<CheckFinding[]> {
  try {
    return await readActivity(address, key)
  } catch (error) {
    // What its health says is known already.
    return [warning('activity', `The service does not tell it: ${logText(error)}`, 'Look at its log.')]
  }
}

async function readActivity(address: string, key: string): Promise<CheckFinding[]> {
  const now = new Date()
  const budgets = await listOf<HostRateLimit>(`${address}/api/host/rate-limits?per_page=100`, key)
  const repositories = await listOf<RepoRow>(
    `${address}/api/repos?sort=last_synced_at&per_page=${MOST_NAMED}`,
    key
  )
  return [
    ...budgetFindings(
      budgets.data.map(({ installation_id, resource, remaining, limit, reset_at }) => ({
        installationId: installation_id,
        resource,
        remaining,
        limit,
        resetAt: new Date(reset_at)
      })),
      now
    ),
    ...syncFindings(
      {
        total: repositories.meta.total,
        oldest: repositories.data.map(({ full_name: fullName, last_synced_at: at }) => ({
          fullName,
          syncedAt: at === null ? null : new Date(at)
        }))
      },
      now
    )
  ]
}

type RepoRow = Pick<Repo, 'full_name' | 'last_synced_at'>

async function listOf<Row>(url: string, key: string): Promise<Page<Row>> {
  const reply = await ask(url, key)
  if (!reply?.ok) throw new Error(`${url} was not answered.`)
  // Cast: a service that answers keeps to its schema.
  return (await jsonIn(reply)) as Page<Row>
}

/** Undefined if it is none, or larger than any answer of the service. */
async function jsonIn(reply: Response): Promise<unknown> {
  try {
    return JSON.parse((await textWithin(reply, MOST_BYTES)) ?? '')
  } catch {
    return undefined
  }
}

/** An address for all interfaces is asked at this machine. */
const hostOf = (address: string) =>
  address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address.includes(':') ? `[${address}]` : address

async function ask(url: string, key: string): Promise<Response | undefined> {
  try {
    return await fetch(url, {
      headers: { authorization: `Bearer ${key}` },
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS)
    })
  } catch {
    return undefined
  }
}

/** Undefined if it is not what the service would say. */
function findingsIn(health: unknown, address: string): CheckFinding[] | undefined {
  if (typeof health !== 'object' || health === null || !('health' in health)) return undefined
  try {
    // Cast: what is of another form fails below.
    return healthFindings(health as SystemHealth, address)
  } catch {
    return undefined
  }
}

function healthFindings({ health, queues, deliveries }: SystemHealth, address: string): CheckFinding[] {
  const state =
    health.status === 'ok'
      ? well('service', `Version ${health.version} runs at ${address}, and is well.`)
      : failure(
          'service',
          `Version ${health.version} runs at ${address}, and is unwell.`,
          'Its page Host and jobs says why.'
        )
  return [state, ...queueFindings(queues ?? []), ...deliveryFindings(deliveries)]
}

function queueFindings(queues: NonNullable<SystemHealth['queues']>): CheckFinding[] {
  const late = queues.filter(({ oldest_waiting_ms: ms }) => (ms ?? 0) > LONGEST_WAIT_MS)
  const failed = queues.reduce((sum, queue) => sum + queue.failed, 0)
  return [
    late.length === 0
      ? well('queue', 'No job waits for long.')
      : failure(
          'queue',
          `Jobs of ${late.map(({ name }) => name).join(', ')} have been due for more than ten minutes.`,
          'Start a worker, or more of them.'
        ),
    ...(failed === 0
      ? []
      : [warning('jobs', `${failed} were given up within a day.`, 'The page Host and jobs says which.')])
  ]
}

function deliveryFindings(deliveries: SystemHealth['deliveries']): CheckFinding[] {
  if (!deliveries || deliveries.failed + deliveries.dead === 0)
    return [well('deliveries', `${deliveries?.waiting ?? 0} wait.`)]
  return [
    warning(
      'deliveries',
      `${deliveries.failed} have failed and ${deliveries.dead} were given up.`,
      'The page Deliveries says why, and retries them.'
    )
  ]
}
