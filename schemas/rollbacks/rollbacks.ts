// Rollbacks: merges that a pull request of the service takes back.

import { type Static, Type } from '@sinclair/typebox'
import {
  closed,
  cursorQuery,
  FULL_COMMIT,
  nullable,
  oneOf,
  operation,
  paged,
  pagingQuery,
  ref,
  repoFilter,
  timestamp
} from '../common.js'
import { orAll } from '../enumeration.js'
import { ErrorBody, HOST_CODES } from '../errors.js'
import { GovernedHeaders } from '../maintenance/governance.js'
import { ROLLBACK_REASONS, ROLLBACK_STATUSES } from './enums.js'

const rollbackFields = {
  id: Type.Integer({ description: 'Id of the rollback.' }),
  repo_id: Type.Integer({ description: "The host's id of the repository." }),
  repo_full_name: Type.String({ description: 'Full name of the repository.' }),
  pr_number: nullable(Type.Integer(), { description: 'The pull request that is taken back.' }),
  merge_commit: Type.String({
    description:
      'The commit of the merge on the base branch. Where no merge could be named: the commit whose deployment failed first.'
  }),
  revert_commit: nullable(Type.String(), { description: 'The commit that takes it back.' }),
  revert_pr_number: nullable(Type.Integer(), { description: 'The pull request with that commit.' }),
  trigger_reason: oneOf(ROLLBACK_REASONS, {
    description:
      '`deploy_check_failed`: a deployment failed after the merge. `policy_violation`: what landed is not what was tested. `manual`: somebody asked for it.'
  }),
  trigger_details: nullable(Type.String(), { description: 'The same in more words.' }),
  status: oneOf(ROLLBACK_STATUSES, {
    description:
      '`reverted`: the pull request that takes it back is open, or was merged. `failed`: `error` says why there is none.'
  }),
  initiated_by: Type.String({ description: 'Who began it.', examples: ['service[bot]'] }),
  error: nullable(Type.String(), { description: 'Why it failed, and what to do.' }),
  run_id: nullable(Type.Integer(), { description: "The host's id of the first run that failed." }),
  decision_id: nullable(Type.Integer(), { description: 'The decision that led to it.' }),
  action_id: nullable(Type.Integer(), { description: 'The action that opens the pull request.' }),
  created_at: timestamp('When it was begun.'),
  completed_at: nullable(timestamp('When its pull request was opened, or when it failed.')),
  revert_merged_at: nullable(timestamp('When its pull request was merged.'))
}

export const Rollback = closed(rollbackFields, {
  $id: 'Rollback',
  description: 'A merge that is taken back.'
})
export type Rollback = Static<typeof Rollback>

export const listRollbacks = operation({
  operationId: 'listRollbacks',
  codes: ['invalid_cursor', 'repo_not_found'],
  summary: 'List rollbacks, newest first',
  description: 'Each is a pull request that reverts a merge, or the try to open one.',
  querystring: closed({
    ...pagingQuery(),
    ...cursorQuery,
    repo: Type.Optional(repoFilter('Only this repository.')),
    status: Type.Optional(
      oneOf(orAll(ROLLBACK_STATUSES), { default: 'all', description: 'Only rollbacks of this status.' })
    )
  }),
  response: { 200: paged(ref(Rollback), 'The rollbacks of the page.') }
})
export type RollbackQuery = Partial<Static<typeof listRollbacks.querystring>>

export const RollbackBody = closed(
  {
    repo: repoFilter('The repository.'),
    pr_number: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2_147_483_647,
        description: 'A pull request that was merged. Required without `merge_commit`.'
      })
    ),
    merge_commit: Type.Optional(
      Type.String({
        pattern: FULL_COMMIT,
        description: 'A commit of the default branch, by its full name.',
        examples: ['5c2f7e0d9a41b3c86f10e2d4a7b98c63f0e1d2a5']
      })
    ),
    reason: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000, description: 'Why.' }))
  },
  { $id: 'RollbackBody', description: 'The merge that is to be taken back.' }
)
export type RollbackBody = Static<typeof RollbackBody>

export const RollbackRequested = closed(
  {
    ...rollbackFields,
    message: Type.String({ description: 'What happens next.' }),
    job_id: Type.String({ format: 'uuid', description: 'The job that takes it back.' })
  },
  { $id: 'RollbackRequested', description: 'A rollback that was asked for.' }
)
export type RollbackRequested = Static<typeof RollbackRequested>

export const requestRollback = operation({
  operationId: 'requestRollback',
  codes: ['repo_not_found', 'rollback_exists', ...HOST_CODES],
  summary: 'Take a merge back with a pull request',
  description:
    'The pull request reverts exactly that commit on the current tip of the default branch. It enters the merge queue with priority 10 once it is approved.',
  headers: GovernedHeaders,
  body: ref(RollbackBody),
  response: {
    202: ref(RollbackRequested),
    404: ref(ErrorBody, {
      description:
        'There is no such repository, or no such pull request or commit that was merged into its default branch.'
    }),
    409: ref(ErrorBody, { description: 'That merge is being taken back, or was taken back.' }),
    502: ref(ErrorBody, { description: 'The host does not say whether it was merged.' })
  }
})

export const schemas = [Rollback, RollbackBody, RollbackRequested]
