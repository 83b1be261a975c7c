// Mirrored pull requests, with the findings of the service.

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
  RepoParams,
  ref,
  repoFields,
  scopeQuery,
  searchQuery,
  timestamp
} from '../common.js'
import { enumeration, orAll } from '../enumeration.js'
import { ErrorBody } from '../errors.js'
import { PULL_REQUEST_STATES } from '../host/enums.js'
import { CiRun } from './ci.js'
import { ItemParams, itemFields } from './items.js'

export const CHANGE_TYPES = enumeration('ChangeType', [
  'feature',
  'bugfix',
  'refactor',
  'chore',
  'docs',
  'test'
])
export const SIZES = enumeration('PullRequestSize', ['size/XS', 'size/S', 'size/M', 'size/L', 'size/XL'])
export const RISKS = enumeration('PullRequestRisk', ['low', 'medium', 'high'])

export const PullRequest = closed(
  {
    id: Type.Integer({ description: 'Id of the pull request within this service.' }),
    host_id: Type.Integer({ description: 'Id of the pull request on the host.' }),
    number: Type.Integer({ description: 'Its number within its repository.' }),
    title: Type.String({ description: 'Its title.' }),
    state: oneOf(PULL_REQUEST_STATES, { description: 'Open, merged, or closed without a merge.' }),
    draft: Type.Boolean({ description: 'Whether it is still a draft.' }),
    head_branch: Type.String({ description: 'Head branch.' }),
    base_branch: Type.String({ description: 'Base branch.' }),
    head_sha: nullable(Type.String(), { description: 'The newest commit of its head.' }),
    labels: Type.Array(Type.String(), { description: 'Names of its labels.' }),
    author: nullable(Type.String(), { description: 'Login of the author.' }),
    additions: nullable(Type.Integer(), { description: 'Lines added.' }),
    deletions: nullable(Type.Integer(), { description: 'Lines removed.' }),
    changed_files: nullable(Type.Integer(), { description: 'Files changed.' }),
    triage_type: nullable(oneOf(CHANGE_TYPES, { description: 'Type of change.' })),
    triage_size: nullable(oneOf(SIZES, { description: 'How large it is.' })),
    triage_risk: nullable(oneOf(RISKS, { description: 'How risky it is.' })),
    triage_summary: nullable(Type.String(), { description: 'Summary in one sentence.' }),
    triaged_at: nullable(timestamp('When it was classified.')),
    created_at: timestamp('When it was opened on the host.'),
    updated_at: timestamp('When it last changed on the host.'),
    closed_at: nullable(timestamp('When it was closed or merged on the host.')),
    merged_at: nullable(timestamp('When it was merged on the host.')),
    ...repoFields
  },
  { $id: 'PullRequest', description: 'One pull request.' }
)
export type PullRequest = Static<typeof PullRequest>

export const MOST_HEAD_RUNS = 20

export const PullRequestDetail = closed(
  {
    ...PullRequest.properties,
    ...itemFields,
    runs: Type.Array(ref(CiRun), {
      description: `CI runs of its newest commit, the latest first; at most ${MOST_HEAD_RUNS}.`
    })
  },
  { $id: 'PullRequestDetail', description: 'One pull request with its text and its checks.' }
)
export type PullRequestDetail = Static<typeof PullRequestDetail>

export const getPullRequest = operation({
  operationId: 'getPullRequest',
  codes: ['repo_not_found'],
  summary: 'Get a pull request with its text and the CI runs of its newest commit',
  description: 'The runs of the newest commit tell whether it can be merged.',
  params: ItemParams,
  response: {
    200: ref(PullRequestDetail),
    404: ref(ErrorBody, { description: 'Repository or pull request not found.' })
  }
})

const filters = {
  state: Type.Optional(
    oneOf(orAll(PULL_REQUEST_STATES), { default: 'all', description: 'Filter by state.' })
  ),
  draft: Type.Optional(
    Type.Boolean({ description: 'True: only drafts; false: only pull requests that are not drafts.' })
  ),
  risk: Type.Optional(oneOf(RISKS, { description: 'Only pull requests of this risk.' })),
  size: Type.Optional(oneOf(SIZES, { description: 'Only pull requests of this size.' })),
  ...searchQuery,
  ...cursorQuery
}

export const listPullRequests = operation({
  operationId: 'listPullRequests',
  codes: ['invalid_cursor'],
  summary: 'List pull requests of all repositories, riskiest first',
  description: 'Pull requests of the mirror, with what triage said of each. Filters can be combined.',
  querystring: closed({ ...pagingQuery(), ...scopeQuery, ...filters }),
  response: { 200: paged(ref(PullRequest), 'The pull requests of the page.') }
})
export type PullRequestQuery = Partial<Static<typeof listPullRequests.querystring>>

export const listRepoPullRequests = operation({
  operationId: 'listRepoPullRequests',
  codes: ['invalid_cursor', 'repo_not_found'],
  summary: 'List pull requests of a repository, newest first',
  description: 'The pull requests of one repository, with what triage said of each.',
  params: RepoParams,
  querystring: closed({ ...pagingQuery(), ...filters }),
  response: { 200: paged(ref(PullRequest), 'The pull requests of the page.') }
})

export const PullRequestStats = closed(
  {
    total: count('Pull requests of all live repositories.'),
    open: count('Those that are open.'),
    merged: count('Those that were merged.'),
    closed: count('Those that were closed without a merge.'),
    avg_merge_time_hours: nullable(
      Type.Number({
        minimum: 0,
        description: 'Mean hours from opening to merging; null if none was merged.'
      })
    ),
    draft: count('Open drafts.'),
    ready_for_review: count('Open pull requests that are not drafts.'),
    high_risk: count('Open pull requests of high risk.'),
    large: count('Open pull requests of size L or XL.'),
    by_size: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
      description: 'Open pull requests by size; `unclassified` if the size is not known.'
    })
  },
  { $id: 'PullRequestStats', description: 'Pull request counts.' }
)
export type PullRequestStats = Static<typeof PullRequestStats>

export const getPullRequestStats = operation({
  operationId: 'getPullRequestStats',
  summary: 'Count pull requests',
  description: 'Counts of the mirror over all repositories that are not deleted.',
  response: { 200: ref(PullRequestStats) }
})

export const schemas = [PullRequest, PullRequestDetail, PullRequestStats]
