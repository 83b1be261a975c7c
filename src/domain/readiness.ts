// How ready a repository is to be looked after: nine checks, of which the gates ask as well.
import type { ReadinessFacts } from '../../schemas/facts.js'
import { CHECK_IDS, type Check, type CheckId, READINESS } from '../../schemas/readiness.js'

interface Finding {
  pass: boolean
  detail: string
}

const many = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`

const FINDINGS: Readonly<Record<CheckId, (facts: ReadinessFacts) => Finding>> = {
  webhook_active: ({ lastDeliveryAt }) =>
    lastDeliveryAt === null
      ? { pass: false, detail: 'No delivery in the last 7 days.' }
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
  stale_policy: ({ saysStale }) =>
    saysStale
      ? { pass: true, detail: 'Its configuration says when something is stale.' }
      : { pass: false, detail: 'Neither its file nor its overrides say when something is stale.' },
  issues_triaged: ({ triagedIssues }) => ({
    pass: triagedIssues > 0,
    detail: `${many(triagedIssues, 'issue has', 'issues have')} been judged.`
  }),
  ci_runs_received: ({ runs }) => ({ pass: runs > 0, detail: `${many(runs, 'run is', 'runs are')} known.` }),
  // Policies and the protection of branches are not read yet: what nobody has looked at is not taken for granted.
  branch_protection: () => ({ pass: false, detail: 'The protection of its branches is not known.' }),
  config_versioned: ({ configChanges }) => ({
    pass: configChanges > 0,
    detail: `${many(configChanges, 'change is', 'changes are')} on record.`
  })
}

export function checksOf(facts: ReadinessFacts): Check[] {
  return CHECK_IDS.map((id) => ({ id, ...READINESS[id], ...FINDINGS[id](facts) }))
}

export function readinessOf(facts: ReadinessFacts) {
  const checks = checksOf(facts)
  const possible = sumOf(checks)
  const earned = sumOf(checks.filter(({ pass }) => pass))
  return { score: Math.round((100 * earned) / possible), earned, possible, checks }
}

export const readinessScore = (facts: ReadinessFacts): number => readinessOf(facts).score

const sumOf = (checks: readonly Check[]) => checks.reduce((sum, { weight }) => sum + weight, 0)
