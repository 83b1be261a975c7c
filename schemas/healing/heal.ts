// Attempts to heal failed CI runs: diagnoses, actions and outcomes.

import { type Static, Type } from '@sinclair/typebox'
import { HEAL_OUTCOMES } from '../actions/enums.js'
import {
  closed,
  count,
  cursorQuery,
  nullable,
  oneOf,
  operation,
  PageMeta,
  paged,
  pagingQuery,
  RepoParams,
  ratio,
  ref,
  repoFields,
  scopeQuery,
  timestamp
} from '../common.js'
import { orAll } from '../enumeration.js'
import { ErrorBody } from '../errors.js'
import { CiRun, DIAGNOSIS_CONFIDENCES, FAILURE_TYPES, HEAL_STATUSES } from '../mirror/ci.js'
import {
  HEAL_PR_STATUSES,
  HEAL_STRATEGIES,
  HEAL_TRIGGERS,
  REMEDIES,
  RISK_LEVELS,
  SKIP_REASONS
} from './enums.js'

export const HEAL_TREND_DAYS = 14

const text = (description: string) => nullable(Type.String(), { description })

const attemptFields = {
  id: Type.Integer({ description: 'Id of the attempt.' }),
  ci_run_id: Type.Integer({ description: 'Id of the run in this service.' }),
  host_run_id: Type.Integer({ description: 'Id of the run on the host.' }),
  run_attempt: Type.Integer({ description: 'Failed attempt of the run.' }),
  attempt: Type.Integer({ minimum: 1, description: 'Number of the heal attempt for this run.' }),
  trigger: oneOf(HEAL_TRIGGERS, { description: 'What triggered it.' }),
  requested_by: text('Who requested it; null if nobody did.'),
  status: oneOf(HEAL_STATUSES, { description: 'Status.' }),
  strategy: nullable(oneOf(HEAL_STRATEGIES, { description: 'The chosen strategy.' })),
  repair: nullable(
    oneOf(REMEDIES, {
      description: 'What could repair it: a known repair, or the language model.'
    })
  ),
  failure_type: nullable(oneOf(FAILURE_TYPES, { description: 'Category of the failure.' })),
  transient: nullable(Type.Boolean({ description: 'Whether a plain re-run would likely pass.' })),
  root_cause: text('Why the run failed, in one sentence.'),
  confidence: nullable(oneOf(DIAGNOSIS_CONFIDENCES, { description: 'Confidence of the diagnosis.' })),
  failing_job: text('Name of the job whose log shows it.'),
  failing_file: text('The file that the failure points to.'),
  source_file: text('The file that a repair would change.'),
  failing_line: nullable(Type.Integer(), { description: 'The line in that file.' }),
  suggested_fix: text('What a person could do about it.'),
  risk_score: nullable(Type.Integer({ minimum: 0, maximum: 100, description: 'How risky a repair is.' })),
  risk_level: nullable(oneOf(RISK_LEVELS, { description: 'The same as a word.' })),
  signature: text('Fingerprint that equal failures share across repositories.'),
  skip_reason: nullable(oneOf(SKIP_REASONS, { description: 'Why it was skipped.' })),
  files_changed: Type.Array(Type.String(), { description: 'The files that the repair changes.' }),
  heal_branch: text('The branch with the repair.'),
  pr_number: nullable(Type.Integer(), { description: 'Number of the pull request with the repair.' }),
  pr_url: text('URL of the pull request.'),
  pr_title: text('Title of the pull request.'),
  pr_status: nullable(oneOf(HEAL_PR_STATUSES, { description: 'State of the pull request.' })),
  outcome: nullable(oneOf(HEAL_OUTCOMES, { description: 'Whether the repair helped.' })),
  settled_run_attempt: nullable(Type.Integer(), {
    description: 'The attempt of the run that confirmed the outcome.'
  }),
  error: text('What went wrong with the attempt itself.'),
  decision_id: nullable(Type.Integer(), { description: 'Its decision.' }),
  action_id: nullable(Type.Integer(), { description: 'The action that executes it.' }),
  created_at: timestamp('When it was requested.'),
  started_at: nullable(timestamp('When it started.')),
  finished_at: nullable(timestamp('When it ended.')),
  updated_at: timestamp('When it last changed.'),
  workflow_name: Type.String({ description: 'Name of the workflow.' }),
  branch: Type.String({ description: 'Branch of the run.' }),
  head_sha: Type.String({ description: 'Commit of the run.' }),
  ...repoFields
}

export const HealAttempt = closed(attemptFields, {
  $id: 'HealAttempt',
  description: 'One attempt to heal a failed run.'
})
export type HealAttempt = Static<typeof HealAttempt>

const Chunk = closed({
  job: Type.String({ description: 'Name of the job whose log it is.' }),
  from: Type.Integer({ minimum: 1, description: 'Its first line in the log.' }),
  to: Type.Integer({ minimum: 1, description: 'Its last line in the log.' }),
  lines: Type.Array(Type.String(), { description: 'The lines, without colours, timestamps and secrets.' })
})

export const HealAttemptDetail = closed(
  {
    ...attemptFields,
    extract: Type.Array(Chunk, {
      description: 'The relevant log lines, the cause first; at most 200.'
    })
  },
  { $id: 'HealAttemptDetail', description: 'A heal attempt with its log excerpts.' }
)
export type HealAttemptDetail = Static<typeof HealAttemptDetail>

const filters = {
  status: Type.Optional(
    oneOf(orAll(HEAL_STATUSES), {
      default: 'all',
      description: 'Only attempts with this status.'
    })
  ),
  pr_status: Type.Optional(
    oneOf(HEAL_PR_STATUSES, { description: 'Only attempts whose pull request is in this state.' })
  ),
  failure_type: Type.Optional(oneOf(FAILURE_TYPES, { description: 'Only failures of this category.' })),
  trigger: Type.Optional(oneOf(HEAL_TRIGGERS, { description: 'Only attempts of this origin.' })),
  outcome: Type.Optional(oneOf(HEAL_OUTCOMES, { description: 'Only attempts of this outcome.' })),
  ...cursorQuery
}

export const listHeals = operation({
  operationId: 'listHeals',
  codes: ['invalid_cursor'],
  summary: 'List heal attempts of all repositories, newest first',
  description: 'Each attempt is one try at repairing a failed run. Filters can be combined.',
  querystring: closed({ ...pagingQuery(), ...scopeQuery, ...filters }),
  response: { 200: paged(ref(HealAttempt), 'The attempts of the page.') }
})
export type HealQuery = Partial<Static<typeof listHeals.querystring>>

export const listRepoHeals = operation({
  operationId: 'listRepoHeals',
  codes: ['invalid_cursor', 'repo_not_found'],
  summary: 'List heal attempts of a repository, newest first',
  description: 'The attempts in one repository.',
  params: RepoParams,
  querystring: closed({ ...pagingQuery(), ...filters }),
  response: { 200: paged(ref(HealAttempt), 'The attempts of the page.') }
})

const RunAttempts = closed(
  {
    data: Type.Array(ref(HealAttemptDetail), { description: 'The attempts of the page, in order.' }),
    meta: ref(PageMeta),
    run: ref(CiRun, { description: 'The run.' }),
    run_url: nullable(Type.String(), { description: 'Where the run is on the host.' })
  },
  { $id: 'RunAttempts', description: 'The run and its heal attempts.' }
)
export type RunAttempts = Static<typeof RunAttempts>

export const listRunHeals = operation({
  operationId: 'listRunHeals',
  codes: ['invalid_cursor', 'run_not_found'],
  summary: 'List heal attempts for a run with their log excerpts, oldest first',
  description: 'The run is named by the id that the platform gave it.',
  params: Type.Object({
    hostRunId: Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: "The host's id of the run.",
      examples: [1]
    })
  }),
  querystring: closed(pagingQuery()),
  response: { 200: ref(RunAttempts), 404: ref(ErrorBody, { description: 'Run not found.' }) }
})

const TypeCount = closed({
  failure_type: oneOf(FAILURE_TYPES, { description: 'The category of failure.' }),
  count: count('Attempts at such failures.'),
  healed: count('Those that healed it.'),
  merged: count('Those whose pull request was merged.')
})

const TrendDay = closed({
  day: Type.String({ format: 'date', description: 'The day, in UTC.', examples: ['2026-01-31'] }),
  attempts: count('Attempts requested on that day.'),
  healed: count('Those of them that healed.')
})

export const HealStats = closed(
  {
    total: count('Finished attempts.'),
    healed: count('Those that healed the run.'),
    failed: count('Those that did not help.'),
    skipped: count('Skipped runs.'),
    success_rate: nullable(ratio('healed / finished; null without finished attempts.')),
    pending: count('Attempts that have not started.'),
    attempted: count('Attempts without a result.'),
    prs: closed(
      {
        open: count('Those that are open.'),
        merged: count('Those that were merged.'),
        closed: count('Those that were closed.')
      },
      { description: 'Pull requests with repairs.' }
    ),
    by_type: Type.Array(TypeCount, { description: 'By category of failure, most frequent first.' }),
    repos_healed: count('Repositories in which a run was healed.'),
    most_common_failure: nullable(
      oneOf(FAILURE_TYPES, { description: 'The most frequent category of failure; null without failures.' })
    ),
    outcomes: closed(
      {
        pending: count('Attempts whose outcome is not known yet.'),
        verified: count('Attempts that helped.'),
        ineffective: count('Attempts that did not help.'),
        unknown: count('Attempts whose outcome could not be determined.'),
        rejected: count('Those whose pull request was closed without being merged.')
      },
      { description: 'Whether the repair helped.' }
    ),
    verified_rate: nullable(ratio('verified / (verified + ineffective + rejected); null without any.')),
    flakes: count('Runs that passed when the same commit was run again.'),
    trend: Type.Array(TrendDay, {
      description: `The last ${HEAL_TREND_DAYS} days, including days without attempts.`
    })
  },
  { $id: 'HealStats', description: 'Results of heal attempts.' }
)
export type HealStats = Static<typeof HealStats>

export const getHealStats = operation({
  operationId: 'getHealStats',
  summary: 'Count heal attempts',
  description: 'How many attempts were made, and how many of them helped.',
  querystring: closed({
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 365,
        description: 'Only attempts requested within this number of days, today included; default: all.'
      })
    )
  }),
  response: { 200: ref(HealStats) }
})

export const schemas = [HealAttempt, HealAttemptDetail, RunAttempts, HealStats]
