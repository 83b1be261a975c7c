// What maintenance has done in a repository, and requests to do it now.
import { type Static, Type } from '@sinclair/typebox'
import {
  closed,
  count,
  cursorQuery,
  nullable,
  oneOf,
  operation,
  paged,
  pagingQuery,
  RepoParams,
  ref,
  timestamp
} from '../common.js'
import { ErrorBody } from '../errors.js'
import { MAINTENANCE_ACTION_TYPES, MAINTENANCE_STATUSES, MAINTENANCE_TARGETS, MOST_TRIES } from './enums.js'
import { GovernedHeaders } from './governance.js'

export const MaintenanceAction = closed(
  {
    id: Type.Integer({ description: 'Id of the action.' }),
    repo_id: Type.Integer({ description: "The host's id of the repository." }),
    action_type: oneOf(MAINTENANCE_ACTION_TYPES, { description: 'What is done.' }),
    target_type: oneOf(MAINTENANCE_TARGETS, { description: 'What it is done to.' }),
    target_number: Type.String({
      description: 'Number of the issue or pull request, or name of the branch.',
      examples: ['12']
    }),
    idempotency_key: Type.String({
      description: 'Identifies what is done: it is done once.',
      examples: ['stale:42:issue:12:warn:1']
    }),
    status: oneOf(MAINTENANCE_STATUSES, {
      description: `How it stands. \`skipped\`: nothing was changed, and \`result\` says why. \`failed\`: tried again, until it has been tried ${MOST_TRIES} times.`
    }),
    result: nullable(Type.String(), { description: 'What came of it, for people.' }),
    attempts: count('How often it was tried.'),
    decision_id: nullable(Type.Integer(), { description: 'The decision behind it.' }),
    action_id: nullable(Type.Integer(), { description: 'The managed action that changes the host.' }),
    created_at: timestamp('When it was first decided.'),
    applied_at: nullable(timestamp('When it was done.'))
  },
  { $id: 'MaintenanceAction', description: 'One action of maintenance.' }
)
export type MaintenanceAction = Static<typeof MaintenanceAction>

const envelope = paged(ref(MaintenanceAction), 'The actions of the page.')
const { headers, description } = envelope

export const listMaintenanceActions = operation({
  operationId: 'listMaintenanceActions',
  codes: ['invalid_cursor', 'repo_not_found'],
  summary: 'List what maintenance has done in a repository, newest first',
  description: 'Warnings, closures, removed branches and other upkeep, with what became of each.',
  params: RepoParams,
  querystring: closed({
    ...pagingQuery(),
    action_type: Type.Optional(
      oneOf(MAINTENANCE_ACTION_TYPES, { description: 'Only actions of this type.' })
    ),
    status: Type.Optional(oneOf(MAINTENANCE_STATUSES, { description: 'Only actions with this status.' })),
    target_type: Type.Optional(oneOf(MAINTENANCE_TARGETS, { description: 'Only actions on such targets.' })),
    ...cursorQuery
  }),
  response: {
    200: closed(
      { ...envelope.properties, repo: Type.String({ description: 'Full name of the repository.' }) },
      { description, headers }
    )
  }
})
export type MaintenanceActionQuery = Pick<
  Static<typeof listMaintenanceActions.querystring>,
  'action_type' | 'status' | 'target_type'
>
export type MaintenanceActionPage = Static<(typeof listMaintenanceActions.response)[200]>

export const MaintenanceStats = closed(
  {
    applied: count('Actions that were done.'),
    skipped: count('Actions that were not done, with a reason.'),
    failed: count('Actions that failed.'),
    pending: count('Actions in progress.'),
    last_7_days: count('Actions of the last seven days, whatever came of them.')
  },
  { $id: 'MaintenanceStats', description: 'How many actions maintenance has taken in a repository.' }
)
export type MaintenanceStats = Static<typeof MaintenanceStats>

export const getMaintenanceStats = operation({
  operationId: 'getMaintenanceStats',
  codes: ['repo_not_found'],
  summary: 'Get how many actions maintenance has taken in a repository',
  description: 'Counts by type and by status.',
  params: RepoParams,
  response: { 200: ref(MaintenanceStats) }
})

export const MaintenanceRunBody = closed(
  {
    dry_run: Type.Optional(
      Type.Boolean({
        description:
          'True: change nothing on the host. The actions are listed as `skipped`, with what would have been done.'
      })
    )
  },
  { $id: 'MaintenanceRunBody', description: 'How to run.' }
)

export const MaintenanceRunRequested = closed(
  {
    message: Type.String({ description: 'What happens next.' }),
    queued: Type.Literal(true, { description: 'Always true.' }),
    job_id: Type.String({ description: 'The job.' }),
    deduplicated: Type.Boolean({ description: 'Whether the same was requested already and is used.' })
  },
  { $id: 'MaintenanceRunRequested', description: 'A requested run.' }
)
export type MaintenanceRunRequested = Static<typeof MaintenanceRunRequested>

const optionalBody = Type.Union([ref(MaintenanceRunBody), Type.Null()], { description: 'Optional.' })

export const requestStaleScan = operation({
  operationId: 'requestStaleScan',
  codes: ['repo_not_found', 'pillar_disabled', 'host_unavailable'],
  summary: 'Look for stale issues and pull requests now',
  description: 'Every repository is scanned every six hours anyway. The body is optional.',
  params: RepoParams,
  headers: GovernedHeaders,
  body: optionalBody,
  response: {
    202: ref(MaintenanceRunRequested),
    409: ref(ErrorBody, { description: 'Maintenance is disabled in the repository.' })
  }
})

export const requestBranchCleanup = operation({
  operationId: 'requestBranchCleanup',
  codes: ['repo_not_found', 'pillar_disabled', 'cleanup_disabled', 'host_unavailable'],
  summary: 'Delete branches whose pull requests have ended now',
  description:
    'Every repository is looked through once a day anyway, where `cleanup_branches` is true. The body is optional.',
  params: RepoParams,
  headers: GovernedHeaders,
  body: optionalBody,
  response: {
    202: ref(MaintenanceRunRequested),
    409: ref(ErrorBody, {
      description: 'Maintenance is disabled in the repository, or its `cleanup_branches` is false.'
    })
  }
})

export const schemas = [MaintenanceAction, MaintenanceStats, MaintenanceRunBody, MaintenanceRunRequested]
