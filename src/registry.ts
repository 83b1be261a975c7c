// What the capabilities have registered. A lower capability asks whoever is registered and knows no higher one by name.

import type { Tally } from '#domain/counters/tally.js'
import type { Evaluators } from '#domain/decisions/versions.js'
import type { HostEvent } from '#domain/host/events.js'
import type { TriageTarget } from '#schemas/triage/words.js'
import type { ActionStop } from '#services/actions/policy-check.js'
import type { ResolvedConfig } from '#services/configuration/resolve.js'
import type { DeliveryContext } from '#services/deliveries/handle.js'
import type { PatchOwner } from '#services/patches/propose.js'
import type { ActionRow } from '#store/actions/actions.js'
import type { TalliedTx } from '#store/counters/tallies.js'
import type { MirroredPart } from '#store/mirror/sync-walks.js'
import type { RepositoryPair, RepositoryTable } from '#store/sql/repository-table.js'
import type { Deps, HostParts, RepositoryAccess, Tx } from './deps.js'

type EventOf<Kind extends HostEvent['kind']> = Extract<HostEvent, { kind: Kind }>

/** What a capability does about events of the host, in the transaction that settles their delivery. */
export type EventHandlers = {
  readonly [Kind in HostEvent['kind']]?: (receipt: DeliveryContext, event: EventOf<Kind>) => Promise<void>
}

/** Events that pillars work on. */
export type WorkEvent = EventOf<'issue' | 'pull-request'>

/** An issue or pull request that a sync has found and no event has told of. */
export interface MissedTarget {
  repoId: number
  targetType: TriageTarget
  number: number
  hostId: number
}

/** Works on issues and pull requests, unless a rule of the repository says `skip`. */
export interface PillarHooks {
  /** Each pillar knows which events are its own. */
  request(deps: Deps, tx: Tx, event: WorkEvent): Promise<void>
  requestMissed(deps: Deps, tx: Tx, target: MissedTarget): Promise<void>
}

export interface ListedItems<Item> {
  repoId: number
  items: readonly Item[]
  /** Ids of those that are new to the mirror, or were otherwise in it. */
  changed: readonly number[]
  /** Ids of what the host no longer has. */
  gone: readonly number[]
  /** Whether the mirror has equalled the host before: what is new since then has happened since then. */
  wasEqual: boolean
}

/** What a capability does about items of a listing and what it no longer has, in the transaction that mirrors that. */
export type ListingHandlers = {
  readonly [Part in MirroredPart]?: (
    deps: Deps,
    tx: Tx,
    listed: ListedItems<HostParts[Part]>
  ) => Promise<void>
}

/** What a capability does along with the sync of a repository, in its transactions. */
export interface SyncHooks {
  /** Somebody wants to see what the host has now. */
  requested?(deps: Deps, tx: Tx, repoId: number): Promise<void>
  /** The lists were read, or could not be. */
  ended?(deps: Deps, tx: Tx, repoId: number): Promise<void>
}

/** What a capability knows of managed actions that the engine does not. */
export interface ActionHooks {
  /** Asked right before an action is carried out: why it must not be. */
  stopOf?(deps: Deps, waiting: PendingAction): Promise<ActionStop | undefined>
  /** In the transaction that has an action tried again: for how many seconds the further try has to wait. */
  beforeRetry?(deps: Deps, tx: Tx, retry: { parent: ActionRow; actor: string }): Promise<number>
}

export interface PendingAction {
  row: ActionRow
  place: RepositoryAccess
  config: ResolvedConfig
}

/** What a capability does when one repository takes the place of another; both are held. */
export interface TransferHooks {
  /** Ends what both have under way, before rows move. */
  endClashing?(tx: Tx, pair: RepositoryPair, at: Date): Promise<void>
  /** Called before references to clashing rows change; what it returns is called after, and says what counts differently. */
  adjustTallies?(tx: TalliedTx, pair: RepositoryPair, at: Date): Promise<() => Promise<Tally[]>>
  /** Gives the sums of the orphan to the other. */
  moveSums?(tx: Tx, pair: RepositoryPair): Promise<void>
}

/** What is dropped once it has been kept long enough. */
export interface RetentionRule {
  retentionMs: number
  /** Rows of one transaction; one that changed so many is followed by another. */
  atOnce: number
  /** Nothing where all of it is dropped at once. */
  drop(tx: Tx, limits: RetentionLimits, deps: Deps): Promise<number | undefined>
}

export interface RetentionLimits {
  before: Date
  atOnce: number
}

/** A gauge of the Prometheus format, read when it is asked for. */
export interface GaugeMetric {
  name: string
  help: string
  labelNames: readonly string[]
  read(deps: Deps, set: (labels: Record<string, string>, count: number) => void): Promise<void>
}

export interface Registry {
  readonly evaluators: Evaluators
  readonly events: readonly EventHandlers[]
  readonly listings: readonly ListingHandlers[]
  readonly syncs: readonly SyncHooks[]
  readonly pillars: readonly PillarHooks[]
  readonly actions: readonly ActionHooks[]
  /** By the source of their actions. */
  readonly patchOwners: ReadonlyMap<string, PatchOwner>
  readonly tables: readonly RepositoryTable[]
  readonly transfers: readonly TransferHooks[]
  readonly retention: readonly RetentionRule[]
  readonly metrics: readonly GaugeMetric[]
}
