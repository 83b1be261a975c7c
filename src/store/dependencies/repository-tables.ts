import { talliesOfVulnerability } from '#domain/dependencies/tallies.js'
import { dependencyScans } from '#tables/dependencies/dependency-scans.js'
import { dependencyManifests } from '#tables/dependencies/manifests.js'
import { updateBatches } from '#tables/dependencies/update-batches.js'
import { updatePlans } from '#tables/dependencies/update-plans.js'
import { vulnerabilities } from '#tables/dependencies/vulnerabilities.js'
import { countedRows } from '../counters/counted-rows.js'
import type { RepositoryTable } from '../sql/repository-table.js'

export const dependencyTables: readonly RepositoryTable[] = [
  {
    table: vulnerabilities,
    repoId: vulnerabilities.repoId,
    counted: countedRows(vulnerabilities.repoId, {
      sums: 'tallies',
      columns: {
        ecosystem: vulnerabilities.ecosystem,
        status: vulnerabilities.status,
        severity: vulnerabilities.severity,
        patchedVersion: vulnerabilities.patchedVersion,
        detectedAt: vulnerabilities.detectedAt,
        fixedAt: vulnerabilities.fixedAt,
        dismissedAt: vulnerabilities.dismissedAt
      },
      tallies: (rows) => rows.flatMap(talliesOfVulnerability)
    }),
    keys: [
      [
        vulnerabilities.ecosystem,
        vulnerabilities.packageName,
        vulnerabilities.advisoryId,
        vulnerabilities.manifestPath
      ]
    ],
    live: { column: vulnerabilities.live }
  },
  {
    table: dependencyManifests,
    repoId: dependencyManifests.repoId,
    keys: [[dependencyManifests.filePath]],
    live: { column: dependencyManifests.live }
  },
  { table: dependencyScans, repoId: dependencyScans.repoId, live: { column: dependencyScans.live } },
  { table: updateBatches, repoId: updateBatches.repoId, live: { column: updateBatches.live } },
  {
    table: updatePlans,
    repoId: updatePlans.repoId,
    keys: [[updatePlans.ecosystem, updatePlans.updateType]]
  }
]
