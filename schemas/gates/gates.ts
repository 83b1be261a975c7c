// Quality gates: their conditions and results.

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
} from '../common.js'
import { GateCondition, MOST_CONDITIONS } from '../configuration/gate-conditions.js'
import type { Metric } from '../configuration/gate-metrics.js'
import { enumeration } from '../enumeration.js'
import { ErrorBody } from '../errors.js'

export const GATE_RESULTS = enumeration('GateOutcome', ['passed', 'failed'])
export type GateResult = (typeof GATE_RESULTS)[number]
export const OVERALLS = enumeration('OverallGateStatus', ['passed', 'warning', 'failed'])
export type Overall = (typeof OVERALLS)[number]
export const GATE_ORIGINS = enumeration('GateOrigin', ['database', 'file'])
export type GateOrigin = (typeof GATE_ORIGINS)[number]

/** The maximum number of gates created through the API, per repository. */
export const MOST_GATES = 50
export const CHECK_NAME = 'service/quality-gate'

/** The metrics of a repository at one moment, and those without data. */
export interface MeasuredMetrics {
  metrics: Record<Metric, number>
  noData: Metric[]
}

const result = oneOf(GATE_RESULTS, { description: 'Whether every condition held.' })
const overall = oneOf(OVERALLS, {
  description: '`failed`: a gate that blocks failed; `warning`: only gates that do not block failed.'
})
const unknown = nullable(Type.String(), {
  description:
    'Why the result is unknown: the configuration, which may contain gates, cannot be read. `overall` is then ' +
    '`failed` and the results are older. Null if the result is known.'
})
const score = Type.Integer({ minimum: 0, maximum: 100, description: 'Conditions that held, in percent.' })
export const blockOnFail = Type.Boolean({ description: 'Whether its failure blocks.' })
export const evaluatedAt = timestamp('When it was evaluated.')

export const EvaluatedCondition = closed(
  {
    ...GateCondition.properties,
    actual: nullable(Type.Number(), { description: 'The value; null if it is not available.' }),
    passed: Type.Boolean({ description: 'Whether the condition held.' }),
    no_data: Type.Optional(Type.Boolean({ description: 'True: the value is 0 because there is no data.' }))
  },
  { $id: 'EvaluatedCondition', description: 'One condition and what was found.' }
)
export type EvaluatedCondition = Static<typeof EvaluatedCondition>

/** The result of a gate. */
export const tally = {
  result,
  score,
  passed_count: count('Conditions that held.'),
  failed_count: count('Conditions that did not hold.'),
  total_count: count('All conditions.'),
  conditions: Type.Array(ref(EvaluatedCondition), { description: 'The conditions, in their order.' })
}

export const GateStanding = closed(
  { ...tally, evaluated_at: evaluatedAt },
  { $id: 'GateStanding', description: 'Last result of a gate.' }
)
export type GateStanding = Static<typeof GateStanding>

export const Gate = closed(
  {
    id: nullable(Type.Integer(), { description: 'Id of the gate; null for one of the file.' }),
    name: Type.String({ description: 'Its name, unique within the repository.', examples: ['release'] }),
    source: oneOf(GATE_ORIGINS, {
      description: 'Whether it was created through the API or comes from the file.'
    }),
    is_default: Type.Boolean({ description: 'Whether it is the default gate of the repository.' }),
    conditions: Type.Array(GateCondition, { description: 'All of them must hold.' }),
    block_on_fail: blockOnFail,
    latest_evaluation: nullable(ref(GateStanding), { description: 'Last result.' }),
    created_at: nullable(timestamp('When it was created; null for a gate of the file.')),
    updated_at: nullable(timestamp('When it was last changed; null for a gate of the file.'))
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
    failed: count('Repositories with a failed blocking gate, or with an unknown result.'),
    warning: count('Repositories where only non-blocking gates failed.'),
    unknown: count('Failed repositories whose configuration cannot be read.'),
    repos: Type.Array(
      closed({
        repo: repoName,
        repoId: Type.Integer({ description: "The host's id of the repository." }),
        overall,
        unknown,
        gates: Type.Array(
          closed({
            name: Type.String({ description: 'Name of the gate.' }),
            result,
            score,
            block_on_fail: blockOnFail,
            evaluated_at: evaluatedAt
          }),
          { description: 'Last result of each gate, by name.' }
        )
      }),
      { description: 'The repositories, by name.' }
    )
  },
  { $id: 'FleetGates', description: 'Gate results of all repositories.' }
)
export type FleetGates = Static<typeof FleetGates>

export const getFleetGates = operation({
  operationId: 'getFleetGates',
  summary: 'Get gate results of all repositories',
  description: 'The last result of each gate. The counts cover all repositories, whatever the filter.',
  querystring: closed({
    overall: Type.Optional(
      oneOf(OVERALLS, { description: 'Only repositories with this status; the counts cover all.' })
    )
  }),
  response: { 200: ref(FleetGates) }
})

export const RepoGates = closed(
  {
    repo: repoName,
    overall,
    unknown,
    gates: Type.Array(ref(Gate), {
      description: 'The default gate first, then by name.'
    }),
    total: count('Number of gates.')
  },
  { $id: 'RepoGates', description: 'The gates of a repository.' }
)
export type RepoGates = Static<typeof RepoGates>

export const listRepoGates = operation({
  operationId: 'listRepoGates',
  codes: ['repo_not_found'],
  summary: 'List the gates of a repository',
  description: 'Gates of the API and gates of the file, with their last results.',
  params: RepoParams,
  response: { 200: ref(RepoGates) }
})

/** The definition of a gate. */
export const definition = {
  conditions: Type.Array(GateCondition, {
    minItems: 1,
    maxItems: MOST_CONDITIONS,
    description: 'All of them must hold; conditions that cannot hold together are refused.'
  }),
  block_on_fail: Type.Optional(Type.Boolean({ description: 'Whether its failure blocks; default true.' }))
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
        description: 'Whether it becomes the default gate of the repository; default false.'
      })
    )
  },
  { $id: 'GateBody', description: 'The gate to store.' }
)
export type GateBody = Static<typeof GateBody>

export const saveGate = operation({
  operationId: 'saveGate',
  codes: ['gate_contradicts_itself', 'repo_not_found', 'too_many_gates'],
  summary: 'Create or replace a gate',
  description: 'A gate of the same name is replaced. A repository has one default gate at most.',
  params: RepoParams,
  body: ref(GateBody),
  response: { 201: ref(Gate), 409: ref(ErrorBody, { description: `There are ${MOST_GATES} gates.` }) }
})

export const deleteGate = operation({
  operationId: 'deleteGate',
  codes: ['repo_not_found', 'gate_not_found'],
  summary: 'Delete a gate and keep its evaluations',
  description: 'Only gates of the API can be deleted here; those of the file are removed there.',
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
    200: closed({ deleted: Type.Literal(true, { description: 'Deleted.' }) }, { description: 'Done.' })
  }
})

export const prNumber = (description: string) =>
  Type.Integer({ minimum: 1, maximum: 2_147_483_647, description })

export const EvaluateBody = closed(
  {
    head_sha: Type.Optional(
      Type.String({
        pattern: COMMIT,
        description: `The commit to post the check \`${CHECK_NAME}\` on; without it, no check is posted.`
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
  { $id: 'GateResult', description: 'Result of one gate.' }
)

const CheckReply = closed(
  {
    posted: Type.Boolean({ description: 'Whether the check is on the host.' }),
    conclusion: oneOf(enumeration('GateCheckConclusion', ['success', 'failure', 'neutral']), {
      description: 'Its conclusion; neutral under a waiver or a dry run.'
    }),
    action_id: nullable(Type.Integer(), { description: 'The managed action that posts it.' }),
    error: Type.Optional(Type.String({ description: 'Why it has not been posted.' }))
  },
  { $id: 'GateCheck', description: 'The check on the host.' }
)
export type CheckReply = Static<typeof CheckReply>

export const Evaluation = closed(
  {
    repo: repoName,
    results: Type.Array(ref(GateResultItem), { description: 'Result of each gate.' }),
    overall,
    decision_id: nullable(Type.Integer(), { description: 'The decision on record; null without gates.' }),
    waiver_id: nullable(Type.Integer(), { description: 'The waiver that keeps the result from blocking.' }),
    check: Type.Optional(ref(CheckReply, { description: 'Only where a commit was named.' }))
  },
  { $id: 'GateEvaluation', description: 'Gate results of a repository.' }
)
export type Evaluation = Static<typeof Evaluation>

export const evaluateGates = operation({
  operationId: 'evaluateGates',
  codes: ['repo_not_found'],
  summary: 'Evaluate the gates of a repository',
  description:
    'Stores the results, records a decision and, if a commit is given, posts the check. A failure of the host does not fail the request.',
  params: RepoParams,
  body: Type.Union([ref(EvaluateBody), Type.Null()], { description: 'Optional.' }),
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
