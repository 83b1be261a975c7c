// Repositories: the mirror of the host's, with what is counted of each.
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
} from './common.js'
import { RUN_CONCLUSIONS } from './mirror.js'
import { Sync, SyncPart, SyncRequested } from './sync.js'

/** How many finished runs of a repository its line of the list looks back on. */
export const RECENT_RUNS = 10
/** How many days the pass rate of a single repository covers. */
export const PASS_RATE_DAYS = 30

export const REPO_SORTS = [
  'full_name',
  'stars',
  'open_issues',
  'open_prs',
  'last_synced_at',
  'updated_at'
] as const
export type RepoSort = (typeof REPO_SORTS)[number]
export const SORT_ORDERS = ['asc', 'desc'] as const

/** What names a repository and does not depend on what happens in it. */
export const repoIdentity = {
  full_name: Type.String({ description: 'Owner and name.', examples: ['octo-org/hello-world'] }),
  owner: Type.String({ description: 'Owner of the repository.', examples: ['octo-org'] }),
  name: Type.String({ description: 'Name of the repository.', examples: ['hello-world'] }),
  language: nullable(Type.String(), {
    description: 'Its main language; null while the host names none.',
    examples: ['TypeScript']
  }),
  stars: count('How many have starred it.'),
  open_issues: count('Open issues of the mirror, without pull requests.'),
  open_prs: count('Open pull requests of the mirror.'),
  last_synced_at: nullable(timestamp('When it was last compared with the host; null if never.'))
}

const record = {
  id: Type.Integer({ description: 'Id of the repository within this service.' }),
  host_id: Type.Integer({ description: 'Id of the repository on the host.' }),
  installation_id: nullable(Type.Integer(), { description: "The host's id of the installation." }),
  ...repoIdentity,
  private: Type.Boolean({ description: 'Whether only members see it.' }),
  default_branch: Type.String({ description: 'Its default branch; `main` until the host says so.' }),
  created_at: timestamp('When the service first heard of it.'),
  updated_at: timestamp('When the service last heard of it.')
}

export const Repo = closed(
  {
    ...record,
    ci_pass_rate: nullable(ratio('Successes among successes and failures.'), {
      description: `Successes among successes and failures of the last ${RECENT_RUNS} finished runs; null without any.`
    }),
    last_ci_conclusion: nullable(oneOf(RUN_CONCLUSIONS, { description: 'How its last finished run ended.' })),
    healed_runs: count(`Healed ones of the last ${RECENT_RUNS} finished runs.`),
    failed_heal_runs: count(`Those of the last ${RECENT_RUNS} finished runs that could not be healed.`)
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
    ci_pass_rate: nullable(ratio('Successes among successes and failures.'), {
      description: `Successes among successes and failures of the last ${PASS_RATE_DAYS} days; null without any.`
    }),
    sync: ref(Sync, { description: 'How its mirror is kept equal to the host.' })
  },
  { $id: 'RepoDetail', description: 'One repository, with its counts.' }
)
export type RepoDetail = Static<typeof RepoDetail>

/** What a list of repositories can be narrowed to, and from where it is read on. */
export const repoFilters = {
  owner: scopeQuery.owner,
  language: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Only repositories of exactly this language.' })
  ),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Only repositories whose full name contains this text, in any case.'
    })
  ),
  ...cursorQuery
}

export const listRepos = operation({
  operationId: 'listRepos',
  summary: 'List the repositories of all installations',
  description:
    'By full name, without regard to case, unless `sort` says otherwise; a repository that was never synced comes before all others in the order of `last_synced_at`.',
  querystring: Type.Object({
    ...pagingQuery(),
    ...repoFilters,
    installation_id: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Only repositories of this installation.'
      })
    ),
    sort: Type.Optional(
      oneOf(REPO_SORTS, { description: 'By what they are ordered; `full_name` is the default.' })
    ),
    order: Type.Optional(oneOf(SORT_ORDERS, { description: 'In which direction; `asc` is the default.' }))
  }),
  response: { 200: paged(ref(Repo), 'The repositories of the page.') }
})
export type RepoQuery = Partial<Static<typeof listRepos.querystring>>

export const getRepo = operation({
  operationId: 'getRepo',
  summary: 'Show a repository',
  params: RepoParams,
  response: { 200: ref(RepoDetail) }
})

export const syncRepo = operation({
  operationId: 'syncRepo',
  summary: 'Sync a repository now',
  description:
    'The host is asked for what has changed, and once a day for everything. While one sync waits to begin, a further request is answered with its job; while one runs, another follows.',
  params: RepoParams,
  response: { 202: ref(SyncRequested) }
})

export const schemas = [Repo, RepoDetail, SyncPart, Sync, SyncRequested]
