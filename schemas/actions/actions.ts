// Managed actions: every change that the service makes on the host, from proposal to verification.

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
  ref,
  repoFilter
} from '../common.js'
import { TARGET_TYPES } from '../decisions/decisions.js'
import { orAll } from '../enumeration.js'
import { ErrorBody, HOST_CODES } from '../errors.js'
import { ACTION_STATUSES, ACTION_TYPES, BLOCKED_REASONS, RECONCILIATION_STATUSES } from './enums.js'
import { Action, ActionCheck, ActionDetail, ActionEvent } from './records.js'

const pillarFilter = Type.Optional(
  Type.String({ minLength: 1, maxLength: 50, description: 'Only actions of this pillar.' })
)

export const listActions = operation({
  operationId: 'listActions',
  codes: ['invalid_time', 'invalid_cursor'],
  summary: 'List managed actions, newest first',
  description:
    'Every change to the platform that was proposed, with what became of it. Filters can be combined.',
  querystring: closed({
    ...pagingQuery(),
    ...cursorQuery,
    repo: Type.Optional(repoFilter('Only actions on this repository.')),
    status: Type.Optional(oneOf(orAll(ACTION_STATUSES), { default: 'all', description: 'Filter by state.' })),
    pillar: pillarFilter,
    action_type: Type.Optional(oneOf(ACTION_TYPES, { description: 'Only actions of this type.' })),
    target_type: Type.Optional(oneOf(TARGET_TYPES, { description: 'Only actions on this type of target.' })),
    target_number: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2_147_483_647,
        description: 'Only actions on the issue or pull request with this number.'
      })
    ),
    parent_action_id: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Only retries of this action.'
      })
    ),
    since: Type.Optional(
      Type.String({ maxLength: 40, description: 'Only from this date or date-time onward.' })
    )
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
      description: 'By status, most frequent first; every status is listed.'
    }),
    by_pillar: Type.Array(
      closed({
        pillar: nullable(Type.String(), { description: 'The pillar; null where an action has none.' }),
        status: oneOf(ACTION_STATUSES, { description: 'The status.' }),
        count: count('How many.')
      }),
      { description: 'By pillar and status; empty combinations are omitted.' }
    )
  },
  { $id: 'ActionSummary', description: 'Action counts by status.' }
)
export type ActionSummary = Static<typeof ActionSummary>

export const getActionSummary = operation({
  operationId: 'getActionSummary',
  summary: 'Count actions by status',
  description: 'One count for each status, zero included.',
  response: { 200: ref(ActionSummary) }
})

export const Abstentions = closed(
  {
    totals: closed(
      {
        blocked_total: count('Blocked actions.'),
        failed_total: count('Actions that failed.'),
        mutation_success_total: count('Actions whose effect is on the host.'),
        mutation_attempts_total: count('Actions for which the host was called.'),
        blocked_target_drifted: count('Blocked because the target had changed.'),
        blocked_duplicate: count('Blocked because the same action was in progress.'),
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
  { $id: 'Abstentions', description: 'What the service did not do, by reason.' }
)
export type Abstentions = Static<typeof Abstentions>

export const listAbstentions = operation({
  operationId: 'listAbstentions',
  summary: 'Count abstentions by reason',
  description: 'What was blocked, and why: each reason with the type of action.',
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

const unknown = ref(ErrorBody, { description: 'Action not found.' })
const state = (description: string) => ref(ErrorBody, { description })

export const getAction = operation({
  operationId: 'getAction',
  summary: 'Get an action with its history',
  description: 'The history has every change of its status and every check of its effect.',
  params: ActionParams,
  response: { 200: ref(ActionDetail), 404: unknown }
})

export const RetriedAction = closed(
  {
    message: Type.String({ description: 'What happens next, in words.' }),
    job_id: Type.String({ description: 'The job that will execute it.' }),
    action: ref(Action, { description: 'The action that tries it again.' })
  },
  { $id: 'RetriedAction', description: 'The retry is queued.' }
)
export type RetriedAction = Static<typeof RetriedAction>

export const retryAction = operation({
  operationId: 'retryAction',
  codes: ['repo_not_found', 'invalid_state', 'retry_limit', 'rollback_exists'],
  summary: 'Retry a failed action',
  description: 'Creates a child action that a job executes. Concurrent requests create only one child.',
  params: ActionParams,
  response: {
    202: ref(RetriedAction),
    404: unknown,
    409: state('The action has not failed (`invalid_state`), or the retry limit is reached (`retry_limit`).')
  }
})

export const CancelBody = closed(
  {
    reason: Type.Optional(
      Type.String({ minLength: 1, maxLength: 500, description: 'Reason; default "Cancelled via API".' })
    )
  },
  { $id: 'CancelBody', description: 'Why an action is cancelled.' }
)

export const cancelAction = operation({
  operationId: 'cancelAction',
  codes: ['invalid_state'],
  summary: 'Cancel an action',
  description: 'If a worker is executing the action, it stops before its next call to the host.',
  params: ActionParams,
  body: Type.Union([ref(CancelBody), Type.Null()], { description: 'Optional.' }),
  response: { 200: ref(Action), 404: unknown, 409: state('The action has already ended (`invalid_state`).') }
})

export const ReconcileBody = closed(
  {
    status: Type.Optional(
      oneOf(RECONCILIATION_STATUSES, { description: 'Your finding; default `confirmed`.' })
    ),
    check: Type.Optional(Type.Boolean({ description: 'True: check on the host instead.' }))
  },
  { $id: 'ReconcileBody', description: 'Whether the effect still exists.' }
)
export type ReconcileBody = Static<typeof ReconcileBody>

export const reconcileAction = operation({
  operationId: 'reconcileAction',
  codes: ['repo_not_found', 'invalid_state', ...HOST_CODES],
  summary: 'Verify that the effect of an action still exists',
  description:
    'With `check`, the service looks at the platform; otherwise the finding of the caller is recorded.',
  params: ActionParams,
  body: Type.Union([ref(ReconcileBody), Type.Null()], { description: 'Optional.' }),
  response: {
    200: ref(Action),
    404: unknown,
    409: state('The action has not succeeded, or is already verified (`invalid_state`).')
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
