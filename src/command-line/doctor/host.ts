// The host: whether the credential works, what its installations allow, and whether webhooks arrive.
import { missingPermissions } from '#domain/host/permissions.js'
import { HostError } from '#errors/host.js'
import { type ExaminedInstallation, examineHost, type HostExamination } from '#host/examination.js'
import type { Settings } from '#settings/settings.js'
import { type CheckFinding, failure, warning, well } from './finding.js'

export async function checkHost({ host, webhookSecrets }: Settings): Promise<CheckFinding[]> {
  const secret =
    webhookSecrets.length > 0
      ? well('webhook secret', 'It is set.')
      : warning(
          'webhook secret',
          'There is none: webhooks are refused.',
          'Set HOST_WEBHOOK_SECRET to the secret of the webhook on the host.'
        )
  if (!host.credential)
    return [
      secret,
      warning(
        'credential',
        'There is none: the host is not called.',
        'Set HOST_APP_ID and HOST_APP_PRIVATE_KEY, or HOST_TOKEN.'
      )
    ]
  try {
    return [secret, ...findingsOf(await examineHost(host.apiUrl, host.credential))]
  } catch (error) {
    if (!(error instanceof HostError)) throw error
    return [
      secret,
      failure(
        'credential',
        error.message,
        'Check HOST_API_URL, and the credential: the App and its key, or the token.'
      )
    ]
  }
}

function findingsOf({ name, app }: HostExamination): CheckFinding[] {
  if (!app) return [well('credential', `The host takes it, as that of ${name}.`)]
  return [
    well('credential', `The host takes it, as the App ${name}.`),
    ...(app.installations.length === 0
      ? [
          warning(
            'installations',
            'The App is installed nowhere.',
            'Install it for an account or an organisation.'
          )
        ]
      : app.installations.flatMap(installationFindings)),
    webhookFinding(app)
  ]
}

function installationFindings({ account, isSuspended, permissions }: ExaminedInstallation): CheckFinding[] {
  const check = `installation ${account}`
  if (isSuspended)
    return [
      warning(
        check,
        'It is suspended: nothing is read or done there.',
        'Resume it in the settings of the App.'
      )
    ]
  const missing = missingPermissions(permissions)
  if (missing.length === 0) return [well(check, 'It grants everything.')]
  return missing.map(({ name, level, cost, isOptional }) => {
    const tell = isOptional ? warning : failure
    return tell(
      check,
      `${name} is not granted for ${level}. ${cost}`,
      isOptional ? 'Grant it if you want that.' : 'Grant it to the App, and accept it for the installation.'
    )
  })
}

function webhookFinding({ webhookUrl, sent, refused }: NonNullable<HostExamination['app']>): CheckFinding {
  if (webhookUrl === null)
    return failure(
      'webhooks',
      'The App has no address for them.',
      'Set the webhook of the App to https://<your address>/webhooks/host.'
    )
  if (sent === 0)
    return warning('webhooks', `None was sent to ${webhookUrl} yet.`, 'Change an issue, and look again.')
  if (refused === 0) return well('webhooks', `The latest ${sent} arrived at ${webhookUrl}.`)
  return failure(
    'webhooks',
    `${refused} of the latest ${sent} did not arrive at ${webhookUrl}.`,
    'The delivery log of the App says why: an address that cannot be reached, or another secret.'
  )
}
