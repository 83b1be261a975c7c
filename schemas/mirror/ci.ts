// Mirrored CI runs, with the results of healing.

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
} from '../common.js'
import { enumeration, orAll } from '../enumeration.js'
import { RUN_CONCLUSIONS, RUN_STATUSES } from '../host/enums.js'

export const HEAL_STATUSES = enumeration('HealStatus', [
  'pending',
  'attempted',
  'healed',
  'failed',
  'skipped'
])
export type HealStatus = (typeof HEAL_STATUSES)[number]

export const FAILURE_TYPES = enumeration('FailureType', [
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
])
export type FailureType = (typeof FAILURE_TYPES)[number]

export const DIAGNOSIS_CONFIDENCES = enumeration('DiagnosisConfidence', ['high', 'medium', 'low'])

/** The length of the trend in the statistics. */
export const RUN_TREND_DAYS = 14

export const CiRun = closed(
  {
    id: Type.Integer({ description: 'Id of the run in this service.' }),
    host_run_id: Type.Integer({ description: 'Id of the run on the host.' }),
    run_attempt: Type.Integer({ minimum: 1, description: 'Which attempt of the run this is.' }),
    workflow_name: Type.String({ description: 'Name of the workflow.' }),
    branch: Type.String({ description: 'Branch of the run.' }),
    head_sha: Type.String({ description: 'Commit of the run.' }),
    status: oneOf(RUN_STATUSES, { description: 'Status.' }),
    conclusion: nullable(
      oneOf(RUN_CONCLUSIONS, { description: 'Conclusion; null while the run is in progress.' })
    ),
    heal_status: oneOf(HEAL_STATUSES, { description: 'Heal status.' }),
    heal_failure_type: nullable(oneOf(FAILURE_TYPES, { description: 'Category of the failure.' })),
    heal_root_cause: nullable(Type.String(), { description: 'Why it failed, in one sentence.' }),
    heal_fix_applied: nullable(Type.String(), { description: 'What was done about it.' }),
    heal_confidence: nullable(oneOf(DIAGNOSIS_CONFIDENCES, { description: 'Confidence of the diagnosis.' })),
    heal_pr_url: nullable(Type.String(), { description: 'URL of the pull request with the repair.' }),
    heal_pr_number: nullable(Type.Integer(), { description: 'Number of the pull request with the repair.' }),
    healed_at: nullable(timestamp('When it was healed.')),
    created_at: timestamp('When it started on the host.'),
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
    oneOf(enumeration('RunConclusionFilter', [...RUN_CONCLUSIONS, 'none']), {
      description: 'Only runs with this conclusion; `none`: runs in progress.'
    })
  ),
  heal_status: Type.Optional(
    oneOf(orAll(HEAL_STATUSES), { default: 'all', description: 'Only runs with this heal status.' })
  ),
  branch: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'Only runs on this branch.' })
  ),
  failure_type: Type.Optional(oneOf(FAILURE_TYPES, { description: 'Only failures of this category.' })),
  ...cursorQuery
}

export const listRuns = operation({
  operationId: 'listRuns',
  codes: ['invalid_cursor'],
  summary: 'List CI runs of all repositories, newest first',
  description: 'Runs of the mirror, with the diagnosis of those that failed. Filters can be combined.',
  querystring: closed({ ...pagingQuery(), ...scopeQuery, ...filters }),
  response: { 200: paged(ref(CiRun), 'The runs of the page.') }
})
export type RunQuery = Partial<Static<typeof listRuns.querystring>>

export const listRepoRuns = operation({
  operationId: 'listRepoRuns',
  codes: ['invalid_cursor', 'repo_not_found'],
  summary: 'List CI runs of a repository, newest first',
  description: 'The runs of one repository, with the diagnosis of those that failed.',
  params: RepoParams,
  querystring: closed({ ...pagingQuery(), ...filters }),
  response: { 200: paged(ref(CiRun), 'The runs of the page.') }
})

const FailureCount = closed({
  failure_type: oneOf(FAILURE_TYPES, { description: 'The category of failure.' }),
  count: count('Number of failed runs.')
})

const TrendDay = closed({
  day: Type.String({ format: 'date', description: 'The day, in UTC.', examples: ['2026-01-31'] }),
  total: count('Finished runs that started on that day.'),
  pass_rate: nullable(ratio('Successes / (successes + failures); null if there was neither.'))
})

export const RunStats = closed(
  {
    total: count('Runs that have ended.'),
    success: count('Those that succeeded.'),
    failure: count('Those that failed.'),
    healed: count('Those that were healed.'),
    success_rate: nullable(ratio('Successes / (successes + failures); null if there was neither.')),
    heal_success_rate: nullable(ratio('Healed runs among the failures; null when nothing failed.')),
    cancelled: count('Runs that were cancelled.'),
    heal_attempted: count('Runs whose healing is in progress.'),
    heal_failed: count('Runs that could not be healed.'),
    heal_skipped: count('Runs that healing skipped.'),
    by_failure_type: Type.Array(FailureCount, {
      description:
        'Failed runs by category of failure, the ten most frequent; `unknown` if the category is not known.'
    }),
    trend: Type.Array(TrendDay, {
      description: `The last ${RUN_TREND_DAYS} days, including days without runs.`
    })
  },
  { $id: 'RunStats', description: 'Results of CI runs.' }
)
export type RunStats = Static<typeof RunStats>

export const getRunStats = operation({
  operationId: 'getRunStats',
  summary: 'Count CI runs',
  description: 'Counts of the mirror by result, by heal status and by category of failure.',
  querystring: closed({
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 365,
        description: 'Only runs that started within this number of days, today included; default: all.'
      })
    )
  }),
  response: { 200: ref(RunStats) }
})

export const schemas = [CiRun, RunStats]
