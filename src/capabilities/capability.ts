// What a capability may add to the service. Routes, jobs, events, sums, tables and all else are made from the manifests.
import type { Evaluator } from '#domain/decisions/versions.js'
import type { RouteGroup } from '#http/route-group.js'
import type { Jobs } from '#queue/job.js'
import type {
  ActionHooks,
  EventHandlers,
  GaugeMetric,
  ListingHandlers,
  PillarHooks,
  RetentionRule,
  SyncHooks,
  TransferHooks
} from '#registry.js'
import type { PatchOwner } from '#services/patches/propose.js'
import type { RepositoryTable } from '#store/sql/repository-table.js'

export interface Capability {
  /** The name of its folders. */
  name: string
  groups?: readonly RouteGroup[]
  jobs?: Jobs
  events?: EventHandlers
  listings?: ListingHandlers
  sync?: SyncHooks
  pillar?: PillarHooks
  /** All versions that have ever decided. */
  evaluators?: readonly Evaluator[]
  actions?: ActionHooks
  /** Who learns what becomes of its pull requests, by the source of their actions. */
  patchOwner?: { source: string; owner: PatchOwner }
  tables?: readonly RepositoryTable[]
  transfer?: TransferHooks
  retention?: readonly RetentionRule[]
  metrics?: readonly GaugeMetric[]
}
