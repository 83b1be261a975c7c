// The merge queue: its entries and lanes.

import { type Static, Type } from '@sinclair/typebox'
import { MERGE_METHODS } from '../actions/arguments.js'
import {
  closed,
  count,
  cursorQuery,
  nullable,
  oneOf,
  operation,
  paged,
  pagingQuery,
  RepoParams,
  ref,
  repoFilter,
  timestamp
} from '../common.js'
import { orAll } from '../enumeration.js'
import { ErrorBody } from '../errors.js'
import { LONGEST_BRANCH } from '../host/enums.js'
import { GovernedHeaders } from '../maintenance/governance.js'
import { QueueConfiguration } from './configuration.js'
import { BLOCK_REASONS, ENTRY_STAGES, ENTRY_STATUSES, PRIORITY_RANGE, REFUSALS } from './enums.js'

const names = (description: string) => Type.Array(Type.String(), { description })
const moment = (description: string) => nullable(timestamp(description))

export const QueueEntry = closed(
  {
    id: Type.Integer({ description: 'Id of the entry.' }),
    repo_id: Type.Integer({ description: "The host's id of the repository." }),
    repo_full_name: Type.String({ description: 'Full name of the repository.' }),
    owner: Type.String({ description: 'Owner of the repository.' }),
    repo_name: Type.String({ description: 'Name of the repository.' }),
    pr_number: Type.Integer({ description: 'Number of the pull request.' }),
    pr_title: Type.String({ description: 'Title of the pull request.' }),
    author_login: nullable(Type.String(), { description: 'Login of its author.' }),
    head_sha: Type.String({ description: 'The commit that is to be merged.' }),
    head_branch: Type.String({ description: 'The branch that is to be merged.' }),
    base_branch: Type.String({ description: 'The branch that it goes to.' }),
    position: count('Its place in the lane, from 1; 0 if it is not active.'),
    status: oneOf(ENTRY_STATUSES, {
      description:
        '`pending`: its own checks are awaited. `ready`: these have passed. `merging`: a candidate that contains it is tested or lands.'
    }),
    stage: nullable(oneOf(ENTRY_STAGES, { description: 'What happens to it while it is `merging`.' })),
    priority: Type.Integer({ ...PRIORITY_RANGE, description: 'Higher ones land first.' }),
    required_checks: names('Checks that must pass, as they were when it was admitted.'),
    checks_passed: names('Required checks that have passed on the head.'),
    checks_failed: names('Required checks that have failed, on the head or on the candidate.'),
    checks_excused: Type.Array(
      closed({
        name: Type.String({ description: 'Name of the check.' }),
        tests: names('The tests that failed in it, at most 20.'),
        sha: Type.String({ description: 'The commit that it ran on: the head or the candidate.' })
      }),
      {
        description:
          'Checks on the head or on the candidate that count as passed, because only quarantined tests failed in them, also when they were run again.'
      }
    ),
    waiting_on: names(
      'What it waits for. While it is `pending`: names of checks. Later: `paused` (the queue is off or in dry-run mode), `stopped` (until somebody resumes it), `freeze`, `turn`, `candidate` (which is built or tested).'
    ),
    merge_method: oneOf(MERGE_METHODS, { description: 'How it is merged.' }),
    delete_branch: Type.Boolean({ description: 'Whether its branch is deleted after the merge.' }),
    merge_error: nullable(Type.String(), { description: 'What went wrong, and what to do.' }),
    merge_sha: nullable(Type.String(), { description: 'The commit of the merge on the base branch.' }),
    blocked_reason: nullable(oneOf(BLOCK_REASONS, { description: 'Why it is blocked.' })),
    attempts: count('How often its merge has failed for a passing reason.'),
    next_attempt_at: moment('When it is tried again.'),
    batch_id: nullable(Type.String(), { description: 'The batch that it is tested in.' }),
    candidate_sha: nullable(Type.String(), { description: 'The commit on which that batch is tested.' }),
    areas: nullable(
      names(
        'The areas of the repository that it changes; null if it may touch everything, or if none are declared.'
      )
    ),
    admitted_at: timestamp('When it was admitted.'),
    ready_at: moment('When its own checks had passed.'),
    merged_at: moment('When it was merged.'),
    blocked_at: moment('When it was blocked.'),
    updated_at: timestamp('When it last changed.')
  },
  { $id: 'QueueEntry', description: 'A pull request in the merge queue.' }
)
export type QueueEntry = Static<typeof QueueEntry>

export const QueueLane = closed(
  {
    base_branch: Type.String({ description: 'The branch that the pull requests of the lane go to.' }),
    depth: count('How many pull requests wait or are being merged.'),
    frozen: nullable(Type.String(), { description: 'Why nothing lands now; null if it is not frozen.' }),
    stopped: nullable(Type.String(), {
      description: 'Why the lane has stopped until somebody resumes it; null while all is well.'
    }),
    head_pr: nullable(Type.Integer(), { description: 'The pull request at its front.' })
  },
  { $id: 'QueueLane', description: 'The pull requests of one base branch.' }
)
export type QueueLane = Static<typeof QueueLane>

export const RepositoryQueue = closed(
  {
    entries: Type.Array(ref(QueueEntry), {
      description: 'Active entries by position, then the last hundred that have ended.'
    }),
    config: Type.Union([ref(QueueConfiguration), Type.Null()], {
      description: 'How the queue works; null if nobody has configured it.'
    }),
    lanes: Type.Array(ref(QueueLane), { description: 'One for each base branch with active entries.' })
  },
  { $id: 'RepositoryQueue', description: 'The merge queue of a repository.' }
)
export type RepositoryQueue = Static<typeof RepositoryQueue>

export const listQueue = operation({
  operationId: 'listQueue',
  codes: ['invalid_cursor', 'repo_not_found'],
  summary: 'List the entries of all merge queues: active ones by repository and position, then ended ones',
  description: 'Filters can be combined.',
  querystring: closed({
    ...pagingQuery(),
    ...cursorQuery,
    status: Type.Optional(
      oneOf(orAll(ENTRY_STATUSES), { default: 'all', description: 'Only entries of this status.' })
    ),
    repo: Type.Optional(repoFilter('Only this repository.')),
    base: Type.Optional(
      Type.String({ minLength: 1, maxLength: LONGEST_BRANCH, description: 'Only entries for this branch.' })
    ),
    active: Type.Optional(
      Type.Boolean({
        description: 'Only entries that wait or are being merged, or only those that have ended.'
      })
    )
  }),
  response: {
    200: paged(ref(QueueEntry), 'The entries of the page.')
  }
})
export type QueueQuery = Partial<Static<typeof listQueue.querystring>>

export const getQueue = operation({
  operationId: 'getQueue',
  codes: ['repo_not_found'],
  summary: 'Show the merge queue of a repository',
  description: 'Its settings, its lanes and the entries that wait.',
  params: RepoParams,
  querystring: closed({
    include_inactive: Type.Optional(
      Type.Boolean({ default: true, description: 'Whether entries that have ended are shown as well.' })
    )
  }),
  response: { 200: ref(RepositoryQueue) }
})

const PullParams = Type.Object({
  ...RepoParams.properties,
  pr: Type.Integer({
    minimum: 1,
    maximum: 2_147_483_647,
    description: 'Number of the pull request.',
    examples: [7]
  })
})
export type PullParams = Static<typeof PullParams>

const AdmitBody = closed(
  {
    priority: Type.Optional(
      Type.Integer({
        ...PRIORITY_RANGE,
        description: 'Higher ones land first; 10 passes freezes. Default 0.'
      })
    ),
    merge_method: Type.Optional(oneOf(MERGE_METHODS, { description: 'How it is merged.' }))
  },
  { $id: 'AdmitBody', description: 'How a pull request is to be merged.' }
)
export type AdmitBody = Static<typeof AdmitBody>

export const QueueAdmission = closed(
  {
    admitted: Type.Boolean({ description: 'Whether the pull request is in the queue.' }),
    entry: Type.Union([ref(QueueEntry), Type.Null()], { description: 'Its entry.' }),
    position: nullable(Type.Integer(), { description: 'Its place in the queue, from 1.' }),
    reason: nullable(oneOf(REFUSALS, { description: 'Why it was not admitted.' })),
    message: Type.String({ description: 'The same in words, and what to do next.' }),
    ahead: count('How many pull requests are before it.'),
    expected_wait_s: nullable(Type.Integer({ minimum: 0 }), {
      description:
        'How long it is expected to wait, by the median of the last merges; null if there were none.'
    })
  },
  { $id: 'QueueAdmission', description: 'What became of the request.' }
)
export type QueueAdmission = Static<typeof QueueAdmission>

export const admitPullRequest = operation({
  operationId: 'admitPullRequest',
  codes: ['repo_not_found'],
  summary: 'Put a pull request into the merge queue',
  description: 'A pull request that is in the queue already stays as it is.',
  params: PullParams,
  headers: GovernedHeaders,
  body: Type.Union([ref(AdmitBody), Type.Null()], { description: 'Optional.' }),
  response: {
    200: ref(QueueAdmission),
    404: ref(ErrorBody, { description: 'Repository or pull request not found.' })
  }
})

const RemoveBody = closed(
  {
    reason: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Why, for its author.' }))
  },
  { $id: 'RemoveBody', description: 'Why a pull request is removed.' }
)
export type RemoveBody = Static<typeof RemoveBody>

export const Removal = closed(
  { removed: Type.Boolean({ description: 'False if the pull request was not in the queue.' }) },
  { $id: 'Removal', description: 'Whether the pull request was removed.' }
)

export const removePullRequest = operation({
  operationId: 'removePullRequest',
  codes: ['repo_not_found', 'conflict'],
  summary: 'Take a pull request out of the merge queue',
  description: 'The pull request stays open. One that is being merged at this moment cannot be removed.',
  params: PullParams,
  headers: GovernedHeaders,
  body: Type.Union([ref(RemoveBody), Type.Null()], { description: 'Optional.' }),
  response: {
    200: ref(Removal),
    409: ref(ErrorBody, { description: 'The pull request is landing at this moment.' })
  }
})

export const schemas = [
  QueueEntry,
  QueueLane,
  RepositoryQueue,
  AdmitBody,
  QueueAdmission,
  RemoveBody,
  Removal
]
