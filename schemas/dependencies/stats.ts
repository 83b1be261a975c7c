// Figures of dependencies, and the pull requests that update several packages at once.
import { type Static, Type } from '@sinclair/typebox'
import {
  closed,
  count,
  nullable,
  oneOf,
  operation,
  ref,
  repoFields,
  repoFilter,
  timestamp
} from '../common.js'
import { ECOSYSTEMS, UPDATE_BATCH_STATUSES, UPDATE_TYPES } from './enums.js'

export const FIXED_DAYS = 30
export const FIX_TIME_DAYS = 90
export const TREND_WEEKS = 12
export const RECENT_BATCHES = 5

export const PackageUpdate = closed(
  {
    name: Type.String({ description: 'Name of the package.' }),
    from: nullable(Type.String(), { description: 'The version before; null if nobody says.' }),
    to: Type.String({ description: 'The version after.' })
  },
  { $id: 'PackageUpdate', description: 'A package that a pull request updates.' }
)
export type PackageUpdate = Static<typeof PackageUpdate>

export const UpdateBatch = closed(
  {
    id: Type.Integer({ description: 'Id of the batch.' }),
    repo_id: Type.Integer({ description: "The host's id of the repository." }),
    repo_full_name: repoFields.repo_full_name,
    ecosystem: oneOf(ECOSYSTEMS, { description: 'The registry of the packages.' }),
    update_type: oneOf(UPDATE_TYPES, { description: 'What it updates.' }),
    packages: Type.Array(ref(PackageUpdate), { description: 'The packages that it updates.' }),
    pr_number: nullable(Type.Integer(), { description: 'Its pull request.' }),
    pr_url: nullable(Type.String(), { description: 'Where that is.' }),
    status: oneOf(UPDATE_BATCH_STATUSES, { description: 'What became of the pull request.' }),
    created_at: timestamp('When it was made.'),
    updated_at: timestamp('When it last changed.')
  },
  { $id: 'UpdateBatch', description: 'A pull request that updates packages.' }
)
export type UpdateBatch = Static<typeof UpdateBatch>

export const AdvisoryDatabase = closed(
  {
    source: nullable(Type.String(), { description: '`OSV_SOURCE`; null: none is set.' }),
    records: count('Advisories that packages are compared with.'),
    unreadable: count('Records that could not be read at the last import.'),
    imported_at: nullable(
      timestamp('When all of it was last read whole; null: never, and then it is not used.')
    ),
    error: nullable(Type.String(), { description: 'Why the last import failed; null if it did not.' })
  },
  { $id: 'AdvisoryDatabase', description: 'The local copy of the OSV database.' }
)
export type AdvisoryDatabase = Static<typeof AdvisoryDatabase>

export const DependencyStats = closed(
  {
    vulnerabilities: closed(
      {
        total_open: count('Vulnerabilities that are open.'),
        critical: count('Of these, the critical ones.'),
        high: count('Of these, the ones of high severity.'),
        medium: count('Of these, the ones of medium severity.'),
        low: count('Of these, the ones of low severity.'),
        unknown: count('Of these, the ones of a severity that nobody says.'),
        prs_opened: count('Vulnerabilities that a pull request of the service would end.'),
        repos_affected: count('Repositories with an open vulnerability.')
      },
      { description: 'Vulnerabilities that stand.' }
    ),
    by_ecosystem: Type.Array(
      closed({
        ecosystem: oneOf(ECOSYSTEMS, { description: 'The registry.' }),
        count: count('Its open vulnerabilities.')
      }),
      { description: 'Open vulnerabilities of each registry that has any, most first.' }
    ),
    recent_batches: Type.Array(ref(UpdateBatch), {
      description: `The latest ${RECENT_BATCHES} update batches.`
    }),
    fixed_30d: count(`Vulnerabilities that were found fixed in the last ${FIXED_DAYS} days.`),
    mean_days_to_fix: nullable(Type.Number({ minimum: 0 }), {
      description: `Mean days from detection to the fix, of those fixed in the last ${FIX_TIME_DAYS} days; null without one.`
    }),
    oldest_open_days: nullable(count('Whole days since the oldest open one was found; null without one.')),
    trend: Type.Array(
      closed({
        day: Type.String({
          format: 'date',
          description: 'A day, in UTC.',
          examples: ['2026-01-31']
        }),
        open: count('Vulnerabilities that stood at its end.'),
        detected: count('Vulnerabilities that were found in the seven days up to it.'),
        closed: count('Vulnerabilities that were fixed or dismissed in these days.')
      }),
      {
        description: `The last ${TREND_WEEKS} weeks, oldest first. One that was fixed and came back counts from when it came back.`
      }
    ),
    advisories: ref(AdvisoryDatabase)
  },
  { $id: 'DependencyStats', description: 'Figures of dependencies.' }
)
export type DependencyStats = Static<typeof DependencyStats>

export const getDependencyStats = operation({
  operationId: 'getDependencyStats',
  codes: ['repo_not_found'],
  summary: 'Show figures of vulnerabilities',
  description: 'Counts by severity, status and registry, with the state of the advisory database.',
  querystring: closed({ repo: Type.Optional(repoFilter('Only of this repository.')) }),
  response: { 200: ref(DependencyStats) }
})

export const schemas = [PackageUpdate, UpdateBatch, AdvisoryDatabase, DependencyStats]
