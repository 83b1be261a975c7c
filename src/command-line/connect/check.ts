// Examines a connection, and tries its webhook: the host sends a delivery again, and its log says whether it arrived.
import { hasArrived } from '#domain/operation/examination.js'
import { type CheckFinding, failure, warning, well } from '#domain/operation/findings.js'
import { HostError } from '#errors/host.js'
import type { ConnectedPillar } from '#schemas/operation/connection.js'
import { hostSettingsOf } from '#settings/host.js'
import type { Settings } from '#settings/settings.js'
import { findingsText } from '../doctor/finding.js'
import { checkHost, examiningHost } from '../doctor/host.js'
import type { Terminal } from './terminal.js'

export type ConnectedSettings = Pick<Settings, 'host' | 'webhookSecrets' | 'connection'>

/** What the service will read at its next start. */
export function connectedBy({ settings, pillars }: NewConnection): ConnectedSettings {
  const { HOST_APP_ID: appId, HOST_WEBHOOK_SECRET: secret, ...others } = settings
  return {
    host: hostSettingsOf({ ...others, ...(appId === undefined ? {} : { HOST_APP_ID: Number(appId) }) }),
    webhookSecrets: secret === undefined ? [] : [secret],
    connection: { isStored: true, pillars }
  }
}

interface NewConnection {
  settings: Partial<Record<string, string>>
  pillars: readonly ConnectedPillar[]
}

/** Resolves with the exit code. */
export async function checkConnection(settings: ConnectedSettings, terminal: Terminal): Promise<number> {
  if (!settings.host.credential) {
    terminal.say('There is no connection to examine. "connect" makes one.')
    return 1
  }
  const findings = [...(await tryWebhook(settings, terminal)), ...(await checkHost(settings))]
  terminal.say(findingsText(findings).trimEnd())
  return findings.some(({ outcome }) => outcome === 'failed') ? 1 : 0
}

/** The host sends within seconds, and waits ten for a reply. */
const TRIES = 10
const PAUSE_MS = 2_000
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS))

async function tryWebhook(settings: ConnectedSettings, terminal: Terminal): Promise<CheckFinding[]> {
  const { credential } = settings.host
  if (credential?.kind !== 'app') return []
  const { connection } = examiningHost(settings, credential)
  try {
    const ping = await connection.requestPing()
    if (!ping) return []
    terminal.say('GitHub sends a delivery again, to try the webhook…')
    for (let tries = TRIES; tries > 0; tries -= 1) {
      const outcome = await connection.pingOutcome(ping)
      if (outcome) return [pingFinding(hasArrived(outcome), outcome.statusCode)]
      await pause()
    }
    return [warning('ping', 'GitHub did not send it in time.', 'Run connect --check again in a minute.')]
  } catch (error) {
    if (!(error instanceof HostError)) throw error
    return [failure('ping', error.message, 'See what is found next.')]
  }
}

function pingFinding(isThere: boolean, statusCode: number): CheckFinding {
  if (isThere) return well('ping', 'It arrived, and the service accepted it.')
  return failure(
    'ping',
    statusCode === 0 ? 'It reached nobody.' : `It was answered with ${statusCode}.`,
    'See what is said of the webhooks.'
  )
}
