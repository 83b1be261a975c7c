// Decisions: why the service acted or did not, each with all of its inputs.

import { type Static, Type } from '@sinclair/typebox'
import {
  closed,
  count,
  cursorQuery,
  type JsonObject,
  nullable,
  oneOf,
  operation,
  paged,
  pagingQuery,
  ref,
  repoFilter,
  timestamp
} from '../common.js'
import { enumeration } from '../enumeration.js'
import { ErrorBody } from '../errors.js'

export const DECISION_SOURCES = enumeration('DecisionSource', [
  'ai_review',
  'api',
  'ci_heal',
  'custom_rules',
  'enforcement',
  'issue_fix',
  'maintainer',
  'merge_queue',
  'quality_gate',
  'spam_gate',
  'triage',
  'trust'
])
export type DecisionSource = (typeof DECISION_SOURCES)[number]

export const DECISIONS = enumeration('DecisionResult', ['acted', 'skipped', 'dry_run', 'blocked', 'error'])
export type DecisionWord = (typeof DECISIONS)[number]

export const TARGET_TYPES = enumeration('TargetType', ['issue', 'pr', 'branch', 'repo'])
export type TargetType = (typeof TARGET_TYPES)[number]

export const Condition = closed(
  {
    check: Type.String({ description: 'What was checked.', examples: ['pillar_enabled(triage)'] }),
    result: Type.Union([Type.Boolean(), Type.Number(), Type.String()], { description: 'Result.' }),
    detail: Type.Optional(Type.String({ description: 'Details.' }))
  },
  { $id: 'Condition', description: 'One thing that a decision depended on.' }
)
export type Condition = Static<typeof Condition>

/** The result of an evaluator, which depends on its inputs alone. */
export interface Verdict {
  decision: DecisionWord
  reason: string | null
  conditions: readonly Condition[]
  /** The action to take, if any. */
  plan?: JsonObject
}

/** An evaluator by name and version. A version never changes its verdicts. */
export interface EvaluatorName {
  name: string
  version: number
}

const decisionFields = {
  id: Type.Integer({ description: 'Id of the decision.' }),
  repo_id: Type.Integer({ description: "The host's id of the repository." }),
  repo: Type.String({ description: 'Full name of the repository.', examples: ['octo-org/hello-world'] }),
  source: oneOf(DECISION_SOURCES, { description: 'Which part of the service decided.' }),
  trigger_event: Type.String({ description: 'What triggered it.', examples: ['issues.opened'] }),
  target_type: oneOf(TARGET_TYPES, { description: 'What it is about.' }),
  target_number: nullable(Type.Integer(), { description: 'Number of the issue or pull request.' }),
  target_branch: nullable(Type.String(), { description: 'Name of the branch.' }),
  pillar: nullable(Type.String(), { description: 'The pillar that it belongs to.', examples: ['triage'] }),
  decision: oneOf(DECISIONS, { description: 'What was decided.' }),
  reason: nullable(Type.String(), { description: 'Reason.' }),
  conditions: Type.Array(ref(Condition), { description: 'What was checked, in order.' }),
  config_used: nullable(Type.Object({}, { additionalProperties: true }), {
    description: 'The settings that it used.'
  }),
  config_version: nullable(Type.Integer(), { description: 'Version of the configuration.' }),
  waiver_id: nullable(Type.Integer(), { description: 'The waiver that applied.' }),
  commit_sha: nullable(Type.String(), { description: 'The commit that it is about.' }),
  actor: Type.String({ description: 'Who decided.' }),
  action_ids: Type.Array(Type.Integer(), { description: 'The actions that resulted from it.' }),
  created_at: timestamp('When it was decided.')
}

export const Decision = closed(decisionFields, { $id: 'Decision', description: 'One decision.' })
export type Decision = Static<typeof Decision>

const Evaluator = closed(
  {
    name: Type.String({ description: 'Its name.', examples: ['guards'] }),
    version: Type.Integer({ description: 'Its version.' })
  },
  { description: 'The evaluator that decided.' }
)

export const DecisionDetail = closed(
  {
    ...decisionFields,
    evaluator: nullable(Evaluator, {
      description:
        'The evaluator that decided; null if a person or a model decided, so that it cannot be replayed.'
    }),
    inputs: nullable(Type.Object({}, { additionalProperties: true }), {
      description: 'The inputs of the evaluator besides the settings; null if they were too large to store.'
    }),
    verdict: Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'The verdict of the evaluator: decision, reason, conditions, plan.'
      }
    )
  },
  { $id: 'DecisionDetail', description: 'A decision with its inputs.' }
)
export type DecisionDetail = Static<typeof DecisionDetail>

const filters = {
  repo: Type.Optional(repoFilter('Only decisions about this repository.')),
  source: Type.Optional(oneOf(DECISION_SOURCES, { description: 'Only decisions from this source.' })),
  target_type: Type.Optional(
    oneOf(TARGET_TYPES, { description: 'Only decisions about this type of target.' })
  ),
  target_number: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'Only decisions about the issue or pull request with this number.'
    })
  ),
  decision: Type.Optional(oneOf(DECISIONS, { description: 'Only decisions with this result.' })),
  pillar: Type.Optional(
    Type.String({ minLength: 1, maxLength: 50, description: 'Only decisions of this pillar.' })
  ),
  trigger_event: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Only decisions with this trigger.' })
  ),
  waiver_id: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Only decisions that this waiver applied to.'
    })
  ),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Only decisions whose reason contains this text, ignoring case.'
    })
  ),
  from: Type.Optional(
    Type.String({ maxLength: 40, description: 'Only from this date or date-time onward.' })
  ),
  to: Type.Optional(
    Type.String({ maxLength: 40, description: 'Only until this date-time, or the end of this date.' })
  )
}

export const listDecisions = operation({
  operationId: 'listDecisions',
  codes: ['invalid_time', 'invalid_cursor'],
  summary: 'List decisions, newest first',
  description:
    'Every evaluation that led to doing something or to leaving it, with its reason. Filters can be combined.',
  querystring: closed({ ...pagingQuery(), ...cursorQuery, ...filters }),
  response: { 200: paged(ref(Decision), 'The decisions of the page.') }
})
export type DecisionQuery = Partial<Static<typeof listDecisions.querystring>>

const lastDecision = timestamp('When the last of them was made.')
const SourceDecision = closed({
  source: oneOf(DECISION_SOURCES, { description: 'Which part decided.' }),
  decision: oneOf(DECISIONS, { description: 'What it decided.' }),
  count: count('How often.'),
  last_decision: lastDecision
})

const words = {
  acted: count('How often it acted.'),
  skipped: count('How often it skipped.'),
  dry_run: count('How often it was a dry run.'),
  blocked: count('How often it was blocked.'),
  error: count('How often it could not decide.')
}
const SourceTotals = closed({
  source: oneOf(DECISION_SOURCES, { description: 'Which part decided.' }),
  total: count('How many decisions it made.'),
  ...words,
  last_decision: lastDecision
})

export const DecisionSummary = closed(
  {
    data: Type.Array(SourceDecision, { description: 'By source, most frequent first.' }),
    by_source: Type.Array(SourceTotals, { description: 'All decisions of each source.' }),
    totals: closed({ total: count('All decisions.'), ...words }, { description: 'All sources together.' })
  },
  { $id: 'DecisionSummary', description: 'Decision counts.' }
)
export type DecisionSummary = Static<typeof DecisionSummary>

export const getDecisionSummary = operation({
  operationId: 'getDecisionSummary',
  codes: ['invalid_time', 'repo_not_found'],
  summary: 'Count decisions by source and result',
  description: 'One row for each source, with how often it decided what.',
  querystring: closed({
    repo: Type.Optional(repoFilter('Only decisions about this repository.')),
    since: Type.Optional(
      Type.String({ maxLength: 40, description: 'Only from this date or date-time onward.' })
    )
  }),
  response: { 200: ref(DecisionSummary) }
})

const DecisionParams = Type.Object({
  id: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Id of the decision.',
    examples: [1]
  })
})

const unknown = ref(ErrorBody, { description: 'Decision not found.' })

export const getDecision = operation({
  operationId: 'getDecision',
  summary: 'Get a decision with its inputs',
  description: 'The reply has the conditions that were checked, and the inputs that a replay needs.',
  params: DecisionParams,
  response: { 200: ref(DecisionDetail), 404: unknown }
})

export const ReplayBody = closed(
  {
    config: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description:
            'Settings, in the form of `ServiceConfig`, to put in place of those that were used; objects merge, ' +
            'anything else replaces. `quality_gates` takes the place of all gates that were not made by the API.'
        }
      )
    )
  },
  { $id: 'ReplayBody', description: 'Settings for the replay; default: the original settings.' }
)
export type ReplayBody = Static<typeof ReplayBody>

export const Replay = closed(
  {
    id: Type.Integer({ description: 'The decision that was replayed.' }),
    evaluator: Evaluator,
    same: Type.Boolean({ description: 'Whether the result equals the recorded one byte for byte.' }),
    verdict_sha256: Type.String({ description: 'SHA-256 of the recorded verdict.' }),
    replayed_sha256: Type.String({ description: 'SHA-256 of the replayed verdict.' }),
    verdict: Type.Object({}, { additionalProperties: true, description: 'The recorded verdict.' }),
    replayed: Type.Object({}, { additionalProperties: true, description: 'The replayed verdict.' }),
    config_used: Type.Object({}, { additionalProperties: true, description: 'The settings of the replay.' })
  },
  { $id: 'Replay', description: 'The replayed decision.' }
)
export type Replay = Static<typeof Replay>

export const replayDecision = operation({
  operationId: 'replayDecision',
  codes: ['invalid_config', 'not_replayable'],
  summary: 'Replay a decision without side effects',
  description:
    'Runs the recorded evaluator on the recorded inputs, with the original settings or with others. With the ' +
    'original settings the result equals the recorded one byte for byte; a difference means that the record or ' +
    'the service was changed.',
  params: DecisionParams,
  body: Type.Union([ref(ReplayBody), Type.Null()], { description: 'Optional.' }),
  response: {
    200: ref(Replay),
    404: unknown,
    409: ref(ErrorBody, { description: 'This version does not have the evaluator that made the decision.' })
  }
})

export const schemas = [Condition, Decision, DecisionDetail, DecisionSummary, ReplayBody, Replay]
