// The host: whether the credential works, what its installations allow, and whether webhooks arrive.
import { connectionFindings, noCredentialFinding, unexaminedFinding } from '#domain/operation/examination.js'
import { type CheckFinding, warning, well } from '#domain/operation/findings.js'
import { HostError } from '#errors/host.js'
import { openHostClient } from '#host/api/client.js'
import type { HostCredential } from '#host/api/credentials.js'
import { openHost } from '#host/index.js'
import type { Settings } from '#settings/settings.js'

type Connected = Pick<Settings, 'host' | 'webhookSecrets' | 'connection'>

export async function checkHost(settings: Connected): Promise<CheckFinding[]> {
  const { credential } = settings.host
  const secret =
    settings.webhookSecrets.length > 0
      ? well('webhook secret', 'It is set.')
      : warning(
          'webhook secret',
          'There is none: webhooks are refused.',
          'Set HOST_WEBHOOK_SECRET to the secret of the webhook on the host.'
        )
  if (credential) return [secret, ...(await examinedFindings(settings, credential))]
  return [secret, noCredentialFinding()]
}

async function examinedFindings(settings: Connected, credential: HostCredential): Promise<CheckFinding[]> {
  try {
    const examination = await examiningHost(settings, credential).connection.examine()
    return connectionFindings(examination, settings.connection.pillars)
  } catch (error) {
    if (!(error instanceof HostError)) throw error
    return [unexaminedFinding(error, settings.host.apiUrl)]
  }
}

/** Calls the host as the service does, and shares nothing with its processes for these few calls. */
export function examiningHost({ host: { apiUrl }, webhookSecrets }: Connected, credential: HostCredential) {
  const client = openHostClient({
    apiUrl,
    credential,
    store: { exchange: async () => ({ budgets: [], cooldowns: [] }) },
    log: { warn: () => {} },
    now: () => new Date()
  })
  return openHost(webhookSecrets, client, apiUrl)
}
