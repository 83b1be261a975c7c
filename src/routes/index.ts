// The registry of groups: what exists, where, and who may call it. This list is the access policy of the service.
import type { TSchema } from '@sinclair/typebox'
import * as actionSchemas from '../../schemas/actions.js'
import * as activitySchemas from '../../schemas/activity.js'
import * as auditSchemas from '../../schemas/audit.js'
import * as authSchemas from '../../schemas/auth.js'
import * as ciSchemas from '../../schemas/ci.js'
import * as complianceSchemas from '../../schemas/compliance.js'
import * as configSchemas from '../../schemas/config.js'
import * as configAdviceSchemas from '../../schemas/config-advice.js'
import * as configCheckSchemas from '../../schemas/config-check.js'
import * as configPreviewSchemas from '../../schemas/config-preview.js'
import * as decisionSchemas from '../../schemas/decisions.js'
import * as deliverySchemas from '../../schemas/deliveries.js'
import * as duplicateSchemas from '../../schemas/duplicates.js'
import * as fixSchemas from '../../schemas/fix.js'
import * as gateReportSchemas from '../../schemas/gate-reports.js'
import * as gateSchemas from '../../schemas/gates.js'
import * as healSchemas from '../../schemas/heal.js'
import * as healRequestSchemas from '../../schemas/heal-requests.js'
import * as healthSchemas from '../../schemas/health.js'
import * as hostSchemas from '../../schemas/host.js'
import * as insightSchemas from '../../schemas/insights.js'
import * as issueSchemas from '../../schemas/issues.js'
import * as playgroundSchemas from '../../schemas/playground.js'
import * as pullRequestSchemas from '../../schemas/pull-requests.js'
import * as readinessSchemas from '../../schemas/readiness.js'
import * as repoHealthSchemas from '../../schemas/repo-health.js'
import * as repoSchemas from '../../schemas/repos.js'
import * as transferSchemas from '../../schemas/transfers.js'
import * as triageSchemas from '../../schemas/triage-reports.js'
import * as waiverSchemas from '../../schemas/waivers.js'
import * as webhookSchemas from '../../schemas/webhooks.js'
import type { Deps } from '../deps.js'
import type { Access } from '../plugins/caller.js'
import { actions } from './actions.js'
import { activity } from './activity.js'
import type { App } from './app.js'
import { audit } from './audit.js'
import { auth, authOpen } from './auth.js'
import { ci } from './ci.js'
import { config } from './config.js'
import { decisions } from './decisions.js'
import { deliveries } from './deliveries.js'
import { duplicates } from './duplicates.js'
import { fix } from './fix.js'
import { gates } from './gates.js'
import { heal } from './heal.js'
import { health } from './health.js'
import { host } from './host.js'
import { insights } from './insights.js'
import { issues } from './issues.js'
import { metrics } from './metrics.js'
import { pullRequests } from './pull-requests.js'
import { readiness } from './readiness.js'
import { repos } from './repos.js'
import { transfers } from './transfers.js'
import { triage } from './triage.js'
import { waivers } from './waivers.js'
import { webhooks } from './webhooks.js'

export interface RouteGroup {
  tag: string
  about: string
  prefix: string
  /** `none`: everybody; `key`: an API key; `any`: a key or a session. */
  auth: Access
  /** False where the rate limit does not count. */
  limited?: false
  schemas: readonly TSchema[]
  plugin: (app: App, deps: Deps) => void | Promise<void>
}

const AUTH = 'Dashboard sessions.'
const INTELLIGENCE = 'What was decided and done, and the proof of it.'
const OPERATION = 'What operators and their machines ask.'

export const groups: readonly RouteGroup[] = [
  {
    tag: 'operation',
    about: OPERATION,
    prefix: '/health',
    auth: 'none',
    limited: false,
    schemas: healthSchemas.schemas,
    plugin: health
  },
  { tag: 'operation', about: OPERATION, prefix: '/metrics', auth: 'key', schemas: [], plugin: metrics },
  {
    tag: 'webhooks',
    about: "The intake of the host's events.",
    prefix: '/webhooks',
    auth: 'none',
    limited: false,
    schemas: webhookSchemas.schemas,
    plugin: webhooks
  },
  {
    tag: 'deliveries',
    about: 'What the host delivered, and what became of it.',
    prefix: '/api/deliveries',
    auth: 'any',
    schemas: deliverySchemas.schemas,
    plugin: deliveries
  },
  {
    tag: 'host',
    about: 'How the service gets on with the host: budgets, pauses, and what it kept.',
    prefix: '/api/host',
    auth: 'any',
    schemas: hostSchemas.schemas,
    plugin: host
  },
  {
    tag: 'repos',
    about: 'The mirrored repositories.',
    prefix: '/api/repos',
    auth: 'any',
    schemas: repoSchemas.schemas,
    plugin: repos
  },
  {
    tag: 'issues',
    about: 'Issues of the mirrored repositories.',
    prefix: '/api/issues',
    auth: 'any',
    schemas: issueSchemas.schemas,
    plugin: issues
  },
  {
    tag: 'pull-requests',
    about: 'Pull requests of the mirrored repositories.',
    prefix: '/api/pull-requests',
    auth: 'any',
    schemas: pullRequestSchemas.schemas,
    plugin: pullRequests
  },
  {
    tag: 'ci',
    about: 'CI runs of the mirrored repositories.',
    prefix: '/api/ci',
    auth: 'any',
    schemas: [...ciSchemas.schemas, ...healRequestSchemas.schemas],
    plugin: ci
  },
  {
    tag: 'duplicates',
    about: 'Issues that may say the same, and what people made of them.',
    prefix: '/api/duplicates',
    auth: 'any',
    schemas: duplicateSchemas.schemas,
    plugin: duplicates
  },
  {
    tag: 'triage',
    about: 'How issues and pull requests are judged, and how well.',
    prefix: '/api/triage',
    auth: 'any',
    schemas: triageSchemas.schemas,
    plugin: triage
  },
  {
    tag: 'heal',
    about: 'Attempts to heal failed CI runs, and what came of them.',
    prefix: '/api/heal',
    auth: 'any',
    schemas: healSchemas.schemas,
    plugin: heal
  },
  {
    tag: 'fix',
    about: 'Attempts to fix issues, and what came of them.',
    prefix: '/api/fix',
    auth: 'any',
    schemas: fixSchemas.schemas,
    plugin: fix
  },
  {
    tag: 'decisions',
    about: 'Why the service did something, or left it alone.',
    prefix: '/api/decisions',
    auth: 'any',
    schemas: decisionSchemas.schemas,
    plugin: decisions
  },
  {
    tag: 'actions',
    about: 'What the service changes on the host.',
    prefix: '/api/actions',
    auth: 'any',
    schemas: actionSchemas.schemas,
    plugin: actions
  },
  {
    tag: 'transfers',
    about: 'Repositories that were left behind under an old id.',
    prefix: '/api/transfers',
    auth: 'any',
    schemas: transferSchemas.schemas,
    plugin: transfers
  },
  {
    tag: 'waivers',
    about: 'Exceptions for a time, each from one pillar of one repository.',
    prefix: '/api/waivers',
    auth: 'any',
    schemas: waiverSchemas.schemas,
    plugin: waivers
  },
  {
    tag: 'insights',
    about: 'How the fleet and each of its repositories is doing.',
    prefix: '/api/insights',
    auth: 'any',
    schemas: [...insightSchemas.schemas, ...repoHealthSchemas.schemas],
    plugin: insights
  },
  {
    tag: 'activity',
    about: 'The feed of all that the service received and did.',
    prefix: '/api/activity',
    auth: 'any',
    schemas: activitySchemas.schemas,
    plugin: activity
  },
  {
    tag: 'readiness',
    about: 'Whether repositories have what the service needs to look after them.',
    prefix: '/api/readiness',
    auth: 'any',
    schemas: readinessSchemas.schemas,
    plugin: readiness
  },
  {
    tag: 'gates',
    about: 'Quality gates: what repositories must come up to, and how they stand.',
    prefix: '/api/gates',
    auth: 'any',
    schemas: [...gateSchemas.schemas, ...gateReportSchemas.schemas],
    plugin: gates
  },
  {
    tag: 'config',
    about: 'What the service may do in each repository, and who decided so.',
    prefix: '/api/config',
    auth: 'key',
    schemas: [
      ...configSchemas.schemas,
      ...configCheckSchemas.schemas,
      ...configPreviewSchemas.schemas,
      ...configAdviceSchemas.schemas,
      ...playgroundSchemas.schemas
    ],
    plugin: config
  },
  {
    tag: 'intelligence',
    about: INTELLIGENCE,
    prefix: '/api/audit',
    auth: 'any',
    schemas: [...auditSchemas.schemas, ...complianceSchemas.schemas],
    plugin: audit
  },
  {
    tag: 'auth',
    about: AUTH,
    prefix: '/api/auth',
    auth: 'none',
    schemas: authSchemas.schemas,
    plugin: authOpen
  },
  { tag: 'auth', about: AUTH, prefix: '/api/auth', auth: 'any', schemas: [], plugin: auth }
]
