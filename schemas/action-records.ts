// What is shown of managed actions.
import { type Static, Type } from '@sinclair/typebox'
import {
  ACTION_STATUSES,
  ACTION_TYPES,
  BLOCKED_REASONS,
  CHECK_TYPES,
  HEAL_OUTCOMES,
  PR_OUTCOMES,
  RECONCILIATION_STATUSES
} from './action-words.js'
import { closed, count, nullable, oneOf, ref, timestamp } from './common.js'
import { TARGET_TYPES } from './decisions.js'

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
  action_key: Type.String({ description: 'Names the effect: of one target, one is under way at a time.' }),
  action_value: nullable(Type.String(), {
    description: 'What is set or removed: a label, a reviewer, a branch.'
  }),
  source: Type.String({ description: 'What proposed it.', examples: ['ai_triage'] }),
  source_id: nullable(Type.Integer(), { description: 'The row that gave rise to it.' }),
  status: oneOf(ACTION_STATUSES, { description: 'How far it got.' }),
  target_type: oneOf(TARGET_TYPES, { description: 'What it changes.' }),
  target_number: nullable(Type.Integer(), { description: 'Number of the issue or pull request.' }),
  target_branch: nullable(Type.String(), { description: 'Name of the branch.' }),
  pr_number: nullable(Type.Integer(), { description: 'The number, where it changes a pull request.' }),
  issue_number: nullable(Type.Integer(), { description: 'The number, where it changes an issue.' }),
  evidence: open('What it rests on, and what came of it.'),
  error_message: nullable(Type.String(), { description: 'Why it failed or was given up.' }),
  blocked_reason: nullable(oneOf(BLOCKED_REASONS, { description: 'Why it was not allowed.' })),
  retries: count('How many tries have gone before or come of it.'),
  max_retries: count('How many there may be.'),
  parent_action_id: nullable(Type.Integer(), { description: 'The action that it tries again.' }),
  decision_id: nullable(Type.Integer(), { description: 'The decision that it came of.' }),
  host_id: nullable(Type.Integer(), { description: 'Id of what it made on the host.' }),
  context_hash: Type.String({ description: 'Start of the SHA-256 of what is to be done.' }),
  actor: Type.String({ description: 'Who proposed it.' }),
  active: Type.Boolean({ description: 'False when a later action of the same effect has taken its place.' }),
  proposed_at: timestamp('When it was proposed.'),
  approved_at: nullable(timestamp('When it was approved.')),
  executed_at: nullable(timestamp('When the call of the host began.')),
  resolved_at: nullable(timestamp('When it came to its end.')),
  reconciled_at: nullable(timestamp('When it was verified.')),
  reconciliation_status: nullable(
    oneOf(RECONCILIATION_STATUSES, { description: 'Whether the host still shows the effect.' })
  ),
  heal_outcome: nullable(oneOf(HEAL_OUTCOMES, { description: 'What a repair came to.' })),
  pr_outcome: nullable(oneOf(PR_OUTCOMES, { description: 'What became of its pull request.' })),
  pr_merged_at: nullable(timestamp('When its pull request was merged.')),
  pr_closed_at: nullable(timestamp('When its pull request was closed.')),
  deactivated_at: nullable(timestamp('When another took its place.')),
  created_at: timestamp('When its row was made.')
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
    check_type: oneOf(CHECK_TYPES, { description: 'What was looked at.' }),
    expected: nullable(Type.String(), { description: 'What should be there.' }),
    actual: nullable(Type.String(), { description: 'What is there.' }),
    drifted: Type.Boolean({ description: 'Whether the two differ.' }),
    checked_at: timestamp('When.')
  },
  { $id: 'ActionCheck', description: 'One look at whether the effect of an action is still there.' }
)

export const ActionDetail = closed(
  {
    ...actionFields,
    arguments: open('What exactly is to be done.'),
    events: Type.Array(ref(ActionEvent), { description: 'Its transitions, in order.' }),
    reconciliation_log: Type.Array(ref(ActionCheck), { description: 'Its checks, in order.' }),
    children: Type.Array(
      closed({
        id: Type.Integer({ description: 'Id of the action that tries it again.' }),
        status: oneOf(ACTION_STATUSES, { description: 'How far that got.' })
      }),
      { description: 'The actions that try it again.' }
    )
  },
  { $id: 'ActionDetail', description: 'One managed action with its history.' }
)
export type ActionDetail = Static<typeof ActionDetail>
