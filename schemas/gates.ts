// Quality gates: what a repository must come up to, and what was found.
import { type Static, Type } from '@sinclair/typebox'
import {
  COMMIT,
  closed,
  count,
  GATE_NAME,
  nullable,
  oneOf,
  operation,
  RepoParams,
  ref,
  timestamp
} from './common.js'
import { GateCondition, type Metric, MOST_CONDITIONS } from './gate-conditions.js'

export const GATE_RESULTS = ['passed', 'failed'] as const
export type GateResult = (typeof GATE_RESULTS)[number]
export const OVERALLS = ['passed', 'warning', 'failed'] as const
export type Overall = (typeof OVERALLS)[number]
export const GATE_ORIGINS = ['database', 'file'] as const
export type GateOrigin = (typeof GATE_ORIGINS)[number]

/** Gates that were made by the API, per repository. */
export const MOST_GATES = 50
export const CHECK_NAME = 'service/quality-gate'

/** The figures of a repository at one moment, and those behind which there were no rows. */
export interface Measured {
  metrics: Record<Metric, number>
  noData: Metric[]
}

const result = oneOf(GATE_RESULTS, { description: 'Whether every condition held.' })
const overall = oneOf(OVERALLS, {
  description: '`failed`: a gate that blocks failed; `warning`: only gates that do not block failed.'
})
const score = Type.Integer({ minimum: 0, maximum: 100, description: 'Conditions that held, in percent.' })
export const blockOnFail = Type.Boolean({ description: 'Whether its failure blocks.' })
export const evaluatedAt = timestamp('When it was evaluated.')

export const EvaluatedCondition = closed(
  {
    ...GateCondition.properties,
    actual: nullable(Type.Number(), { description: 'The figure; null where it was not to be had.' }),
    passed: Type.Boolean({ description: 'Whether the condition held.' }),
    no_data: Type.Optional(
      Type.Boolean({ description: 'True: the figure is 0 because there was nothing to reckon it from.' })
    )
  },
  { $id: 'EvaluatedCondition', description: 'One condition and what was found.' }
)
export type EvaluatedCondition = Static<typeof EvaluatedCondition>

/** What was found, of a gate. */
export const tally = {
  result,
  score,
  passed_count: count('Conditions that held.'),
  failed_count: count('Conditions that did not.'),
  total_count: count('All conditions.'),
  conditions: Type.Array(ref(EvaluatedCondition), { description: 'The conditions, in their order.' })
}

export const GateStanding = closed(
  { ...tally, evaluated_at: evaluatedAt },
  { $id: 'GateStanding', description: 'What a gate said last.' }
)
export type GateStanding = Static<typeof GateStanding>

export const Gate = closed(
  {
    id: nullable(Type.Integer(), { description: 'Id of the gate; null for one of the file.' }),
    name: Type.String({ description: 'Its name, unique within the repository.', examples: ['release'] }),
    source: oneOf(GATE_ORIGINS, { description: 'Whether it was made by the API, or is in the file.' }),
    is_default: Type.Boolean({ description: 'Whether it is the first of the repository.' }),
    conditions: Type.Array(GateCondition, { description: 'All of them must hold.' }),
    block_on_fail: blockOnFail,
    latest_evaluation: nullable(ref(GateStanding), { description: 'What it said last.' }),
    created_at: nullable(timestamp('When it was made; null for one of the file.')),
    updated_at: nullable(timestamp('When it was last changed; null for one of the file.'))
  },
  { $id: 'Gate', description: 'One quality gate.' }
)
export type Gate = Static<typeof Gate>

export const repoName = Type.String({
  description: 'Full name of the repository.',
  examples: ['octo-org/hello-world']
})

export const FleetGates = closed(
  {
    total_repos: count('Repositories with at least one evaluated gate.'),
    passed: count('Those whose gates all passed.'),
    failed: count('Those of which a blocking gate failed.'),
    warning: count('Those of which only others failed.'),
    repos: Type.Array(
      closed({
        repo: repoName,
        repoId: Type.Integer({ description: "The host's id of the repository." }),
        overall,
        gates: Type.Array(
          closed({
            name: Type.String({ description: 'Name of the gate.' }),
            result,
            score,
            block_on_fail: blockOnFail,
            evaluated_at: evaluatedAt
          }),
          { description: 'What each of its gates said last, by name.' }
        )
      }),
      { description: 'The repositories, by name.' }
    )
  },
  { $id: 'FleetGates', description: 'How all repositories stand.' }
)
export type FleetGates = Static<typeof FleetGates>

export const fleetGates = operation({
  operationId: 'fleetGates',
  summary: 'Show how the gates of all repositories stand',
  querystring: Type.Object({
    overall: Type.Optional(
      oneOf(OVERALLS, { description: 'Only repositories that stand like this; the counts are of all.' })
    )
  }),
  response: { 200: ref(FleetGates) }
})

export const RepoGates = closed(
  {
    repo: repoName,
    overall,
    gates: Type.Array(ref(Gate), {
      description: 'The default one first, then by name; those of the file behind those of the API.'
    }),
    total: count('How many gates that are.')
  },
  { $id: 'RepoGates', description: 'The gates of a repository.' }
)
export type RepoGates = Static<typeof RepoGates>

export const repoGates = operation({
  operationId: 'repoGates',
  summary: 'List the gates of a repository',
  params: RepoParams,
  response: { 200: ref(RepoGates) }
})

/** What a gate asks. */
export const definition = {
  conditions: Type.Array(GateCondition, {
    minItems: 1,
    maxItems: MOST_CONDITIONS,
    description: 'All of them must hold; conditions that cannot hold together are refused.'
  }),
  block_on_fail: Type.Optional(
    Type.Boolean({ description: 'Whether its failure blocks; true unless given.' })
  )
}

export const GateBody = closed(
  {
    name: Type.String({
      pattern: GATE_NAME,
      description: 'Its name: 1 to 64 letters, digits, `.`, `_` and `-`, a letter or digit first.',
      examples: ['release']
    }),
    ...definition,
    is_default: Type.Optional(
      Type.Boolean({
        description: 'Whether it is the first of the repository, in place of another; false unless given.'
      })
    )
  },
  { $id: 'GateBody', description: 'A gate as it is to be.' }
)
export type GateBody = Static<typeof GateBody>

export const saveGate = operation({
  operationId: 'saveGate',
  summary: 'Create a gate, or replace the one of that name',
  params: RepoParams,
  body: ref(GateBody),
  response: { 201: ref(Gate) }
})

export const deleteGate = operation({
  operationId: 'deleteGate',
  summary: 'Delete a gate; its evaluations stay',
  params: Type.Object({
    ...RepoParams.properties,
    name: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Name of the gate.',
      examples: ['release']
    })
  }),
  response: {
    200: closed({ deleted: Type.Literal(true, { description: 'It is gone.' }) }, { description: 'Done.' })
  }
})

export const prNumber = (description: string) =>
  Type.Integer({ minimum: 1, maximum: 2_147_483_647, description })

export const EvaluateBody = closed(
  {
    head_sha: Type.Optional(
      Type.String({
        pattern: COMMIT,
        description: `The commit on which the check \`${CHECK_NAME}\` says the result; no check without it.`
      })
    ),
    pr_number: Type.Optional(prNumber('Number of the pull request.'))
  },
  { $id: 'EvaluateBody', description: 'What the evaluation is about.' }
)
export type EvaluateBody = Static<typeof EvaluateBody>

const GateResultItem = closed(
  {
    name: Type.String({ description: 'Name of the gate.' }),
    ...tally,
    block_on_fail: blockOnFail
  },
  { $id: 'GateResult', description: 'What one gate said.' }
)

const CheckReply = closed(
  {
    posted: Type.Boolean({ description: 'Whether the check is on the host.' }),
    conclusion: oneOf(['success', 'failure', 'neutral'], {
      description: 'What it says; neutral where a waiver or a dry run holds.'
    }),
    action_id: nullable(Type.Integer(), { description: 'The managed action that posts it.' }),
    error: Type.Optional(Type.String({ description: 'Why it has not been posted.' }))
  },
  { $id: 'GateCheck', description: 'What became of the check on the host.' }
)
export type CheckReply = Static<typeof CheckReply>

export const Evaluation = closed(
  {
    repo: repoName,
    results: Type.Array(ref(GateResultItem), { description: 'What each gate said.' }),
    overall,
    decision_id: nullable(Type.Integer(), { description: 'The decision on record; null without gates.' }),
    waiver_id: nullable(Type.Integer(), { description: 'The waiver that keeps the result from blocking.' }),
    check: Type.Optional(ref(CheckReply, { description: 'Only where a commit was named.' }))
  },
  { $id: 'GateEvaluation', description: 'What the gates of a repository say.' }
)
export type Evaluation = Static<typeof Evaluation>

export const evaluateGates = operation({
  operationId: 'evaluateGates',
  summary: 'Evaluate the gates of a repository',
  description:
    'Stores what they say, decides, and posts the check where a commit is named. That the host fails does not fail the request.',
  params: RepoParams,
  body: Type.Union([ref(EvaluateBody), Type.Null()], { description: 'May be left out.' }),
  response: { 200: ref(Evaluation) }
})

export const schemas = [
  EvaluatedCondition,
  GateStanding,
  Gate,
  FleetGates,
  RepoGates,
  GateBody,
  EvaluateBody,
  GateResultItem,
  CheckReply,
  Evaluation
]
