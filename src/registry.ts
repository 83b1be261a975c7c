// The hooks that capabilities register. Lower capabilities call the registered hooks without knowing the higher ones.

import type { Tally } from '#domain/counters/tally.js'
import type { Evaluators } from '#domain/decisions/versions.js'
import type { HostEvent } from '#domain/host/events.js'
import type { QueueState } from '#domain/telemetry/statistics.js'
import type { Waivable } from '#schemas/configuration/pillars.js'
import type { TriageTarget } from '#schemas/triage/enums.js'
import type { ActionStop } from '#services/actions/policy-check.js'
import type { ResolvedConfig } from '#services/configuration/resolve.js'
import type { DeliveryContext } from '#services/deliveries/handle.js'
import type { MirrorDeps } from '#services/mirror/kinds.js'
import type { PatchOwner } from '#services/patches/propose.js'
import type { ActionRow } from '#store/actions/actions.js'
import type { TalliedTx } from '#store/counters/tallies.js'
import type { DecisionField } from '#store/decisions/reports.js'
import type { GateCounts } from '#store/gates/metrics.js'
import type { IssueRow, RunRow } from '#store/mirror/mirror.js'
import type { MirroredPart } from '#store/mirror/sync-walks.js'
import type { RepositoryPair, RepositoryTable } from '#store/sql/repository-table.js'
import type { Db, Deps, HostParts, RepositoryAccess, Tx } from './deps.js'

export type EventOf<Kind extends HostEvent['kind']> = Extract<HostEvent, { kind: Kind }>

/** Handlers of a capability for host events, in the transaction that completes the delivery. */
export type EventHandlers = {
  readonly [Kind in HostEvent['kind']]?: (context: DeliveryContext, event: EventOf<Kind>) => Promise<void>
}

/** Events that the pillars handle. */
export type WorkEvent = EventOf<'issue' | 'pull-request'>

/** An issue or pull request that a sync found and no event reported. */
export interface MissedTarget {
  repoId: number
  targetType: TriageTarget
  number: number
  hostId: number
}

/**
 * Work on an event that no rule of the repository suppresses. The spam gate comes before it: what it closes is not
 * worked on.
 */
export type ArrivalHook = (deps: Deps, tx: Tx, event: WorkEvent) => Promise<void>

/** Hooks of a pillar for issues and pull requests. A `skip` rule of the repository suppresses them. */
export interface PillarHooks {
  /** Called for all events; each pillar selects its own. */
  request(deps: Deps, tx: Tx, event: WorkEvent): Promise<void>
  requestMissed(deps: Deps, tx: Tx, target: MissedTarget): Promise<void>
}

export interface ListedItems<Item> {
  repoId: number
  items: readonly Item[]
  /** Ids of items that are new to the mirror or differ from it. */
  changed: readonly number[]
  /** Ids of items that the host no longer has. */
  gone: readonly number[]
  /** Whether the part was in sync before, so that new items have been created since. */
  wasEqual: boolean
}

/** Handlers of a capability for listed and removed items, in the transaction that mirrors them. */
export type ListingHandlers = {
  readonly [Part in MirroredPart]?: (
    deps: Deps,
    tx: Tx,
    listed: ListedItems<HostParts[Part]>
  ) => Promise<void>
}

/** Hooks of a capability into mirrored rows, in the transaction that writes them. */
export interface MirrorHooks {
  /** Issues were deleted or moved to another repository; called before their rows are written. */
  issuesEnded?(tx: Tx, issues: readonly IssueRow[]): Promise<void>
  /** Attempts of CI runs were found completed, by an event or a sync; each once, after its row is written. */
  runsCompleted?(deps: MirrorDeps, tx: Tx, completed: CompletedRuns): Promise<void>
}

/** Runs of one repository. */
export interface CompletedRuns {
  runs: readonly RunRow[]
  /** When the service first saw the repository. */
  knownSince: Date
}

/** The merge queue of a repository, or of all live ones, as it is now. */
export type LiveQueue = (db: Db, repoId: number | undefined) => Promise<QueueState>

/** The priority of a pull request that is admitted to the merge queue without one; undefined for an ordinary one. */
export type QueuePriority = (tx: Tx, repoId: number, prNumber: number) => Promise<number | undefined>

/** A pull request that landed with another tree than the one that was tested. */
export type UntestedLanding = (
  deps: Deps,
  tx: Tx,
  landing: { repoId: number; prNumber: number; decisionId: number | null }
) => Promise<void>

/** What the tests of a commit say has become known, or has changed. */
export type CommitTested = (deps: Deps, tx: Tx, commit: { repoId: number; headSha: string }) => Promise<void>

/** Hooks of a capability into the sync of a repository, in its transactions. */
export interface SyncHooks {
  /** A sync was requested. */
  requested?(deps: Deps, tx: Tx, repoId: number): Promise<void>
  /** The lists were read, or reading them failed. */
  ended?(deps: Deps, tx: Tx, repoId: number): Promise<void>
}

/** Hooks of a capability into managed actions. */
export interface ActionHooks {
  /**
   * Called right before an action is executed: a reason not to execute it. `seen`: its target is as the action wants it,
   * so that nobody asks for it again.
   */
  stopOf?(deps: Deps, waiting: PendingAction): Promise<ActionStop | 'seen' | undefined>
  /** The same right before each of its writes is sent, after all waiting: what can change within seconds. */
  lastStopOf?(deps: Deps, writing: Omit<PendingAction, 'config'>): Promise<ActionStop | undefined>
  /**
   * An action has ended, or more has become known of how it did: called in that transaction, perhaps more than once.
   */
  ended?(deps: Deps, tx: Tx, row: ActionRow): Promise<void>
  /** The configuration that an action of this pillar is checked against, where the pillar has settings above it. */
  configOf?(db: Db | Tx, asked: PillarConfig): Promise<ResolvedConfig | undefined>
  /** Called in the transaction that retries an action; returns the delay of the retry in seconds. */
  beforeRetry?(deps: Deps, tx: Tx, retry: { parent: ActionRow; actor: string }): Promise<number>
}

export interface PillarConfig {
  repoId: number
  pillar: Waivable | null
  resolved: ResolvedConfig
}

export interface PendingAction {
  row: ActionRow
  place: RepositoryAccess
  config: ResolvedConfig
}

/** Hooks of a capability into merging one repository into another, while both are locked. */
export interface TransferHooks {
  /** Ends work that both repositories have in progress, before rows move. */
  endClashing?(tx: Tx, pair: RepositoryPair, at: Date): Promise<void>
  /** Called before references to clashing rows change; the function it returns is called after, for the differences. */
  adjustTallies?(tx: TalliedTx, pair: RepositoryPair, at: Date): Promise<() => Promise<Tally[]>>
  /** Adds the sums of the orphan to its successor. */
  moveSums?(tx: Tx, pair: RepositoryPair): Promise<void>
}

/** Rows that are deleted after their retention period. */
export interface RetentionRule {
  retentionMs: number
  /** Maximum rows per transaction. A full one is followed by another. */
  atOnce: number
  /** Returns the number of deleted rows; undefined if everything is deleted at once. */
  drop(tx: Tx, limits: RetentionLimits, deps: Deps): Promise<number | undefined>
}

export interface RetentionLimits {
  before: Date
  atOnce: number
}

/** A Prometheus gauge, read on a scrape. */
export interface GaugeMetric {
  /** Without the prefix that all have. */
  name: string
  help: string
  labelNames: readonly string[]
  read(deps: Deps, set: (labels: Record<string, string>, count: number) => void): Promise<void>
}

export interface Registry {
  readonly evaluators: Evaluators
  readonly events: readonly EventHandlers[]
  readonly listings: readonly ListingHandlers[]
  readonly mirrors: readonly MirrorHooks[]
  readonly syncs: readonly SyncHooks[]
  readonly arrivals: readonly ArrivalHook[]
  readonly pillars: readonly PillarHooks[]
  readonly actions: readonly ActionHooks[]
  /** By the source of the actions. */
  readonly patchOwners: ReadonlyMap<string, PatchOwner>
  readonly tables: readonly RepositoryTable[]
  readonly transfers: readonly TransferHooks[]
  readonly retention: readonly RetentionRule[]
  readonly gauges: readonly GaugeMetric[]
  readonly decisionFields: readonly DecisionField[]
  readonly gateCounts: readonly GateCounts[]
  readonly liveQueues: readonly LiveQueue[]
  readonly queuePriorities: readonly QueuePriority[]
  readonly untestedLandings: readonly UntestedLanding[]
  readonly testedCommits: readonly CommitTested[]
}
