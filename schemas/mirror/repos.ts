// Mirrored repositories, with their counts.

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
  ratio,
  ref,
  scopeQuery,
  timestamp
} from '../common.js'
import { enumeration } from '../enumeration.js'
import { ErrorBody } from '../errors.js'
import { RUN_CONCLUSIONS } from '../host/enums.js'
import { Sync, SyncBody, SyncPart, SyncRequested } from './sync.js'

/** The number of finished runs behind the figures of a listed repository. */
export const RECENT_RUNS = 10
/** The window of the pass rate of a single repository, in days. */
export const PASS_RATE_DAYS = 30

export const REPO_SORTS = enumeration('RepoSort', [
  'full_name',
  'stars',
  'open_issues',
  'open_prs',
  'last_synced_at',
  'updated_at'
])
export type RepoSort = (typeof REPO_SORTS)[number]
export const SORT_ORDERS = enumeration('SortOrder', ['asc', 'desc'])

/** The identity of a repository, which does not depend on its activity. */
export const repoIdentity = {
  full_name: Type.String({ description: 'Owner and name.', examples: ['octo-org/hello-world'] }),
  owner: Type.String({ description: 'Owner of the repository.', examples: ['octo-org'] }),
  name: Type.String({ description: 'Name of the repository.', examples: ['hello-world'] }),
  language: nullable(Type.String(), {
    description: 'Its main language; null while the host names none.',
    examples: ['TypeScript']
  }),
  stars: count('Number of stars.'),
  open_issues: count('Open issues in the mirror, without pull requests.'),
  open_prs: count('Open pull requests in the mirror.'),
  last_synced_at: nullable(timestamp('When it was last compared with the host; null if never.'))
}

const record = {
  id: Type.Integer({ description: 'Id of the repository within this service.' }),
  host_id: Type.Integer({ description: 'Id of the repository on the host.' }),
  installation_id: nullable(Type.Integer(), { description: "The host's id of the installation." }),
  ...repoIdentity,
  private: Type.Boolean({ description: 'Whether it is private.' }),
  default_branch: Type.String({ description: 'Its default branch; `main` until the host reports it.' }),
  archived: Type.Boolean({
    description: 'Whether it is archived on the host; false until the host reports it.'
  }),
  suspended: Type.Boolean({
    description: 'Whether its installation is suspended; while it is, the service reads and does nothing.'
  }),
  created_at: nullable(timestamp('When it was created on the host; null until the host reports it.')),
  first_seen_at: timestamp('When the service first heard of it.'),
  updated_at: timestamp('When the service last heard of it.')
}

export const Repo = closed(
  {
    ...record,
    ci_pass_rate: nullable(ratio('Successes / (successes + failures).'), {
      description: `Successes / (successes + failures) over the last ${RECENT_RUNS} finished runs; null without any.`
    }),
    last_ci_conclusion: nullable(oneOf(RUN_CONCLUSIONS, { description: 'How its last finished run ended.' })),
    healed_runs: count(`Healed runs among the last ${RECENT_RUNS} finished runs.`),
    failed_heal_runs: count(`Runs among the last ${RECENT_RUNS} finished runs that could not be healed.`)
  },
  { $id: 'Repo', description: 'One repository, as a line of the list.' }
)
export type Repo = Static<typeof Repo>

export const RepoDetail = closed(
  {
    ...record,
    org: Type.String({ description: 'Login of the account that the installation belongs to.' }),
    open_issue_count: count('Open issues.'),
    closed_issue_count: count('Closed issues.'),
    open_pr_count: count('Open pull requests.'),
    merged_pr_count: count('Merged pull requests.'),
    ci_pass_rate: nullable(ratio('Successes / (successes + failures).'), {
      description: `Successes / (successes + failures) of the last ${PASS_RATE_DAYS} days; null without any.`
    }),
    sync: ref(Sync, { description: 'How its mirror is kept equal to the host.' })
  },
  { $id: 'RepoDetail', description: 'One repository, with its counts.' }
)
export type RepoDetail = Static<typeof RepoDetail>

/** The filters and the cursor of the repository list. */
export const repoFilters = {
  owner: scopeQuery.owner,
  language: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Only repositories whose main language is exactly this.'
    })
  ),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Only repositories whose full name contains this text, ignoring case.'
    })
  ),
  ...cursorQuery
}

export const listRepos = operation({
  operationId: 'listRepos',
  codes: ['invalid_cursor'],
  summary: 'List the repositories of all installations',
  description:
    'Sorted by full name, ignoring case, unless `sort` is given. When sorted by `last_synced_at`, repositories that were never synced come first.',
  querystring: closed({
    ...pagingQuery(),
    ...repoFilters,
    installation_id: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Only repositories of this installation.'
      })
    ),
    sort: Type.Optional(oneOf(REPO_SORTS, { default: 'full_name', description: 'Sort key.' })),
    order: Type.Optional(oneOf(SORT_ORDERS, { default: 'asc', description: 'Sort direction.' }))
  }),
  response: { 200: paged(ref(Repo), 'The repositories of the page.') }
})
export type RepoQuery = Partial<Static<typeof listRepos.querystring>>

export const getRepo = operation({
  operationId: 'getRepo',
  codes: ['repo_not_found'],
  summary: 'Get a repository',
  description: 'The reply has its labels, its counts and the state of its last sync.',
  params: RepoParams,
  response: { 200: ref(RepoDetail) }
})

export const syncRepo = operation({
  operationId: 'syncRepo',
  codes: ['repo_not_found', 'installation_removed', 'installation_suspended', 'host_not_configured'],
  summary: 'Sync a repository now',
  description:
    'Fetches what has changed since the last sync; once a day, or with `full`, fetches everything. If a sync is already queued, the reply names its job. If a sync is running, another one is queued.',
  params: RepoParams,
  body: Type.Union([ref(SyncBody), Type.Null()], { description: 'Optional.' }),
  response: {
    202: ref(SyncRequested),
    409: ref(ErrorBody, {
      description:
        'The installation is removed or suspended (`installation_removed`, `installation_suspended`).'
    })
  }
})

export const schemas = [Repo, RepoDetail, SyncPart, Sync, SyncBody, SyncRequested]
