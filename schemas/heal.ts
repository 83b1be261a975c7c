// Attempts to heal failed CI runs: what was found, what was done about it, and what came of that.
import { type Static, Type } from '@sinclair/typebox'
import { HEAL_OUTCOMES } from './action-words.js'
import { CiRun, CONFIDENCES, FAILURE_TYPES, HEAL_STATUSES } from './ci.js'
import {
  closed,
  count,
  cursorQuery,
  ErrorBody,
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
} from './common.js'
import {
  HEAL_PR_STATUSES,
  HEAL_STRATEGIES,
  HEAL_TRIGGERS,
  REMEDIES,
  RISK_LEVELS,
  SKIP_REASONS
} from './heal-words.js'

export const HEAL_TREND_DAYS = 14

const text = (description: string) => nullable(Type.String(), { description })

const attemptFields = {
  id: Type.Integer({ description: 'Id of the attempt.' }),
  ci_run_id: Type.Integer({ description: 'Id of the run within this service.' }),
  host_run_id: Type.Integer({ description: 'Id of the run on the host.' }),
  run_attempt: Type.Integer({ description: 'Which attempt of the run failed.' }),
  attempt: Type.Integer({ minimum: 1, description: 'Which attempt to heal this run it is.' }),
  trigger: oneOf(HEAL_TRIGGERS, { description: 'What gave rise to it.' }),
  requested_by: text('Who asked for it; null where nobody did.'),
  status: oneOf(HEAL_STATUSES, { description: 'How far it got.' }),
  strategy: nullable(oneOf(HEAL_STRATEGIES, { description: 'What was chosen to be done.' })),
  repair: nullable(
    oneOf(REMEDIES, {
      description: 'What would mend it: a repair that knows it, or else the language model.'
    })
  ),
  failure_type: nullable(oneOf(FAILURE_TYPES, { description: 'What kind of failure it was.' })),
  transient: nullable(Type.Boolean({ description: 'Whether a plain re-run would likely pass.' })),
  root_cause: text('Why the run failed, in one sentence.'),
  confidence: nullable(oneOf(CONFIDENCES, { description: 'How sure the diagnosis is.' })),
  failing_job: text('Name of the job whose log shows it.'),
  failing_file: text('The file that the failure points to.'),
  source_file: text('The file that a repair would change.'),
  failing_line: nullable(Type.Integer(), { description: 'The line in that file.' }),
  suggested_fix: text('What a person could do about it.'),
  risk_score: nullable(Type.Integer({ minimum: 0, maximum: 100, description: 'How risky a repair is.' })),
  risk_level: nullable(oneOf(RISK_LEVELS, { description: 'The same as a word.' })),
  signature: text('By which equal failures of several repositories are known.'),
  skip_reason: nullable(oneOf(SKIP_REASONS, { description: 'Why it was left alone.' })),
  files_changed: Type.Array(Type.String(), { description: 'The files that the repair changes.' }),
  heal_branch: text('The branch with the repair.'),
  pr_number: nullable(Type.Integer(), { description: 'Number of the pull request with the repair.' }),
  pr_url: text('Where the pull request is.'),
  pr_title: text('Title of the pull request.'),
  pr_status: nullable(oneOf(HEAL_PR_STATUSES, { description: 'How the pull request stands.' })),
  outcome: nullable(oneOf(HEAL_OUTCOMES, { description: 'Whether what was done has helped.' })),
  settled_run_attempt: nullable(Type.Integer(), {
    description: 'The attempt of the run that showed whether it helped.'
  }),
  error: text('What went wrong with the attempt itself.'),
  decision_id: nullable(Type.Integer(), { description: 'The decision that it came to.' }),
  action_id: nullable(Type.Integer(), { description: 'The action that carries it out.' }),
  created_at: timestamp('When it was asked for.'),
  started_at: nullable(timestamp('When it began.')),
  finished_at: nullable(timestamp('When it came to its end.')),
  updated_at: timestamp('When it last changed.'),
  workflow_name: Type.String({ description: 'Name of the workflow.' }),
  branch: Type.String({ description: 'The branch that the run was for.' }),
  head_sha: Type.String({ description: 'The commit that the run was for.' }),
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
  lines: Type.Array(Type.String(), { description: 'The lines, without colours, times and secrets.' })
})

export const HealAttemptDetail = closed(
  {
    ...attemptFields,
    extract: Type.Array(Chunk, {
      description: 'The lines of the logs that matter, those of the cause first; 200 at most.'
    })
  },
  { $id: 'HealAttemptDetail', description: 'One attempt to heal a failed run, with what the logs show.' }
)
export type HealAttemptDetail = Static<typeof HealAttemptDetail>

const filters = {
  status: Type.Optional(
    oneOf([...HEAL_STATUSES, 'all'], {
      description: 'Only attempts that stand like this; `all` is the default.'
    })
  ),
  pr_status: Type.Optional(
    oneOf(HEAL_PR_STATUSES, { description: 'Only attempts whose pull request stands like this.' })
  ),
  failure_type: Type.Optional(oneOf(FAILURE_TYPES, { description: 'Only failures of this kind.' })),
  trigger: Type.Optional(oneOf(HEAL_TRIGGERS, { description: 'Only attempts of this origin.' })),
  outcome: Type.Optional(oneOf(HEAL_OUTCOMES, { description: 'Only attempts of this outcome.' })),
  ...cursorQuery
}

export const listHeals = operation({
  operationId: 'listHeals',
  summary: 'List the attempts to heal runs of all repositories, the newest first',
  querystring: Type.Object({ ...pagingQuery(), ...scopeQuery, ...filters }),
  response: { 200: paged(ref(HealAttempt), 'The attempts of the page.') }
})
export type HealQuery = Partial<Static<typeof listHeals.querystring>>

export const listRepoHeals = operation({
  operationId: 'listRepoHeals',
  summary: 'List the attempts to heal runs of a repository, the newest first',
  params: RepoParams,
  querystring: Type.Object({ ...pagingQuery(), ...filters }),
  response: { 200: paged(ref(HealAttempt), 'The attempts of the page.') }
})

const RunAttempts = closed(
  {
    data: Type.Array(ref(HealAttemptDetail), { description: 'The attempts of the page, in order.' }),
    meta: ref(PageMeta),
    run: ref(CiRun, { description: 'The run.' })
  },
  { $id: 'RunAttempts', description: 'The attempts to heal one run, and the run.' }
)
export type RunAttempts = Static<typeof RunAttempts>

export const listRunHeals = operation({
  operationId: 'listRunHeals',
  summary: 'List the attempts to heal one run, in order, each with what the logs show',
  params: Type.Object({
    hostRunId: Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: "The host's id of the run.",
      examples: [1]
    })
  }),
  querystring: Type.Object(pagingQuery()),
  response: { 200: ref(RunAttempts), 404: ref(ErrorBody, { description: 'The run is not known.' }) }
})

const TypeCount = closed({
  failure_type: oneOf(FAILURE_TYPES, { description: 'The kind of failure.' }),
  count: count('Attempts at such failures.'),
  healed: count('Those that healed it.'),
  merged: count('Those whose pull request was merged.')
})

const TrendDay = closed({
  day: Type.String({ format: 'date', description: 'The day, in UTC.', examples: ['2026-01-31'] }),
  attempts: count('Attempts that were asked for on that day.'),
  healed: count('Those of them that healed.')
})

export const HealStats = closed(
  {
    total: count('Attempts that came to their end.'),
    healed: count('Those that healed the run.'),
    failed: count('Those that did not help.'),
    skipped: count('Those that left the run alone.'),
    success_rate: ratio('Healed ones among all that came to their end; 0 when there were none.'),
    pending: count('Attempts that have not begun.'),
    attempted: count('Attempts that have no result yet.'),
    prs: closed(
      {
        open: count('Those that are open.'),
        merged: count('Those that were merged.'),
        closed: count('Those that were closed.')
      },
      { description: 'Pull requests with repairs.' }
    ),
    by_type: Type.Array(TypeCount, { description: 'By kind of failure, the most frequent first.' }),
    repos_healed: count('Repositories in which a run was healed.'),
    most_common_failure: nullable(
      oneOf(FAILURE_TYPES, { description: 'The most frequent kind of failure; null when there was none.' })
    ),
    outcomes: closed(
      {
        pending: count('Those of which it is not known yet.'),
        verified: count('Those that were seen to help.'),
        ineffective: count('Those that were seen not to help.'),
        unknown: count('Those of which it was never known.'),
        rejected: count('Those whose pull request was closed without being merged.')
      },
      { description: 'Whether what was done has helped.' }
    ),
    verified_rate: ratio(
      'Verified ones among those verified, ineffective or rejected; 0 when there were none.'
    ),
    flakes: count('Runs that passed when the same commit was run again.'),
    trend: Type.Array(TrendDay, { description: `The last ${HEAL_TREND_DAYS} days, quiet ones included.` })
  },
  { $id: 'HealStats', description: 'How attempts to heal runs ended.' }
)
export type HealStats = Static<typeof HealStats>

export const healStats = operation({
  operationId: 'healStats',
  summary: 'Count attempts to heal runs',
  querystring: Type.Object({
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 365,
        description: 'Only attempts asked for within so many days, today included; all unless given.'
      })
    )
  }),
  response: { 200: ref(HealStats) }
})

export const schemas = [HealAttempt, HealAttemptDetail, RunAttempts, HealStats]
