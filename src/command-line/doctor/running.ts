// The service itself, where it runs: its health, its queues and its backlog of webhooks.
import type { SystemHealth } from '#schemas/operation/system.js'
import type { Settings } from '#settings/settings.js'
import { storedApiKey } from '../../data-directory.js'
import { type CheckFinding, failure, warning, well } from './finding.js'

const PATIENCE_MS = 10_000
/** A job that is due begins at once unless too few workers run. */
const LONGEST_WAIT_MS = 600_000

export async function checkService(settings: Settings): Promise<CheckFinding[]> {
  if (settings.role === 'worker') return []
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
  const health = await reply.json().catch(() => undefined)
  if (typeof health !== 'object' || health === null || !('health' in health))
    return [failure('service', `Something else answers at ${address}.`, 'Choose another PORT, or stop it.')]
  // Cast: a service that answers this question keeps to its schema.
  return healthFindings(health as SystemHealth, address)
}

/** An address for all interfaces is asked at this machine. */
const hostOf = (address: string) =>
  address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address.includes(':') ? `[${address}]` : address

async function ask(url: string, key: string): Promise<Response | undefined> {
  try {
    return await fetch(url, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(PATIENCE_MS)
    })
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
