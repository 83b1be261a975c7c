// The health of repositories: its inputs, its stored form and its API form.

import { type Static, Type } from '@sinclair/typebox'
import { closed, count, nullable, oneOf, operation, paged, pagingQuery, ratio, ref } from '../common.js'
import { enumeration } from '../enumeration.js'
import { STALE_DAYS } from './issues.js'
import { REPO_SORTS, repoFilters, repoIdentity, SORT_ORDERS } from './repos.js'

export const HEALTH_STATUSES = enumeration('RepoHealthStatus', ['at_risk', 'degraded', 'healthy', 'unknown'])
export type HealthStatus = (typeof HEALTH_STATUSES)[number]

/** All windows are UTC calendar days that end with today. */
export const HEALTH_DAYS = 30
/** Failures of this many days lower the score. */
export const FAILURE_DAYS = 7
/** An open pull request is stale this many days after it was opened. */
export const STALE_PULL_REQUEST_DAYS = 7

export const RepoHealth = closed(
  {
    ...repoIdentity,
    ci_pass_rate: nullable(ratio('Successes / (successes + failures).'), {
      description: `Successes / (successes + failures) of the last ${HEALTH_DAYS} days; null without any.`
    }),
    unhealed_failures: count(`Failed runs of the last ${HEALTH_DAYS} days that were not healed.`),
    stale_issues: count(`Open issues that have not changed for ${STALE_DAYS} days.`),
    stale_prs: count(
      `Open pull requests that were opened more than ${STALE_PULL_REQUEST_DAYS} days ago, by days in UTC.`
    ),
    healed_runs: count(`Runs of the last ${HEALTH_DAYS} days that were healed.`),
    health_score: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: `100 minus 2 per open issue (at most 30), 5 per stale pull request (at most 20) and 10 per failed run of the last ${FAILURE_DAYS} days (at most 40).`
    }),
    health_status: oneOf(HEALTH_STATUSES, {
      description:
        '`at_risk`: more than three unhealed failures, or a pass rate below 0.7; `degraded`: below 0.9; `healthy`: from 0.9; `unknown`: nothing passed or failed.'
    })
  },
  { $id: 'RepoHealth', description: 'Health of a repository.' }
)
export type RepoHealth = Static<typeof RepoHealth>

/** The inputs of the health of a repository. */
export interface HealthFigures {
  repoId: number
  openIssues: number
  stalePrs: number
  /** Counted in whole days. */
  staleIssues: number
  success: number
  failure: number
  /** The failures that lower the score. */
  failuresLately: number
  unhealed: number
  healed: number
}

/** The stored form. */
export interface ScoredHealth extends HealthFigures {
  passRate: number | null
  score: number
  status: HealthStatus
}

export const HEALTH_SORTS = enumeration('RepoHealthSort', ['health', ...REPO_SORTS])

export const listRepoHealth = operation({
  operationId: 'listRepoHealth',
  codes: ['invalid_cursor'],
  summary: 'List repository health, repositories at risk first',
  description: 'A score for each repository, with what it is made of. Filters can be combined.',
  querystring: closed({
    ...pagingQuery(),
    ...repoFilters,
    health_status: Type.Optional(
      oneOf(HEALTH_STATUSES, { description: 'Only repositories of this status.' })
    ),
    sort: Type.Optional(
      oneOf(HEALTH_SORTS, {
        default: 'health',
        description: 'Sort key. `health`: repositories at risk first, then the lowest score, then by name.'
      })
    ),
    order: Type.Optional(oneOf(SORT_ORDERS, { default: 'asc', description: 'Sort direction.' }))
  }),
  response: { 200: paged(ref(RepoHealth), 'The repositories of the page.') }
})
export type RepoHealthQuery = Partial<Static<typeof listRepoHealth.querystring>>

export const schemas = [RepoHealth]
