// Which tables stand behind each topic of the stream of changes. A trigger of each tells its name when a statement has
// written it; tables that no page shows, or that only follow others, have none.
import { getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { ChangeTopic } from '#schemas/operation/stream.js'
import { sessions } from '#tables/accounts/sessions.js'
import { managedActions } from '#tables/actions/managed-actions.js'
import { activity } from '#tables/activity/activity.js'
import { auditEntries } from '#tables/audit/audit-entries.js'
import { auditExports } from '#tables/audit/audit-exports.js'
import { complianceReports } from '#tables/audit/compliance-reports.js'
import { configFiles, configHistory, repoConfigs } from '#tables/configuration/configs.js'
import { decisions } from '#tables/decisions/decisions.js'
import { deliveryRetries } from '#tables/deliveries/delivery-retries.js'
import { webhookDeliveries } from '#tables/deliveries/webhook-deliveries.js'
import { advisoryImports } from '#tables/dependencies/advisory-imports.js'
import { dependencyScans } from '#tables/dependencies/dependency-scans.js'
import { updateBatches } from '#tables/dependencies/update-batches.js'
import { vulnerabilities } from '#tables/dependencies/vulnerabilities.js'
import { duplicateBackfills } from '#tables/duplicates/duplicate-backfills.js'
import { duplicateSignals } from '#tables/duplicates/duplicate-signals.js'
import { configResults } from '#tables/enforcement/config-results.js'
import { policies } from '#tables/enforcement/policies.js'
import { violations } from '#tables/enforcement/violations.js'
import { feedbackDeliveries } from '#tables/feedback/feedback-deliveries.js'
import { feedbackRules } from '#tables/feedback/feedback-rules.js'
import { fixAttempts } from '#tables/fixing/fix-attempts.js'
import { flakyTests } from '#tables/flaky-tests/flaky-tests.js'
import { testRuns } from '#tables/flaky-tests/test-runs.js'
import { gateEvaluations } from '#tables/gates/gate-evaluations.js'
import { qualityGates } from '#tables/gates/quality-gates.js'
import { healAttempts } from '#tables/healing/heal-attempts.js'
import { governanceEntries } from '#tables/maintenance/governance-entries.js'
import { maintenanceActions } from '#tables/maintenance/maintenance-actions.js'
import { maintenanceSettings } from '#tables/maintenance/maintenance-settings.js'
import { queueConfigs } from '#tables/merge-queue/queue-configs.js'
import { queueEntries } from '#tables/merge-queue/queue-entries.js'
import { queueLanes } from '#tables/merge-queue/queue-lanes.js'
import { branchRules } from '#tables/mirror/branch-rules.js'
import { ciRuns } from '#tables/mirror/ci-runs.js'
import { collaborators } from '#tables/mirror/collaborators.js'
import { installations } from '#tables/mirror/installations.js'
import { issues } from '#tables/mirror/issues.js'
import { members } from '#tables/mirror/members.js'
import { pullRequests } from '#tables/mirror/pull-requests.js'
import { repositories } from '#tables/mirror/repositories.js'
import { syncs } from '#tables/mirror/syncs.js'
import { reconcileStates } from '#tables/reconciler/reconcile-states.js'
import { reconciliationRuns } from '#tables/reconciler/reconciliation-runs.js'
import { reviewFindings } from '#tables/review/review-findings.js'
import { reviewSettings } from '#tables/review/review-settings.js'
import { reviews } from '#tables/review/reviews.js'
import { rollbackEvents } from '#tables/rollbacks/rollback-events.js'
import { pipelineEvents } from '#tables/telemetry/pipeline-events.js'
import { triageFailures, triages } from '#tables/triage/triages.js'
import { waivers } from '#tables/waivers/waivers.js'

export const TABLES_OF: Readonly<Record<ChangeTopic, readonly PgTable[]>> = {
  repositories: [repositories, installations],
  syncs: [syncs],
  issues: [issues],
  pull_requests: [pullRequests],
  runs: [ciRuns],
  people: [members, collaborators],
  branch_rules: [branchRules],
  deliveries: [webhookDeliveries, deliveryRetries],
  triage: [triages, triageFailures],
  duplicates: [duplicateSignals, duplicateBackfills],
  healing: [healAttempts],
  fixing: [fixAttempts],
  decisions: [decisions],
  actions: [managedActions],
  activity: [activity],
  gates: [qualityGates, gateEvaluations],
  reviews: [reviews, reviewSettings, reviewFindings],
  waivers: [waivers],
  configuration: [repoConfigs, configHistory, configFiles],
  maintenance: [maintenanceActions, maintenanceSettings, governanceEntries],
  feedback: [feedbackRules, feedbackDeliveries],
  enforcement: [policies, violations, configResults],
  reconciler: [reconciliationRuns, reconcileStates],
  merge_queue: [queueConfigs, queueEntries, queueLanes],
  rollbacks: [rollbackEvents],
  telemetry: [pipelineEvents],
  flaky_tests: [flakyTests, testRuns],
  dependencies: [vulnerabilities, dependencyScans, updateBatches, advisoryImports],
  audit: [auditEntries, auditExports, complianceReports],
  sessions: [sessions]
}

const topics = new Map(
  Object.entries(TABLES_OF).flatMap(([topic, tables]) =>
    // Cast: the keys of a record are the words of its type.
    tables.map((table) => [getTableName(table), topic as ChangeTopic])
  )
)

/** Topics whose tables are noted for whoever keeps what was read. The other two are written with every request. */
export type NotedTopic = Exclude<ChangeTopic, 'deliveries' | 'sessions'>

export const tablesOf = (topics: readonly NotedTopic[]): string[] =>
  topics.flatMap((topic) => TABLES_OF[topic].map(getTableName))

/** The topic of a table by its name; undefined if it has none. */
export const topicOf = (table: string): ChangeTopic | undefined => topics.get(table)
