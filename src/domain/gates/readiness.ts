// Nine checks of how well a repository is set up for the service. Their score is also a gate metric.

import { CHECK_IDS, type Check, type CheckId, type CheckStatus, READINESS } from '#schemas/gates/readiness.js'
import type { ReadinessFacts } from './facts.js'

/** `pass` is null if the check was not measured. */
interface ReadinessFinding {
  pass: boolean | null
  detail: string
}

const many = (count: number, single: string, plural: string) => `${count} ${count === 1 ? single : plural}`

const READINESS_CHECKS: Readonly<Record<CheckId, (facts: ReadinessFacts) => ReadinessFinding>> = {
  webhook_active: ({ lastDeliveryAt }) =>
    lastDeliveryAt === null
      ? { pass: false, detail: 'No webhook delivery in the last 7 days.' }
      : { pass: true, detail: `The last delivery came at ${lastDeliveryAt}.` },
  repo_synced: ({ lastSyncedAt }) =>
    lastSyncedAt === null
      ? { pass: false, detail: 'It has never been synced.' }
      : { pass: true, detail: `Last synced at ${lastSyncedAt}.` },
  service_yml: ({ filePath, fileError }) =>
    filePath === null
      ? {
          pass: false,
          detail:
            fileError === null ? 'No file was found on the default branch.' : 'The file could not be read.'
        }
      : { pass: true, detail: `Read from ${filePath}.` },
  config_overrides: ({ overrides }) =>
    overrides === 0
      ? { pass: false, detail: 'No overrides are set.' }
      : { pass: true, detail: `Overrides of ${many(overrides, 'key', 'keys')} are set.` },
  stale_policy: ({ hasStalePolicy }) =>
    hasStalePolicy
      ? { pass: true, detail: 'A stale policy is set.' }
      : { pass: false, detail: 'Neither the file, the overrides nor the settings set a stale policy.' },
  issues_triaged: ({ triagedIssues }) => ({
    pass: triagedIssues > 0,
    detail: `${many(triagedIssues, 'issue has', 'issues have')} been classified.`
  }),
  ci_runs_received: ({ runs }) => ({ pass: runs > 0, detail: `${many(runs, 'run is', 'runs are')} known.` }),
  branch_protection: ({ protectedBranches }) =>
    protectedBranches === null
      ? { pass: null, detail: 'The host has not shown yet which branches are protected.' }
      : {
          pass: protectedBranches > 0,
          detail: `${many(protectedBranches, 'branch is', 'branches are')} protected.`
        },
  config_versioned: ({ configChanges }) => ({
    pass: configChanges > 0,
    detail: `${many(configChanges, 'change is', 'changes are')} on record.`
  })
}

export function readinessChecks(facts: ReadinessFacts): Check[] {
  return CHECK_IDS.map((id) => {
    const { pass, detail } = READINESS_CHECKS[id](facts)
    return { id, ...READINESS[id], status: statusOf(pass), pass: pass === true, detail }
  })
}

function statusOf(pass: boolean | null): CheckStatus {
  if (pass === null) return 'not_measured'
  return pass ? 'passed' : 'failed'
}

/** The score covers measured checks only; others could never pass. */
export function computeReadiness(facts: ReadinessFacts) {
  const checks = readinessChecks(facts)
  const possible = sumOf(checks.filter(({ status }) => status !== 'not_measured'))
  const earned = sumOf(checks.filter(({ pass }) => pass))
  return { score: Math.round((100 * earned) / possible), earned, possible, checks }
}

export const readinessScore = (facts: ReadinessFacts): number => computeReadiness(facts).score

const sumOf = (checks: readonly Check[]) => checks.reduce((sum, { weight }) => sum + weight, 0)
