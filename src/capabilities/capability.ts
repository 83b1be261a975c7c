// The manifest of a capability. Routes, jobs, events, tables and everything else are assembled from the manifests.
import type { Evaluator } from '#domain/decisions/versions.js'
import type { RouteGroup } from '#http/route-group.js'
import type { Jobs } from '#queue/job.js'
import type {
  ActionHooks,
  ArrivalHook,
  CommitTested,
  EventHandlers,
  GaugeMetric,
  ListingHandlers,
  LiveQueue,
  MirrorHooks,
  PillarHooks,
  QueuePriority,
  RetentionRule,
  SyncHooks,
  TransferHooks,
  UntestedLanding
} from '#registry.js'
import type { PatchOwner } from '#services/patches/propose.js'
import type { DecisionField } from '#store/decisions/reports.js'
import type { GateCounts } from '#store/gates/metrics.js'
import type { RepositoryTable } from '#store/sql/repository-table.js'

export interface Capability {
  /** The name of its folders. */
  name: string
  groups?: readonly RouteGroup[]
  jobs?: Jobs
  events?: EventHandlers
  listings?: ListingHandlers
  mirror?: MirrorHooks
  sync?: SyncHooks
  arrival?: ArrivalHook
  pillar?: PillarHooks
  /** All versions that have ever made decisions. */
  evaluators?: readonly Evaluator[]
  actions?: ActionHooks
  /** Receives the outcomes of its pull requests, which are recognised by the source of their actions. */
  patchOwner?: { source: string; owner: PatchOwner }
  tables?: readonly RepositoryTable[]
  transfer?: TransferHooks
  retention?: readonly RetentionRule[]
  gauges?: readonly GaugeMetric[]
  /** Shown by every decision. */
  decisionField?: DecisionField
  /** Counted for the metrics of gates. */
  gateCounts?: GateCounts
  /** Shown by the statistics of the pipeline. */
  liveQueue?: LiveQueue
  /** Asked where a pull request is admitted to the merge queue. */
  queuePriority?: QueuePriority
  /** Called in the transaction that records such a landing. */
  untestedLanding?: UntestedLanding
  /** Called in the transaction that judges the tests of a commit. */
  commitTested?: CommitTested
}
