// Policies with what falls short of them, how the reconciler found the repositories, and files that a push broke.
import { DAY_MS, HOUR_MS } from '#domain/time/durations.js'
import { activity } from '#tables/activity/activity.js'
import { configResults } from '#tables/enforcement/config-results.js'
import { policies } from '#tables/enforcement/policies.js'
import { violations } from '#tables/enforcement/violations.js'
import { reconcileStates } from '#tables/reconciler/reconcile-states.js'
import { reconciliationRuns } from '#tables/reconciler/reconciliation-runs.js'
import type { Random } from '../random.js'
import { ago, chanceOf, type Fleet, type Home, homeOf, laterThan, momentOf, onlyIf } from './basics/fleet.js'
import { addStep } from './basics/pipeline.js'
import { personOf, shaOf, uuidOf } from './basics/words.js'

const POLICIES = [
  { name: 'Reviews on main', minReviews: 1, mode: 'enforce' },
  {
    name: 'Green checks before a merge',
    requireStatusChecks: true,
    requiredStatusCheckContexts: ['build'],
    mode: 'enforce'
  },
  { name: 'No force pushes', blockForcePushes: true, mode: 'enforce' },
  { name: 'Licence and owners', requiredFiles: ['LICENSE', 'CODEOWNERS'], mode: 'audit' },
  { name: 'Read-only workflow token', readOnlyWorkflowToken: true, mode: 'audit' }
] as const

const BREACHES = [
  { field: 'required_reviews', expected: 1, actual: 0 },
  { field: 'required_status_check_contexts', expected: ['build'], actual: [] },
  { field: 'allow_force_pushes', expected: false, actual: true },
  { field: 'required_files', expected: ['LICENSE', 'CODEOWNERS'], actual: ['LICENSE'] },
  { field: 'read_only_workflow_token', expected: true, actual: false }
] as const

const FIRST_INSTALLATION = 7_001

export function addPolicies(fleet: Fleet): void {
  const random = chanceOf(fleet, 8)
  const since = ago(fleet, 110 * DAY_MS)
  const owners = [...new Set(fleet.homes.map(({ installationId }) => installationId))].sort((a, b) => a - b)
  for (const installationId of owners)
    for (const { name, mode, ...rules } of POLICIES)
      fleet.book.add(policies, {
        installationId,
        name,
        description: `${name}, in all repositories.`,
        branchPattern: 'main',
        requiredStatusCheckContexts: [],
        requiredFiles: [],
        requiredLabels: {},
        repositorySettings: {},
        mode,
        enabled: true,
        createdAt: since,
        updatedAt: since,
        ...copyOf(rules)
      })
  for (const home of fleet.homes) {
    const broken = [...POLICIES.keys()].filter(() => random.chance(0.3))
    for (const at of broken) addViolation(fleet, random, { home, at })
    addState(fleet, random, home)
  }
  for (let days = 30; days > 0; days -= 1) addReconciliation(fleet, random, days)
  for (let count = 0; count < 60; count += 1) addConfigResult(fleet, random)
}

/** Lists that may be written. */
const copyOf = (rules: object) => JSON.parse(JSON.stringify(rules))

function addViolation(fleet: Fleet, random: Random, { home, at }: { home: Home; at: number }): void {
  const detectedAt = momentOf(fleet, random, { days: 80 })
  const status = random.weighted({ open: 45, remediated: 42, suppressed: 13 })
  const isGone = status === 'remediated'
  const endedAt = laterThan(fleet, detectedAt, random.exponential(4 * DAY_MS))
  const breach = BREACHES[at] ?? BREACHES[0]
  const isWhole = at > 2
  fleet.book.happened(detectedAt, () => {
    const id = fleet.book.add(violations, {
      policyId: (home.installationId - FIRST_INSTALLATION) * POLICIES.length + at + 1,
      repoId: home.hostId,
      branch: isWhole ? '*' : 'main',
      breaches: copyOf([breach]),
      status,
      reopenCount: random.below(2),
      tracked: status === 'open' && isWhole,
      detectedAt,
      lastSeenAt: isGone ? endedAt : ago(fleet, random.below(HOUR_MS)),
      remediatedAt: onlyIf(isGone, endedAt),
      remediatedBy: onlyIf(isGone, random.one(['auto', 'external'] as const)),
      suppressedBy: onlyIf(status === 'suppressed', personOf(random)),
      suppressedReason: onlyIf(status === 'suppressed', 'The repository is archived next month.'),
      updatedAt: endedAt,
      live: !home.row.deletedAt
    })
    fleet.book.add(activity, {
      source: 'enforcement',
      sourceId: id,
      repoId: home.hostId,
      targetNumber: null,
      targetUrl: null,
      actionType: 'violation',
      status,
      detail: isWhole ? 'the whole repository' : 'main',
      createdAt: detectedAt
    })
    addStep(fleet, { home, type: 'violation_detected', at: detectedAt, ref: 'main', success: false })
    if (isGone)
      addStep(fleet, { home, type: 'violation_remediated', at: endedAt, ref: 'main', success: true })
  })
}

function addState(fleet: Fleet, random: Random, { hostId: repoId, row }: Home): void {
  if (row.deletedAt || random.chance(0.1)) return
  const inSync = random.chance(0.7)
  const at = ago(fleet, random.below(20 * HOUR_MS))
  row.reconcileRank = inSync ? 2 : 1
  const drifted = { field: 'label.missing.security', desired: 'b60205', observed: null, policy_ids: [] }
  fleet.book.add(reconcileStates, {
    repoId,
    inSync,
    driftFields: inSync ? [] : [drifted.field],
    unsupportedFields: [],
    reconcileSkip: random.chance(0.05),
    desiredState: { protection: [], labels: { security: 'b60205' }, settings: {} },
    observedState: { labels: inSync ? { security: 'b60205' } : {} },
    differences: inSync ? [] : [drifted],
    actionIds: [],
    lastError: null,
    lastReconciledAt: at,
    nextReconcileAt: ago(fleet, -4 * HOUR_MS),
    createdAt: ago(fleet, 90 * DAY_MS),
    updatedAt: at
  })
}

function addReconciliation(fleet: Fleet, random: Random, days: number): void {
  const at = ago(fleet, days * DAY_MS)
  const drifted = random.below(6)
  fleet.book.add(reconciliationRuns, {
    triggeredBy: days % 9 === 0 ? 'manual' : 'scheduler',
    status: days === 17 ? 'failed' : 'completed',
    repoId: null,
    installationId: null,
    dryRun: days % 9 === 0,
    jobId: uuidOf(random),
    spreadTo: 99_999,
    isSpread: true,
    reposChecked: fleet.homes.length - 1,
    reposSynced: fleet.homes.length - 1 - drifted,
    reposDrifted: drifted,
    reposCorrected: Math.max(0, drifted - 1),
    reposFailed: 0,
    writesPlanned: drifted,
    error: onlyIf(days === 17, 'The host did not answer for an hour.'),
    startedAt: at,
    progressAt: laterThan(fleet, at, 6 * 60_000),
    completedAt: laterThan(fleet, at, 6 * 60_000)
  })
}

function addConfigResult(fleet: Fleet, random: Random): void {
  const home = homeOf(fleet, random)
  const at = momentOf(fleet, random, { days: 60 })
  const valid = random.chance(0.7)
  fleet.book.happened(at, () => {
    const commitSha = shaOf(random)
    fleet.book.add(configResults, {
      repoId: home.hostId,
      commitSha,
      filePath: '.github/workflows/ci.yml',
      fileType: 'host_actions',
      valid,
      errors: valid
        ? []
        : [
            {
              rule: 'missing_runs_on',
              message: 'The job build has no runs-on: say where it runs.',
              line: 12,
              col: 3,
              severity: 'error'
            }
          ],
      warnings: [],
      isFirst: true,
      createdAt: at,
      live: !home.row.deletedAt
    })
    if (!valid)
      addStep(fleet, {
        home,
        type: 'config_failed',
        at,
        ref: 'main',
        success: false,
        metadata: { commit_sha: commitSha, error_count: 1, warn_count: 0 }
      })
  })
}
