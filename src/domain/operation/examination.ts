// What the host says of a credential, and what follows from it for the pillars that it is meant for.

import type { HostError } from '#errors/host.js'
import { CONNECTED_PILLARS, type ConnectedPillar } from '#schemas/operation/connection.js'
import { WEBHOOK_PATH } from './app-manifest.js'
import { type CheckFinding, failure, warning, well } from './findings.js'
import { missingPermissions } from './permissions.js'

export interface ExaminedInstallation {
  account: string
  isSuspended: boolean
  permissions: ReadonlyMap<string, string>
}

export interface ExaminedDelivery {
  logId: number
  /** The same for each try of one delivery. */
  deliveryId: string
  eventName: string
  sentAt: Date
  isRedelivery: boolean
  /** What the address replied; 0 if it did not. */
  statusCode: number
}

export interface ExaminedWebhook {
  /** Null without an address. */
  url: string | null
  hasSecret: boolean
  /** Whether it sends JSON, which alone is understood. */
  isJson: boolean
  /** The latest ones, the newest first. */
  deliveries: readonly ExaminedDelivery[]
  /** Whether the newest, if it did not arrive, is seen to be signed with a secret of the settings. */
  isSigned: boolean
}

export interface HostExamination {
  /** The name of the App, or the login of the token's owner. */
  name: string
  /** Undefined for a token, which has neither installations nor a webhook. */
  app: { installations: readonly ExaminedInstallation[]; webhook: ExaminedWebhook } | undefined
}

/** Of so many installations each is examined; of more, these are. */
export const MOST_EXAMINED = 1_000

/** The host follows no redirect: a delivery that was answered with one has arrived nowhere. */
export const hasArrived = ({ statusCode }: ExaminedDelivery) => statusCode >= 200 && statusCode < 300

/** Without a credential. */
export const noCredentialFinding = (): CheckFinding =>
  warning(
    'credential',
    'There is none: the host is not called.',
    'Run the command connect, or set HOST_APP_ID and HOST_APP_PRIVATE_KEY, or HOST_TOKEN.'
  )

/** Why the host could not be asked: it does not answer, or refuses the credential. */
export function unexaminedFinding(
  { failure: kind, message }: HostError,
  apiUrl: string | undefined
): CheckFinding {
  if (kind === 'host_unavailable')
    return failure(
      'host',
      message,
      `See that this machine reaches ${apiUrl ?? 'api.github.com'} (HOST_API_URL): its network, name servers, firewall and proxy.`
    )
  return failure(
    'credential',
    message,
    'Check HOST_API_URL, and the credential: the App and its key, or the token.'
  )
}

/** What is well and what is not, with a remedy for each. */
export function connectionFindings(
  { name, app }: HostExamination,
  pillars: readonly ConnectedPillar[] = CONNECTED_PILLARS
): CheckFinding[] {
  if (!app)
    return [well('credential', `The host takes it, as that of ${name}. What it may do is not examined.`)]
  return [
    well('credential', `The host takes it, as the App ${name}.`),
    ...installationsFindings(app.installations, pillars),
    ...webhookFindings(app.webhook)
  ]
}

function installationsFindings(
  installations: readonly ExaminedInstallation[],
  pillars: readonly ConnectedPillar[]
): CheckFinding[] {
  if (installations.length === 0)
    return [
      warning(
        'installations',
        'The App is installed nowhere.',
        'Install it for an account or an organisation.'
      )
    ]
  const found = installations.slice(0, MOST_EXAMINED).flatMap((one) => installationFindings(one, pillars))
  if (installations.length <= MOST_EXAMINED) return found
  const message = `The App has more than ${MOST_EXAMINED}. The others were not examined.`
  return [...found, warning('installations', message, 'Look at the others in the settings of the App.')]
}

function installationFindings(
  { account, isSuspended, permissions }: ExaminedInstallation,
  pillars: readonly ConnectedPillar[]
): CheckFinding[] {
  const check = `installation ${account}`
  if (isSuspended)
    return [
      warning(
        check,
        'It is suspended: nothing is read or done there.',
        'Resume it in the settings of the App.'
      )
    ]
  const missing = missingPermissions(permissions, pillars)
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

function webhookFindings(webhook: ExaminedWebhook): CheckFinding[] {
  const setup = setupFault(webhook)
  return setup ? [setup] : [deliveryFinding(webhook), ...signatureFindings(webhook)]
}

/** What keeps every delivery from being accepted. */
function setupFault({ url, hasSecret, isJson }: ExaminedWebhook): CheckFinding | undefined {
  const set = `Set the webhook of the App to https://<your address>${WEBHOOK_PATH}.`
  if (url === null) return failure('webhooks', 'The App has no address for them.', set)
  if (!url.endsWith(WEBHOOK_PATH))
    return failure('webhooks', `They are sent to ${url}, where the service does not listen.`, set)
  if (!isJson)
    return failure('webhooks', 'The App sends them as a form.', 'Choose application/json in its webhook.')
  if (hasSecret) return undefined
  return failure(
    'webhooks',
    'The App signs them with no secret, so that all are refused.',
    'Set the secret of the webhook to that of HOST_WEBHOOK_SECRET.'
  )
}

function deliveryFinding({ url, deliveries }: ExaminedWebhook): CheckFinding {
  const [newest] = deliveries
  if (!newest) return warning('webhooks', `None was sent to ${url} yet.`, 'Change an issue, and look again.')
  const refused = deliveries.filter((one) => !hasArrived(one)).length
  if (refused === 0) return well('webhooks', `The latest ${deliveries.length} arrived at ${url}.`)
  const message = `${refused} of the latest ${deliveries.length} did not arrive at ${url}.`
  if (!hasArrived(newest)) return failure('webhooks', message, remedyOf(newest))
  return warning('webhooks', `${message} The newest did.`, 'Deliveries that failed are asked for again.')
}

/** What to do, by what the address replied. */
function remedyOf({ statusCode }: ExaminedDelivery): string {
  const reply = `It replied ${statusCode} to the newest:`
  if (statusCode >= 300 && statusCode < 400)
    return `${reply} the address redirects, and the host does not follow. Give the App the final address.`
  if (statusCode === 401 || statusCode === 403)
    return `${reply} HOST_WEBHOOK_SECRET must be the secret of the App's webhook.`
  if (statusCode === 404) return `${reply} the service must be reached at ${WEBHOOK_PATH} of this address.`
  if (statusCode === 503)
    return `${reply} the service has no webhook secret, or its disk is full. Its log says which.`
  if (statusCode === 0 || statusCode >= 500)
    return 'The host reached no service at the newest: see that it runs, and that the address leads to it from the internet.'
  return `${reply} the delivery log of the App says why.`
}

/** Whether the secrets agree is seen by a signature, or by the service that has accepted one. */
function signatureFindings({ deliveries, isSigned }: ExaminedWebhook): CheckFinding[] {
  const [newest] = deliveries
  if (!newest || (!isSigned && !hasArrived(newest))) return []
  return [well('signature', 'The newest delivery verifies with the webhook secret.')]
}
