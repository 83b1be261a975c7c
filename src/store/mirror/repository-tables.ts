import { isNull } from 'drizzle-orm'
import {
  talliesOfBranchRule,
  talliesOfCollaborator,
  talliesOfIssue,
  talliesOfPullRequest,
  talliesOfRun
} from '#domain/mirror/tallies.js'
import { branchRules } from '#tables/mirror/branch-rules.js'
import { ciRuns } from '#tables/mirror/ci-runs.js'
import { collaborators } from '#tables/mirror/collaborators.js'
import { issues } from '#tables/mirror/issues.js'
import { labels } from '#tables/mirror/labels.js'
import { pullRequests } from '#tables/mirror/pull-requests.js'
import { countedRows } from '../counters/counted-rows.js'
import type { RepositoryTable } from '../sql/repository-table.js'

export const issueTable: RepositoryTable = {
  table: issues,
  repoId: issues.repoId,
  counted: countedRows(issues.repoId, {
    sums: 'tallies',
    columns: {
      state: issues.state,
      triageType: issues.triageType,
      triagePriority: issues.triagePriority,
      triagedAt: issues.triagedAt,
      assignees: issues.assignees,
      labels: issues.labels,
      dupCheckAt: issues.dupCheckAt,
      createdAt: issues.createdAt,
      updatedAt: issues.updatedAt,
      closedAt: issues.closedAt
    },
    isCounted: isNull(issues.goneAt),
    tallies: (rows) => rows.flatMap(talliesOfIssue)
  }),
  keys: [[issues.number]],
  gone: issues.goneAt,
  movedFrom: issues.movedFrom,
  live: { column: issues.live, unless: issues.goneAt },
  references: [{ column: issues.duplicateOf, to: issues.hostId }]
}

export const pullRequestTable: RepositoryTable = {
  table: pullRequests,
  repoId: pullRequests.repoId,
  counted: countedRows(pullRequests.repoId, {
    sums: 'tallies',
    columns: {
      state: pullRequests.state,
      draft: pullRequests.draft,
      triageSize: pullRequests.triageSize,
      triageRisk: pullRequests.triageRisk,
      createdAt: pullRequests.createdAt,
      closedAt: pullRequests.closedAt,
      mergedAt: pullRequests.mergedAt
    },
    isCounted: isNull(pullRequests.goneAt),
    tallies: (rows) => rows.flatMap(talliesOfPullRequest)
  }),
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
    counted: countedRows(ciRuns.repoId, {
      sums: 'tallies',
      columns: {
        conclusion: ciRuns.conclusion,
        healStatus: ciRuns.healStatus,
        healFailureType: ciRuns.healFailureType,
        createdAt: ciRuns.createdAt
      },
      isCounted: isNull(ciRuns.goneAt),
      tallies: (rows) => rows.flatMap(talliesOfRun)
    }),
    movedFrom: ciRuns.movedFrom,
    live: { column: ciRuns.live, unless: ciRuns.goneAt }
  },
  {
    table: collaborators,
    repoId: collaborators.repoId,
    names: [collaborators.repoFullName],
    namesFollow: true,
    counted: countedRows(collaborators.repoId, {
      sums: 'tallies',
      columns: { permission: collaborators.permission },
      tallies: (rows) => rows.flatMap(talliesOfCollaborator)
    }),
    keys: [[collaborators.hostId]],
    live: { column: collaborators.live }
  },
  {
    table: branchRules,
    repoId: branchRules.repoId,
    names: [branchRules.repoFullName],
    namesFollow: true,
    counted: countedRows(branchRules.repoId, {
      sums: 'tallies',
      columns: { compliant: branchRules.compliant },
      tallies: (rows) => rows.flatMap(talliesOfBranchRule)
    }),
    keys: [[branchRules.pattern]],
    live: { column: branchRules.live }
  },
  { table: labels, repoId: labels.repoId, keys: [[labels.hostId], [labels.name]] }
]
