// The connection to the host: how well it works, and how it is made.
import { type Static, Type } from '@sinclair/typebox'
import { closed, count, ENUM_DESCRIPTIONS, nullable, oneOf, operation, ref, timestamp } from '../common.js'
import { WAIVABLE, type Waivable } from '../configuration/pillars.js'
import { configKeys } from '../configuration/service-config.js'
import { enumeration } from '../enumeration.js'
import { ErrorBody, HOST_CODES } from '../errors.js'

/** A pillar, or what works like one. */
export const CONNECTED_PILLARS: readonly ConnectedPillar[] = enumeration('ConnectedPillar', WAIVABLE)
export type ConnectedPillar = Waivable

/** Those that are on where no configuration says otherwise. */
export const DEFAULT_PILLARS: readonly ConnectedPillar[] = CONNECTED_PILLARS.filter(
  (one) => configKeys.properties?.['pillars']?.properties?.[one]?.properties?.['enabled']?.default === true
)

/** For whoever chooses. */
export const WHAT_PILLARS_DO: Readonly<Record<ConnectedPillar, string>> = {
  triage: 'Labels issues and pull requests, and finds issues that report the same.',
  ci_healing: 'Diagnoses failed CI, runs it again or repairs it by pull request.',
  maintainer: 'Warns of stale work; closes it and deletes merged branches if allowed.',
  issue_fix: 'Fixes issues by pull request, with a language model.',
  enforcement: 'Keeps branches and repositories as your policies ask.',
  trust: 'Quarantines flaky tests and updates vulnerable dependencies.',
  merge_queue: 'Tests pull requests together as they would land, and lands them in order.',
  ai_review: 'Reviews pull requests by rules, and with a language model if you have one.',
  spam_gate: 'Closes new issues and pull requests of authors who have too many open.',
  insights: 'Shows figures of repositories and teams.',
  custom_rules: "Runs a repository's own rules on its events.",
  quality_gates: "Checks pull requests against conditions on the repository's figures."
}

const CHECK_OUTCOMES = enumeration('CheckOutcome', ['ok', 'warning', 'failed'])
const CREDENTIAL_KINDS = enumeration('HostCredentialKind', ['app', 'token'])

const pillars = (description: string) =>
  Type.Array(oneOf(CONNECTED_PILLARS, { description: 'A pillar, or what works like one.' }), { description })

export const ConnectionFinding = closed(
  {
    check: Type.String({ description: 'What was looked at.', examples: ['installation octo-org'] }),
    outcome: oneOf(CHECK_OUTCOMES, { description: 'How it is.' }),
    message: Type.String({ description: 'What was found, and what it costs.' }),
    remedy: nullable(Type.String(), { description: 'What to do; null where nothing is to be done.' })
  },
  { $id: 'ConnectionFinding', description: 'What an examination of the connection has found.' }
)

export const SentDelivery = closed(
  {
    log_id: Type.Integer({ description: 'Its id in the log of the host.' }),
    event: Type.String({ description: 'The event, as the host names it.', examples: ['ping'] }),
    sent_at: timestamp('When the host sent it.'),
    status_code: count('What the address replied; 0 if it did not.'),
    has_arrived: Type.Boolean({ description: 'Whether the service accepted it.' }),
    is_redelivery: Type.Boolean({ description: 'Whether it was sent before.' })
  },
  { $id: 'SentDelivery', description: 'A webhook delivery as the host has logged it.' }
)

export const HostLink = closed(
  {
    credential: nullable(
      oneOf(CREDENTIAL_KINDS, { description: 'As what the service calls the host; null while it cannot.' })
    ),
    is_stored: Type.Boolean({ description: 'Whether the credential comes from the data directory.' }),
    can_register: Type.Boolean({
      description:
        'Whether an App can be made here: there is no credential, and a data directory to keep one.'
    }),
    needs_restart: Type.Boolean({
      description: 'Whether a connection is stored that the service uses after its next start.'
    }),
    name: nullable(Type.String(), {
      description: "The name of the App, or the login of the token's owner; null if the host does not say."
    }),
    pillars: pillars('What the connection was made for.'),
    webhook_url: nullable(Type.String(), {
      description: 'Where the App sends its webhooks; null without an App.'
    }),
    deliveries: Type.Array(ref(SentDelivery), { description: 'The latest deliveries, the newest first.' }),
    findings: Type.Array(ref(ConnectionFinding), {
      description: 'What is well and what is not, as the command `doctor` tells it.'
    })
  },
  { $id: 'HostLink', description: 'The connection to the host, examined within the last half minute.' }
)
export type HostLink = Static<typeof HostLink>

export const RegistrationBody = closed(
  {
    pillars: Type.Optional(
      Type.Array(
        oneOf(CONNECTED_PILLARS, {
          description: 'A pillar, or what works like one.',
          [ENUM_DESCRIPTIONS]: WHAT_PILLARS_DO
        }),
        {
          minItems: 1,
          uniqueItems: true,
          default: [...DEFAULT_PILLARS],
          description: 'What the service shall do; left out: what is on by default.'
        }
      )
    ),
    address: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'Where the host reaches the service, as https://…',
      examples: ['https://automation.example.com']
    }),
    organisation: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'The organisation that shall own the App; without it, whoever confirms it.',
        examples: ['octo-org']
      })
    )
  },
  { $id: 'RegistrationBody', description: 'What an App is wanted for.' }
)
export type RegistrationBody = Static<typeof RegistrationBody>

export const AppRegistration = closed(
  {
    action: Type.String({ description: 'The page of the host to which a browser sends the manifest.' }),
    manifest: Type.String({ description: 'The manifest, as JSON: the field `manifest` of that form.' }),
    expires_at: timestamp('Until when the App can be made.')
  },
  { $id: 'AppRegistration', description: 'A registration that has begun.' }
)
export type AppRegistration = Static<typeof AppRegistration>

export const ConnectionBody = closed(
  {
    code: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'The code with which the host has sent the browser back.'
    }),
    state: Type.String({ minLength: 1, maxLength: 200, description: 'The state that came with it.' })
  },
  { $id: 'ConnectionBody', description: 'What a confirmed registration has brought.' }
)
export type ConnectionBody = Static<typeof ConnectionBody>

export const MadeConnection = closed(
  {
    name: Type.String({ description: 'The name of the App.' }),
    install_url: Type.String({ description: 'Where to install it.' }),
    message: Type.String({ description: 'What to do next, for people.' })
  },
  { $id: 'MadeConnection', description: 'The App that was made. Its secrets are stored, and shown nowhere.' }
)
export type MadeConnection = Static<typeof MadeConnection>

export const getConnection = operation({
  operationId: 'getConnection',
  summary: 'Show how the service is connected with the host',
  description:
    'Asks the host about the credential, the permissions of each installation and the log of webhook deliveries, at most twice a minute.',
  response: { 200: ref(HostLink) }
})

export const createRegistration = operation({
  operationId: 'createRegistration',
  summary: 'Begin to make an App with what the chosen pillars need',
  description:
    'Only for a dashboard session, while the service has no credential and keeps its secrets in a data directory. The same session ends it within an hour.',
  body: ref(RegistrationBody),
  response: {
    200: ref(AppRegistration),
    403: ref(ErrorBody, { description: 'The caller has no dashboard session.' }),
    409: ref(ErrorBody, { description: 'There is a credential, or nowhere to keep one.' })
  },
  codes: [
    'session_required',
    'already_connected',
    'nowhere_to_store',
    'invalid_address',
    'invalid_organisation'
  ]
})

export const saveConnection = operation({
  operationId: 'saveConnection',
  summary: 'Store the App that was made',
  description:
    'Exchanges the code for the App, and stores its secrets in the data directory. It takes effect at the next start.',
  body: ref(ConnectionBody),
  response: {
    200: ref(MadeConnection),
    403: ref(ErrorBody, { description: 'The caller has no dashboard session.' }),
    409: ref(ErrorBody, { description: 'The registration is not one of this session, or has ended.' }),
    502: ref(ErrorBody, { description: 'The reply of the host is not an App.' })
  },
  codes: [
    'session_required',
    'already_connected',
    'nowhere_to_store',
    'registration_refused',
    'host_refused',
    'host_unavailable'
  ]
})

export const requestPing = operation({
  operationId: 'requestPing',
  summary: 'Have the host send a delivery again',
  description:
    'The host sends the newest ping again, or else the newest delivery. The log of deliveries shows whether it arrives.',
  response: {
    200: closed(
      { message: Type.String({ description: 'What was done, for people.' }) },
      { description: 'The host was asked.' }
    ),
    404: ref(ErrorBody, { description: 'The host shows the delivery no more.' }),
    409: ref(ErrorBody, { description: 'The host has sent nothing yet, or refuses to.' }),
    502: ref(ErrorBody, { description: 'The host cannot be used.' })
  },
  codes: ['no_delivery', ...HOST_CODES]
})

export const schemas = [
  ConnectionFinding,
  SentDelivery,
  HostLink,
  RegistrationBody,
  AppRegistration,
  ConnectionBody,
  MadeConnection
]
