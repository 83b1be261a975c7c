// Managed actions as the API returns them.
import { type Static, Type } from '@sinclair/typebox'
import { closed, count, nullable, oneOf, ref, timestamp } from '../common.js'
import { TARGET_TYPES } from '../decisions/decisions.js'
import {
  ACTION_STATUSES,
  ACTION_TYPES,
  BLOCKED_REASONS,
  CHECK_TYPES,
  HEAL_OUTCOMES,
  PR_OUTCOMES,
  RECONCILIATION_STATUSES
} from './enums.js'

const open = (description: string) => Type.Object({}, { additionalProperties: true, description })

const actionFields = {
  id: Type.Integer({ description: 'Id of the action.' }),
  repo_id: Type.Integer({ description: "The host's id of the repository." }),
  repo_full_name: Type.String({
    description: 'Full name of the repository.',
    examples: ['octo-org/hello-world']
  }),
  pillar: nullable(Type.String(), { description: 'The pillar that it belongs to.', examples: ['triage'] }),
  action_type: oneOf(ACTION_TYPES, { description: 'What is done.' }),
  action_key: Type.String({
    description: 'Identifies the effect; only one per target is in progress at a time.'
  }),
  action_value: nullable(Type.String(), {
    description: 'What is set or removed: a label, a reviewer, a branch.'
  }),
  source: Type.String({ description: 'What proposed it.', examples: ['ai_triage'] }),
  source_id: nullable(Type.Integer(), { description: 'The row that caused it.' }),
  status: oneOf(ACTION_STATUSES, { description: 'Status.' }),
  target_type: oneOf(TARGET_TYPES, { description: 'What it changes.' }),
  target_number: nullable(Type.Integer(), { description: 'Number of the issue or pull request.' }),
  target_branch: nullable(Type.String(), { description: 'Name of the branch.' }),
  pr_number: nullable(Type.Integer(), { description: 'The number, where it changes a pull request.' }),
  issue_number: nullable(Type.Integer(), { description: 'The number, where it changes an issue.' }),
  evidence: open(
    'Evidence for it, and its results. `outcome_unknown`: it ended without a report of its worker, and nobody has found ' +
      'out yet what it did. `done_all_the_same`: it ended without a result, and its effect was found on the host.'
  ),
  error_message: nullable(Type.String(), { description: 'Why it failed or was given up.' }),
  blocked_reason: nullable(oneOf(BLOCKED_REASONS, { description: 'Why it was blocked.' })),
  retries: count('Number of earlier and later retries.'),
  max_retries: count('Maximum number of retries.'),
  parent_action_id: nullable(Type.Integer(), { description: 'The action that it retries.' }),
  decision_id: nullable(Type.Integer(), { description: 'The decision that caused it.' }),
  host_id: nullable(Type.Integer(), { description: 'Id of the object that it created on the host.' }),
  context_hash: Type.String({ description: 'Prefix of the SHA-256 of the request.' }),
  actor: Type.String({ description: 'Who proposed it.' }),
  active: Type.Boolean({ description: 'False if a later action with the same effect replaced it.' }),
  proposed_at: timestamp('When it was proposed.'),
  approved_at: nullable(timestamp('When it was approved.')),
  executed_at: nullable(timestamp('When the call to the host started.')),
  resolved_at: nullable(timestamp('When it ended.')),
  reconciled_at: nullable(timestamp('When it was verified.')),
  reconciliation_status: nullable(
    oneOf(RECONCILIATION_STATUSES, { description: 'Whether the host still shows the effect.' })
  ),
  heal_outcome: nullable(oneOf(HEAL_OUTCOMES, { description: 'Outcome of a repair.' })),
  pr_outcome: nullable(oneOf(PR_OUTCOMES, { description: 'State of its pull request.' })),
  pr_merged_at: nullable(timestamp('When its pull request was merged.')),
  pr_closed_at: nullable(timestamp('When its pull request was closed.')),
  deactivated_at: nullable(timestamp('When another action replaced it.')),
  created_at: timestamp('When its row was created.')
}

export const Action = closed(actionFields, { $id: 'Action', description: 'One managed action.' })
export type Action = Static<typeof Action>

export const ActionEvent = closed(
  {
    id: Type.Integer({ description: 'Id of the transition.' }),
    from: nullable(oneOf(ACTION_STATUSES, { description: 'The status before; null at the proposal.' })),
    to: oneOf(ACTION_STATUSES, { description: 'The status after.' }),
    actor: Type.String({ description: 'Who or what caused it.' }),
    at: timestamp('When.'),
    detail: nullable(Type.String(), { description: 'Why.' })
  },
  { $id: 'ActionEvent', description: 'One transition of an action.' }
)

export const ActionCheck = closed(
  {
    id: Type.Integer({ description: 'Id of the check.' }),
    check_type: oneOf(CHECK_TYPES, { description: 'What was checked.' }),
    expected: nullable(Type.String(), { description: 'Expected state.' }),
    actual: nullable(Type.String(), { description: 'Actual state.' }),
    drifted: Type.Boolean({ description: 'Whether the two differ.' }),
    checked_at: timestamp('When.')
  },
  { $id: 'ActionCheck', description: 'A check of whether the effect of an action still exists.' }
)

export const ActionDetail = closed(
  {
    ...actionFields,
    arguments: open('What exactly is to be done.'),
    events: Type.Array(ref(ActionEvent), { description: 'Its transitions, oldest first.' }),
    reconciliation_log: Type.Array(ref(ActionCheck), { description: 'Its checks, oldest first.' }),
    children: Type.Array(
      closed({
        id: Type.Integer({ description: 'Id of the retry.' }),
        status: oneOf(ACTION_STATUSES, { description: 'Status of the retry.' })
      }),
      { description: 'Its retries.' }
    )
  },
  { $id: 'ActionDetail', description: 'One managed action with its history.' }
)
export type ActionDetail = Static<typeof ActionDetail>
