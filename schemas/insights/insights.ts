// Insights: the health of the fleet and of each repository.
import { type Static, Type } from '@sinclair/typebox'
import {
  closed,
  count,
  nullable,
  operation,
  RepoParams,
  ratio,
  ref,
  repoFilter,
  timestamp
} from '../common.js'
import { HEALTH_DAYS, RepoHealth } from '../mirror/repo-health.js'

export const OVERVIEW_DAYS = 7
export const VELOCITY_DAYS = 30
export const CI_TREND_DAYS = 14
/** The number of repositories that the trend shows separately. */
export const MOST_TRENDS = 100
/** The upper bounds of the merge time buckets; the last bucket has none. */
export const MERGE_TIME_HOURS = [1, 4, 24, 72, 168] as const

const day = Type.String({ format: 'date', description: 'The day, in UTC.', examples: ['2026-01-31'] })
const hours = (description: string) => Type.Number({ minimum: 0, description })

function daysQuery(usual: number, what = 'Number of days') {
  const description = `${what}, today included.`
  return { days: Type.Optional(Type.Integer({ minimum: 1, maximum: 90, default: usual, description })) }
}

const repoQuery = { repo: Type.Optional(repoFilter('Only this repository: `owner/name`.')) }

const span = {
  days: Type.Integer({ minimum: 1, description: 'How many days are covered.' }),
  from: Type.String({ format: 'date', description: 'The first of them, in UTC.' }),
  to: Type.String({ format: 'date', description: 'The last of them: today, in UTC.' })
}

export const InsightsOverview = closed(
  {
    repos: count('Live repositories.'),
    open_issues: count('Open issues.'),
    open_prs: count('Open pull requests.'),
    installations: count('Installations that have not been removed.'),
    ci_success_rate: nullable(
      ratio('Successes / (successes + failures) of the window; null if there was neither.')
    ),
    avg_merge_time_hours: nullable(
      hours(
        `Mean hours from opening to merging, over the merges of the last ${HEALTH_DAYS} days; null without any.`
      )
    ),
    issues: closed(
      {
        open: count('Open issues.'),
        closed: count('Closed issues.'),
        unassigned: count('Open issues without an assignee.'),
        critical: count('Open issues of critical priority.')
      },
      { description: 'Issues.' }
    ),
    prs: closed(
      {
        open: count('Open pull requests.'),
        merged: count('Merged pull requests.'),
        draft: count('Open pull requests that are drafts.')
      },
      { description: 'Pull requests.' }
    ),
    ci: closed(
      { failures: count('Runs that failed.'), healed: count('Runs that were healed.') },
      { description: 'CI runs of the window.' }
    ),
    generated_at: timestamp('When these numbers were read.')
  },
  { $id: 'InsightsOverview', description: 'Overview of the fleet.' }
)
export type InsightsOverview = Static<typeof InsightsOverview>

export const getInsightsOverview = operation({
  operationId: 'getInsightsOverview',
  summary: 'Get an overview of the fleet',
  description: 'The figures of all repositories that are not deleted, compared with the time before.',
  querystring: closed(daysQuery(OVERVIEW_DAYS, 'Number of days of CI runs to count')),
  response: { 200: ref(InsightsOverview) }
})

/** Merge times, in seconds. */
export interface MergeTimes {
  count: number
  average: number | null
  p50: number | null
  p90: number | null
  /** Counts by index into `MERGE_TIME_HOURS`; empty buckets are omitted. */
  buckets: ReadonlyMap<number, number>
}

export const Velocity = closed(
  {
    ...span,
    issue_velocity: Type.Array(
      closed({ day, opened: count('Issues opened on it.'), closed: count('Issues closed on it.') }),
      { description: 'Each day of the window, including days without activity.' }
    ),
    pr_velocity: Type.Array(
      closed({
        day,
        opened: count('Pull requests opened on it.'),
        merged: count('Pull requests merged on it.'),
        closed: count('Pull requests closed on it without a merge.')
      }),
      { description: 'Each day of the window, including days without activity.' }
    ),
    avg_hours_to_close_issue: nullable(hours('Mean hours from opening to closing.'), {
      description: 'Mean hours from opening to closing, over the issues closed in the window.'
    }),
    avg_hours_to_merge_pr: nullable(hours('Mean hours from opening to merging.'), {
      description: 'Mean hours from opening to merging, over the merges of the window.'
    })
  },
  { $id: 'Velocity', description: 'Opened, closed and merged counts by day.' }
)
export type Velocity = Static<typeof Velocity>

export const getVelocity = operation({
  operationId: 'getVelocity',
  codes: ['repo_not_found'],
  summary: 'Get opened, closed and merged counts by day',
  description: 'One row for each UTC day, days without changes included.',
  querystring: closed({
    ...daysQuery(VELOCITY_DAYS),
    ...repoQuery
  }),
  response: { 200: ref(Velocity) }
})

export const CiDay = closed(
  {
    day,
    total: count('Finished runs that started on that day.'),
    success: count('Those that succeeded.'),
    failure: count('Those that failed.'),
    pass_rate: nullable(ratio('Successes / (successes + failures); null if there was neither.'))
  },
  { $id: 'CiDay', description: 'CI results of a day.' }
)
export type CiDay = Static<typeof CiDay>

const trend = Type.Array(ref(CiDay), {
  description: 'Each day of the window, including days without activity.'
})

export const CiTrend = closed(
  {
    ...span,
    trend,
    by_repo: Type.Record(Type.String(), trend, {
      description: `The same for single repositories, by full name. At most ${MOST_TRENDS}, those with the worst health first; only repositories of which something passed or failed in the last ${HEALTH_DAYS} days, and that have runs in the window. With \`repo\`: that one.`
    })
  },
  { $id: 'CiTrend', description: 'CI results by day.' }
)
export type CiTrend = Static<typeof CiTrend>

export const getCiTrend = operation({
  operationId: 'getCiTrend',
  codes: ['repo_not_found'],
  summary: 'Get CI results by day',
  description: 'One row for each UTC day, days without runs included.',
  querystring: closed({
    ...daysQuery(CI_TREND_DAYS),
    ...repoQuery
  }),
  response: { 200: ref(CiTrend) }
})

const MergeTime = closed(
  {
    count: count('Merges.'),
    avg_hours: nullable(hours('Mean hours from opening to merging; null without merges.')),
    p50_hours: nullable(hours('Median hours; null without merges.')),
    p90_hours: nullable(hours('90th percentile in hours; null without merges.')),
    buckets: Type.Array(
      closed({
        le_hours: nullable(Type.Integer({ description: 'Upper bound in hours; null: no upper bound.' })),
        count: count('Merges that took longer than the bucket before and no longer than this.')
      }),
      { description: 'Distribution of merge times.' }
    )
  },
  { description: `How long merging took, over the merges of the last ${HEALTH_DAYS} days.` }
)

export const RepoInsights = closed(
  {
    repo: Type.String({ description: 'Full name of the repository.', examples: ['octo-org/hello-world'] }),
    health: ref(RepoHealth, { description: 'Its line of the list.' }),
    score_breakdown: closed(
      {
        issues: count('For open issues.'),
        stale_prs: count('For stale pull requests.'),
        ci_failures: count('For failed runs.')
      },
      { description: 'Deductions from the score.' }
    ),
    velocity: ref(Velocity, { description: `The last ${HEALTH_DAYS} days.` }),
    ci_trend: Type.Array(ref(CiDay), { description: `The last ${CI_TREND_DAYS} days.` }),
    merge_time: MergeTime,
    triage: closed(
      {
        coverage: nullable(ratio('Classified issues / all issues; null without issues.')),
        avg_hours: nullable(hours('Mean hours from opening to triage; null if none was triaged.'))
      },
      { description: 'How triage keeps up, over all issues that there are.' }
    ),
    heal: closed(
      {
        total: count('Runs that healing is done with: the sum of the other three.'),
        healed: count('Those that were healed.'),
        failed: count('Those that could not be healed.'),
        skipped: count('Runs that healing skipped.'),
        success_rate: nullable(ratio('Healed runs among them; null without any.'))
      },
      { description: `Healing results of the last ${HEALTH_DAYS} days.` }
    )
  },
  { $id: 'RepoInsights', description: 'Health details of a repository.' }
)
export type RepoInsights = Static<typeof RepoInsights>

export const getRepoInsights = operation({
  operationId: 'getRepoInsights',
  codes: ['repo_not_found'],
  summary: 'Get the health details of a repository',
  description: 'What the health score is made of, with the latest figures.',
  params: RepoParams,
  response: { 200: ref(RepoInsights) }
})

export const schemas = [InsightsOverview, Velocity, CiDay, CiTrend, RepoInsights]
