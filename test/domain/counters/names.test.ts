// The names under which sums are kept in databases that run today: they stay as they are, letter by letter.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Tally } from '#domain/counters/tally.js'
import { talliesOfVulnerability } from '#domain/dependencies/tallies.js'
import { talliesOfSignals } from '#domain/duplicates/sums.js'
import { talliesOfConfigResult } from '#domain/enforcement/config-files/tallies.js'
import { talliesOfViolation } from '#domain/enforcement/violations.js'
import { talliesOfHeal } from '#domain/healing/tallies.js'
import { talliesOfMaintenance } from '#domain/maintenance/sums.js'
import { talliesOfQueueEntry } from '#domain/merge-queue/tallies.js'
import {
  talliesOfBranchRule,
  talliesOfCollaborator,
  talliesOfIssue,
  talliesOfPullRequest,
  talliesOfRun
} from '#domain/mirror/tallies.js'
import { talliesOfReconcileState } from '#domain/reconciler/tallies.js'
import { talliesOfFinding, talliesOfReview } from '#domain/review/tallies.js'
import { talliesOfEvent } from '#domain/telemetry/tallies.js'
import { talliesOfFailure } from '#domain/triage/failures.js'
import { talliesOfTriage } from '#domain/triage/quality.js'
import { talliesOfWaiver } from '#domain/waivers/waivers.js'
import { PACKAGE_FOLDER } from '#paths.js'
import {
  ACTION_STATUSES,
  ACTION_TYPES,
  BLOCKED_REASONS,
  HEAL_OUTCOMES,
  RECONCILIATION_STATUSES
} from '#schemas/actions/enums.js'
import { PILLARS, WAIVABLE } from '#schemas/configuration/pillars.js'
import { DECISION_SOURCES, DECISIONS } from '#schemas/decisions/decisions.js'
import { VULNERABILITY_SEVERITIES, VULNERABILITY_STATUSES } from '#schemas/dependencies/enums.js'
import { SIGNAL_KINDS, SIGNAL_STATUSES, SIMILARITY_PARTS } from '#schemas/duplicates/duplicates.js'
import { CONFIG_FILE_TYPES } from '#schemas/enforcement/config-results.js'
import { VIOLATION_ENDS, VIOLATION_STATUSES } from '#schemas/enforcement/enums.js'
import { HEAL_PR_STATUSES, HEAL_STRATEGIES } from '#schemas/healing/enums.js'
import { ISSUE_STATES, PERMISSIONS, PULL_REQUEST_STATES, RUN_CONCLUSIONS } from '#schemas/host/enums.js'
import {
  MAINTENANCE_ACTION_TYPES,
  MAINTENANCE_STATUSES,
  MAINTENANCE_TARGETS
} from '#schemas/maintenance/enums.js'
import { ENTRY_STATUSES } from '#schemas/merge-queue/enums.js'
import { FAILURE_TYPES, HEAL_STATUSES } from '#schemas/mirror/ci.js'
import { PRIORITIES, TRIAGE_TYPES } from '#schemas/mirror/issues.js'
import { RISKS, SIZES } from '#schemas/mirror/pull-requests.js'
import { FINDING_OUTCOMES, REVIEW_RULES, REVIEW_STATUSES, REVIEW_VERDICTS } from '#schemas/review/enums.js'
import { PIPELINE_EVENT_TYPES } from '#schemas/telemetry/enums.js'
import { FAILURE_STATES, FEEDBACK_VERDICTS, TRIAGE_TARGETS } from '#schemas/triage/enums.js'
import { WAIVER_SCOPES, WAIVER_SUMS } from '#schemas/waivers/waivers.js'
import { talliesOfAction } from '#store/actions/tallies.js'
import { talliesOfDecision } from '#store/decisions/decisions.js'

const [begun, ended] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-01-02T00:00:00Z')]
const ENDS = [null, ended]

/** Calls back with each combination of these words. */
function each<One, Other>(
  ones: readonly One[],
  others: readonly Other[],
  tallies: (one: One, other: Other) => Tally[]
) {
  return ones.flatMap((one) => others.flatMap((other) => tallies(one, other)))
}

const issues = ISSUE_STATES.flatMap((state) =>
  each([...TRIAGE_TYPES, 'own type', null], [...PRIORITIES, null], (triageType, triagePriority) =>
    ENDS.flatMap((closedAt) =>
      talliesOfIssue({
        state,
        triageType,
        triagePriority,
        triagedAt: closedAt,
        dupCheckAt: closedAt,
        closedAt,
        assignees: closedAt ? ['mona'] : [],
        labels: ['size/L', 'a.b c'],
        createdAt: begun,
        updatedAt: ended
      })
    )
  )
)

const pulls = PULL_REQUEST_STATES.flatMap((state) =>
  each([...SIZES, null], [...RISKS, null], (triageSize, triageRisk) =>
    ENDS.flatMap((closedAt) =>
      talliesOfPullRequest({
        state,
        triageSize,
        triageRisk,
        closedAt,
        mergedAt: closedAt,
        draft: closedAt === null,
        createdAt: begun
      })
    )
  )
)

const runs = each([...RUN_CONCLUSIONS, null], HEAL_STATUSES, (conclusion, healStatus) =>
  [...FAILURE_TYPES, null].flatMap((healFailureType) =>
    talliesOfRun({ conclusion, healStatus, healFailureType, createdAt: begun })
  )
)

const heals = each(HEAL_STATUSES, [...HEAL_OUTCOMES, null], (status, outcome) =>
  each([...HEAL_STRATEGIES, null], [...HEAL_PR_STATUSES, null], (strategy, prStatus) =>
    [...FAILURE_TYPES, null].flatMap((failureType) =>
      ['formatting', null].flatMap((repair) =>
        talliesOfHeal({
          status,
          outcome,
          strategy,
          prStatus,
          failureType,
          repair,
          rule: repair && 'node.test',
          createdAt: begun
        })
      )
    )
  )
)

const signals = each(SIGNAL_KINDS, SIGNAL_STATUSES, (kind, status) =>
  talliesOfSignals([
    { sourceIssueId: 1, kind, status, similarity: SIMILARITY_PARTS, createdAt: begun, goneAt: null }
  ])
)

const waivers = each(WAIVER_SUMS, WAIVER_SCOPES, (sum, scope) =>
  WAIVABLE.flatMap((pillar) => talliesOfWaiver(sum, { pillar, scope }))
)

const actions = each(ACTION_STATUSES, ACTION_TYPES, (status, actionType) =>
  each([...BLOCKED_REASONS, null], [...PILLARS, null], (blockedReason, pillar) =>
    [...RECONCILIATION_STATUSES, null].flatMap((reconciliationStatus) =>
      talliesOfAction({ status, actionType, blockedReason, pillar, executedAt: ended, reconciliationStatus })
    )
  )
)

const decisions = each(DECISION_SOURCES, DECISIONS, (source, decision) =>
  [...WAIVABLE, null].flatMap((pillar) => talliesOfDecision({ source, decision, pillar, createdAt: begun }))
)

const triages = TRIAGE_TARGETS.flatMap((targetType) =>
  each([...TRIAGE_TYPES, 'size/L'], [true, false], (type, isSure) =>
    each([0, 0.55, 1, null], [...FEEDBACK_VERDICTS, null], (probability, heard) =>
      talliesOfTriage({ targetType, type, probability, isSure, heard })
    )
  )
)

const failures = FAILURE_STATES.flatMap(talliesOfFailure)

const people = PERMISSIONS.flatMap((permission) => talliesOfCollaborator({ permission }))
const results = each(CONFIG_FILE_TYPES, [true, false], (fileType, valid) =>
  talliesOfConfigResult({ fileType, valid, isFirst: true, createdAt: begun })
)

const maintenance = MAINTENANCE_ACTION_TYPES.flatMap((actionType) =>
  MAINTENANCE_TARGETS.flatMap((targetType) =>
    MAINTENANCE_STATUSES.flatMap((status) => talliesOfMaintenance({ actionType, targetType, status }))
  )
)
const rules = [true, false, null].flatMap((compliant) => talliesOfBranchRule({ compliant }))

const violations = each(VIOLATION_STATUSES, [...VIOLATION_ENDS, null], (status, remediatedBy) =>
  talliesOfViolation({ policyId: 1, status, remediatedBy, detectedAt: begun })
)

const vulnerabilities = each(VULNERABILITY_STATUSES, VULNERABILITY_SEVERITIES, (status, severity) =>
  [null, '2.0.0'].flatMap((patchedVersion) =>
    talliesOfVulnerability({
      ecosystem: 'npm',
      status,
      severity,
      patchedVersion,
      detectedAt: begun,
      fixedAt: status === 'fixed' ? ended : null,
      dismissedAt: status === 'dismissed' ? ended : null
    })
  )
)

const reconciled = [true, false, null].flatMap((inSync) => talliesOfReconcileState({ inSync }))

const events = PIPELINE_EVENT_TYPES.flatMap((eventType) =>
  [0, 2 ** 22 * 1_000].flatMap((durationMs) =>
    talliesOfEvent({
      eventType,
      durationMs,
      metadata: durationMs === 0 ? {} : { reason: 'check_failed', tested: true, candidate: true },
      occurredAt: begun
    })
  )
)

const reviews = each(REVIEW_STATUSES, [...REVIEW_VERDICTS, null], (status, verdict) =>
  talliesOfReview({
    status,
    verdict,
    severities: [1, 1, 1, 1, 1],
    tokensUsed: 100,
    durationMs: 2_000,
    startedAt: begun
  })
)

const found = each([...REVIEW_RULES, null], FINDING_OUTCOMES, (rule, outcome) =>
  talliesOfFinding({ rule, outcome })
)

const queued = ENTRY_STATUSES.flatMap((status) => talliesOfQueueEntry({ status }))

t.test('every combination of words is kept under the name that it always had', (t) => {
  const all = [
    issues,
    pulls,
    runs,
    results,
    heals,
    signals,
    waivers,
    actions,
    decisions,
    triages,
    failures,
    people,
    rules,
    violations,
    vulnerabilities,
    reconciled,
    maintenance,
    events,
    queued,
    reviews,
    found
  ]
  const written = [...new Set(all.flat().map(({ measure }) => measure))].sort()
  const known = readFileSync(join(PACKAGE_FOLDER, 'test/domain/counters/names.txt'), 'utf8')
  t.same(written, known.trimEnd().split('\n'))
  t.end()
})
