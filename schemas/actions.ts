// Managed actions: everything that the service changes on the host, from the proposal to the proof.
import { type Static, Type } from '@sinclair/typebox'
import { Action, ActionCheck, ActionDetail, ActionEvent } from './action-records.js'
import { ACTION_STATUSES, ACTION_TYPES, BLOCKED_REASONS, RECONCILIATION_STATUSES } from './action-words.js'
import {
  closed,
  count,
  cursorQuery,
  ErrorBody,
  nullable,
  oneOf,
  operation,
  paged,
  pagingQuery,
  ref,
  repoFilter
} from './common.js'
import { TARGET_TYPES } from './decisions.js'

export const ACTIONS_PER_PAGE = 50

const pillarFilter = Type.Optional(
  Type.String({ minLength: 1, maxLength: 50, description: 'Only actions of this pillar.' })
)

export const listActions = operation({
  operationId: 'listActions',
  summary: 'List managed actions, the newest first',
  querystring: Type.Object({
    ...pagingQuery(ACTIONS_PER_PAGE),
    ...cursorQuery,
    repo: Type.Optional(repoFilter('Only actions on this repository.')),
    status: Type.Optional(
      oneOf([...ACTION_STATUSES, 'all'], { description: 'Only these; `all` is the default.' })
    ),
    pillar: pillarFilter,
    action_type: Type.Optional(oneOf(ACTION_TYPES, { description: 'Only actions of this type.' })),
    target_type: Type.Optional(oneOf(TARGET_TYPES, { description: 'Only actions on such targets.' })),
    target_number: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Only actions on this number.' })
    ),
    parent_action_id: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Only actions that try this one again.'
      })
    ),
    since: Type.Optional(Type.String({ maxLength: 40, description: 'Only from this date or date-time on.' }))
  }),
  response: { 200: paged(ref(Action), 'The actions of the page.') }
})
export type ActionQuery = Partial<Static<typeof listActions.querystring>>

const StatusCount = closed({
  status: oneOf(ACTION_STATUSES, { description: 'The status.' }),
  count: count('How many actions are in it.')
})

export const ActionSummary = closed(
  {
    summary: Type.Array(StatusCount, {
      description: 'By status, the most frequent first; none is left out.'
    }),
    by_pillar: Type.Array(
      closed({
        pillar: nullable(Type.String(), { description: 'The pillar; null where an action has none.' }),
        status: oneOf(ACTION_STATUSES, { description: 'The status.' }),
        count: count('How many.')
      }),
      { description: 'By pillar and status, those that there are.' }
    )
  },
  { $id: 'ActionSummary', description: 'How many actions are in each status.' }
)
export type ActionSummary = Static<typeof ActionSummary>

export const actionSummary = operation({
  operationId: 'actionSummary',
  summary: 'Count actions by status',
  response: { 200: ref(ActionSummary) }
})

export const Abstentions = closed(
  {
    totals: closed(
      {
        blocked_total: count('Actions that were not allowed.'),
        failed_total: count('Actions that failed.'),
        mutation_success_total: count('Actions whose effect is on the host.'),
        mutation_attempts_total: count('Actions for which the host was called.'),
        blocked_target_drifted: count('Blocked because the target had changed.'),
        blocked_duplicate: count('Blocked because the same was under way.'),
        blocked_policy: count('Blocked by the configuration.'),
        blocked_marker: count('Blocked because it was unclear whether it had been done.')
      },
      { description: 'Over all repositories.' }
    ),
    breakdown: Type.Array(
      closed({
        blocked_reason: oneOf(BLOCKED_REASONS, { description: 'Why.' }),
        repo_full_name: Type.String({ description: 'Full name of the repository.' }),
        action_type: oneOf(ACTION_TYPES, { description: 'What was not done.' }),
        count: count('How often.')
      }),
      { description: 'The hundred most frequent.' }
    )
  },
  { $id: 'Abstentions', description: 'What the service did not do, and why.' }
)
export type Abstentions = Static<typeof Abstentions>

export const listAbstentions = operation({
  operationId: 'listAbstentions',
  summary: 'Count what was not done, by reason',
  response: { 200: ref(Abstentions) }
})

const ActionParams = Type.Object({
  id: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Id of the action.',
    examples: [1]
  })
})

const unknown = ref(ErrorBody, { description: 'There is no such action.' })
const state = (description: string) => ref(ErrorBody, { description })

export const getAction = operation({
  operationId: 'getAction',
  summary: 'Show an action with its history',
  params: ActionParams,
  response: { 200: ref(ActionDetail), 404: unknown }
})

export const RetriedAction = closed(
  {
    message: Type.String({ description: 'What happens next, in words.' }),
    job_id: Type.String({ description: 'The job that will carry it out.' }),
    action: ref(Action, { description: 'The action that tries it again.' })
  },
  { $id: 'RetriedAction', description: 'A further try that has been asked for.' }
)
export type RetriedAction = Static<typeof RetriedAction>

export const retryAction = operation({
  operationId: 'retryAction',
  summary: 'Try a failed action again',
  description: 'Makes a child of the action, which a job carries out. Two requests at once make one child.',
  params: ActionParams,
  response: {
    202: ref(RetriedAction),
    404: unknown,
    409: state('It has not failed (`invalid_state`), or was tried often enough (`retry_limit`).')
  }
})

export const CancelBody = closed(
  {
    reason: Type.Optional(
      Type.String({ minLength: 1, maxLength: 500, description: 'Why; "Cancelled via API" unless given.' })
    )
  },
  { $id: 'CancelBody', description: 'Why an action is cancelled.' }
)

export const cancelAction = operation({
  operationId: 'cancelAction',
  summary: 'Cancel an action',
  description: 'A worker that is carrying it out sees that before its next call of the host.',
  params: ActionParams,
  body: Type.Union([ref(CancelBody), Type.Null()], { description: 'May be left out.' }),
  response: { 200: ref(Action), 404: unknown, 409: state('It has come to its end (`invalid_state`).') }
})

export const ReconcileBody = closed(
  {
    status: Type.Optional(
      oneOf(RECONCILIATION_STATUSES, { description: 'What you found; `confirmed` unless given.' })
    ),
    check: Type.Optional(Type.Boolean({ description: 'True: the host is asked instead.' }))
  },
  { $id: 'ReconcileBody', description: 'Whether the effect is still there.' }
)
export type ReconcileBody = Static<typeof ReconcileBody>

export const reconcileAction = operation({
  operationId: 'reconcileAction',
  summary: 'Verify that the effect of an action is still there',
  params: ActionParams,
  body: Type.Union([ref(ReconcileBody), Type.Null()], { description: 'May be left out.' }),
  response: {
    200: ref(Action),
    404: unknown,
    409: state(
      'It has not succeeded, or is verified already (`invalid_state`); or the body contradicts itself.'
    )
  }
})

export const schemas = [
  Action,
  ActionEvent,
  ActionCheck,
  ActionDetail,
  ActionSummary,
  Abstentions,
  RetriedAction,
  CancelBody,
  ReconcileBody
]
