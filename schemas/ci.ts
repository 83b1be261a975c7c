// CI runs: what ran, how it ended, and what healing made of it.
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
  ratio,
  ref,
  repoFields,
  scopeQuery,
  timestamp
} from './common.js'
import { RUN_CONCLUSIONS, RUN_STATUSES } from './mirror.js'

export const HEAL_STATUSES = ['pending', 'attempted', 'healed', 'failed', 'skipped'] as const
export type HealStatus = (typeof HEAL_STATUSES)[number]

export const FAILURE_TYPES = [
  'dependency_resolution',
  'compile_error',
  'type_check',
  'lint_format',
  'test_failure',
  'timeout',
  'out_of_memory',
  'disk_full',
  'network',
  'rate_limit',
  'auth_permission',
  'docker_build',
  'config_error',
  'runner_infra',
  'crash',
  'quality_gate',
  'unknown'
] as const
export type FailureType = (typeof FAILURE_TYPES)[number]

export const CONFIDENCES = ['high', 'medium', 'low'] as const

/** How many days of the trend the statistics show. */
export const TREND_DAYS = 14

export const CiRun = closed(
  {
    id: Type.Integer({ description: 'Id of the run within this service.' }),
    host_run_id: Type.Integer({ description: 'Id of the run on the host.' }),
    run_attempt: Type.Integer({ minimum: 1, description: 'Which attempt of the run this is.' }),
    workflow_name: Type.String({ description: 'Name of the workflow.' }),
    branch: Type.String({ description: 'The branch that it ran for.' }),
    head_sha: Type.String({ description: 'The commit that it ran for.' }),
    status: oneOf(RUN_STATUSES, { description: 'How far it got.' }),
    conclusion: nullable(oneOf(RUN_CONCLUSIONS, { description: 'How it ended; null while it runs.' })),
    heal_status: oneOf(HEAL_STATUSES, { description: 'What healing made of it.' }),
    heal_failure_type: nullable(oneOf(FAILURE_TYPES, { description: 'What kind of failure it was.' })),
    heal_root_cause: nullable(Type.String(), { description: 'Why it failed, in one sentence.' }),
    heal_fix_applied: nullable(Type.String(), { description: 'What was done about it.' }),
    heal_confidence: nullable(oneOf(CONFIDENCES, { description: 'How sure the diagnosis is.' })),
    heal_pr_url: nullable(Type.String(), { description: 'Where the repair is proposed.' }),
    heal_pr_number: nullable(Type.Integer(), { description: 'Number of the pull request with the repair.' }),
    healed_at: nullable(timestamp('When it was healed.')),
    created_at: timestamp('When it began on the host.'),
    updated_at: timestamp('When it last changed on the host.'),
    completed_at: nullable(timestamp('When it ended on the host.')),
    installation_id: nullable(Type.Integer(), { description: "The host's id of the installation." }),
    ...repoFields
  },
  { $id: 'CiRun', description: 'One CI run, as of its latest attempt.' }
)
export type CiRun = Static<typeof CiRun>

const filters = {
  conclusion: Type.Optional(
    oneOf([...RUN_CONCLUSIONS, 'none'], {
      description: 'Only runs that ended like this; `none`: that still run.'
    })
  ),
  heal_status: Type.Optional(
    oneOf([...HEAL_STATUSES, 'all'], { description: 'Only runs of this heal status; `all` is the default.' })
  ),
  branch: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'Only runs of this branch.' })
  ),
  failure_type: Type.Optional(oneOf(FAILURE_TYPES, { description: 'Only failures of this kind.' })),
  ...cursorQuery
}

export const listRuns = operation({
  operationId: 'listRuns',
  summary: 'List the CI runs of all repositories, the newest first',
  querystring: Type.Object({ ...pagingQuery(), ...scopeQuery, ...filters }),
  response: { 200: paged(ref(CiRun), 'The runs of the page.') }
})
export type RunQuery = Partial<Static<typeof listRuns.querystring>>

export const listRepoRuns = operation({
  operationId: 'listRepoRuns',
  summary: 'List the CI runs of a repository, the newest first',
  params: RepoParams,
  querystring: Type.Object({ ...pagingQuery(), ...filters }),
  response: { 200: paged(ref(CiRun), 'The runs of the page.') }
})

const FailureCount = closed({
  failure_type: oneOf(FAILURE_TYPES, { description: 'The kind of failure.' }),
  count: count('How many runs failed like that.')
})

const TrendDay = closed({
  day: Type.String({ format: 'date', description: 'The day, in UTC.', examples: ['2026-01-31'] }),
  total: count('Runs that began on that day and have ended.'),
  pass_rate: nullable(ratio('Successes among successes and failures; null where there was neither.'))
})

export const RunStats = closed(
  {
    total: count('Runs that have ended.'),
    success: count('Those that succeeded.'),
    failure: count('Those that failed.'),
    healed: count('Those that were healed.'),
    success_rate: ratio('Successes among successes and failures; 0 when there was neither.'),
    heal_success_rate: ratio('Healed runs among the failures; 0 when nothing failed.'),
    cancelled: count('Runs that were cancelled.'),
    heal_attempted: count('Runs whose healing has begun and has no result yet.'),
    heal_failed: count('Runs that could not be healed.'),
    heal_skipped: count('Runs that healing left alone.'),
    by_failure_type: Type.Array(FailureCount, {
      description:
        'Failed runs by kind of failure, the ten most frequent first; `unknown` where nobody knows.'
    }),
    trend: Type.Array(TrendDay, { description: `The last ${TREND_DAYS} days, quiet ones included.` })
  },
  { $id: 'RunStats', description: 'How CI runs ended.' }
)
export type RunStats = Static<typeof RunStats>

export const runStats = operation({
  operationId: 'runStats',
  summary: 'Count CI runs',
  querystring: Type.Object({
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 365,
        description: 'Only runs that began within so many days, today included; all unless given.'
      })
    )
  }),
  response: { 200: ref(RunStats) }
})

export const schemas = [CiRun, RunStats]
