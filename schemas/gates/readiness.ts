// Readiness: whether a repository is set up for automation.

import { type Static, Type } from '@sinclair/typebox'
import {
  closed,
  count,
  nullable,
  oneOf,
  operation,
  PageMeta,
  pagingQuery,
  RepoParams,
  ref,
  timestamp
} from '../common.js'
import { enumeration } from '../enumeration.js'
import { SORT_ORDERS } from '../mirror/repos.js'

/** The checks in display order. Their weights add up to 100. */
export const READINESS = {
  webhook_active: { label: 'Webhook receiving events', weight: 15 },
  repo_synced: { label: 'Repository data synced', weight: 10 },
  service_yml: { label: 'Policy file', weight: 15 },
  config_overrides: { label: 'Config overrides', weight: 10 },
  stale_policy: { label: 'Stale management configured', weight: 10 },
  issues_triaged: { label: 'Issues being triaged', weight: 10 },
  ci_runs_received: { label: 'CI runs being tracked', weight: 10 },
  branch_protection: { label: 'Branch protection policy', weight: 10 },
  config_versioned: { label: 'Config changes tracked', weight: 10 }
} as const
export type CheckId = keyof typeof READINESS
// Cast: `Object.keys` returns strings, and the table has exactly the keys of its type.
export const CHECK_IDS = enumeration('ReadinessCheckId', Object.keys(READINESS) as CheckId[])

/** Checks that are not measured do not affect the score. */
export const CHECK_STATUSES = enumeration('ReadinessCheckStatus', ['passed', 'failed', 'not_measured'])
export type CheckStatus = (typeof CHECK_STATUSES)[number]

/** A repository counts as having a webhook if a delivery arrived within this many days. */
export const WEBHOOK_DAYS = 7

const points = (description: string) => Type.Integer({ minimum: 0, maximum: 100, description })

const label = Type.String({ description: 'Description of the check.', examples: ['Policy file'] })

const Check = closed(
  {
    id: oneOf(CHECK_IDS, { description: 'Which check.' }),
    label,
    weight: points('Its weight; it does not count while its status is `not_measured`.'),
    status: oneOf(CHECK_STATUSES, {
      description:
        'Whether it passes. `not_measured`: the service does not know yet, and the check is left out of the score.'
    }),
    pass: Type.Boolean({ description: 'Whether its status is `passed`.' }),
    detail: Type.String({ description: 'What was found.' })
  },
  { $id: 'ReadinessCheck', description: 'One check and what was found.' }
)
export type Check = Static<typeof Check>

export const Readiness = closed(
  {
    repo: Type.String({ description: 'Full name of the repository.', examples: ['octo-org/hello-world'] }),
    owner: Type.String({ description: 'Its owner.' }),
    name: Type.String({ description: 'Its name.' }),
    language: nullable(Type.String(), { description: 'Its main language.' }),
    private: Type.Boolean({ description: 'Whether it is private.' }),
    last_synced_at: nullable(timestamp('When it was last synced.')),
    score: points('earned / possible, in percent.'),
    earned: points('Sum of the weights of passed checks.'),
    possible: points('Sum of the weights of measured checks.'),
    checks: Type.Array(ref(Check), { description: 'All checks.' })
  },
  { $id: 'Readiness', description: 'Readiness of a repository.' }
)
export type Readiness = Static<typeof Readiness>

const coverage = (id: CheckId) =>
  closed(
    {
      label,
      passed: count('Repositories that pass it.'),
      total: count('Repositories in which it is measured.')
    },
    { description: `How many repositories pass \`${id}\`.` }
  )

// Cast: `Object.fromEntries` returns string keys, and every check is included.
const coverages = Object.fromEntries(CHECK_IDS.map((id) => [id, coverage(id)])) as Record<
  CheckId,
  ReturnType<typeof coverage>
>

export const ReadinessPage = closed(
  {
    data: Type.Array(ref(Readiness), { description: 'The repositories of the page.' }),
    meta: ref(PageMeta),
    total_repos: count('All repositories, whatever the filter says.'),
    average_score: nullable(points('Their mean score, rounded; null without any.')),
    check_coverage: closed(coverages, { description: 'How many of all repositories pass each check.' })
  },
  { $id: 'ReadinessPage', description: 'Readiness of the repositories.' }
)
export type ReadinessPage = Static<typeof ReadinessPage>

const bound = (description: string) => Type.Optional(points(description))

export const listReadiness = operation({
  operationId: 'listReadiness',
  summary: 'List repository readiness',
  description: 'How far each repository is set up for automation, as a score of checks.',
  querystring: closed({
    ...pagingQuery(),
    min_score: bound('Only repositories with at least this score.'),
    max_score: bound('Only repositories with at most this score.'),
    sort: Type.Optional(
      oneOf(enumeration('ReadinessSort', ['repo', 'score']), {
        default: 'repo',
        description: 'Sort by name, or by score and then by name.'
      })
    ),
    order: Type.Optional(oneOf(SORT_ORDERS, { default: 'asc', description: 'Sort direction.' }))
  }),
  response: { 200: ref(ReadinessPage) }
})
export type ReadinessQuery = Static<typeof listReadiness.querystring>

export const getRepoReadiness = operation({
  operationId: 'getRepoReadiness',
  codes: ['repo_not_found'],
  summary: 'Get the readiness of a repository',
  description: 'Each check, with what to do if it has not passed.',
  params: RepoParams,
  response: { 200: ref(Readiness) }
})

export const schemas = [Check, Readiness, ReadinessPage]
