import { ciRuns } from '#tables/mirror/ci-runs.js'
import { issues } from '#tables/mirror/issues.js'
import { labels } from '#tables/mirror/labels.js'
import { pullRequests } from '#tables/mirror/pull-requests.js'
import type { RepositoryTable } from '../sql/repository-table.js'

export const issueTable: RepositoryTable = {
  table: issues,
  repoId: issues.repoId,
  keys: [[issues.number]],
  gone: issues.goneAt,
  movedFrom: issues.movedFrom,
  live: { column: issues.live, unless: issues.goneAt },
  references: [{ column: issues.duplicateOf, to: issues.hostId }]
}

export const pullRequestTable: RepositoryTable = {
  table: pullRequests,
  repoId: pullRequests.repoId,
  keys: [[pullRequests.number]],
  gone: pullRequests.goneAt,
  movedFrom: pullRequests.movedFrom,
  live: { column: pullRequests.live, unless: pullRequests.goneAt }
}

export const mirrorTables: readonly RepositoryTable[] = [
  issueTable,
  pullRequestTable,
  {
    table: ciRuns,
    repoId: ciRuns.repoId,
    movedFrom: ciRuns.movedFrom,
    live: { column: ciRuns.live, unless: ciRuns.goneAt }
  },
  { table: labels, repoId: labels.repoId, keys: [[labels.hostId], [labels.name]] }
]
