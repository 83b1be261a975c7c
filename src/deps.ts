// The dependencies of the service. `service.ts` builds the real ones, tests build their own.
import type { FastifyBaseLogger } from 'fastify'
import type { DiagnoseLog } from '#diagnosis/index.js'
import type { KeyRing } from '#domain/accounts/keys.js'
import type { FormerKey } from '#domain/audit/keys.js'
import type {
  DeliverySubject,
  HostEvent,
  IgnoredDelivery,
  PayloadField,
  RepositoryIdentity,
  RuleEvent
} from '#domain/host/events.js'
import type {
  HostLabel,
  HostMember,
  ListedBranch,
  LiveBranch,
  LiveItem,
  ProtectedBranch,
  RepositoryState
} from '#domain/host/items.js'
import type { CheckResult, HostReview, TreeCommit } from '#domain/host/merging.js'
import type { HostLinkSettings } from '#domain/operation/connection.js'
import type { Format } from '#formatter/index.js'
import type { CallOptions, HostClient, ReadOptions } from '#host/api/client.js'
import type { SignatureVerifier } from '#host/api/signature.js'
import type { ConnectionReads } from '#host/connection/index.js'
import type { Effects } from '#host/effects/index.js'
import type { HostPages } from '#host/pages.js'
import type { AccessQuestion } from '#host/resources/access-levels.js'
import type { BranchLookup } from '#host/resources/branches/branches.js'
import type { CommitFile, CommitFileQuery, ComparedFiles } from '#host/resources/commit-files.js'
import type { DeliveryLog } from '#host/resources/delivery-log.js'
import type { DependencyReads } from '#host/resources/dependencies/dependencies.js'
import type { ConfigFileResult, ConfigFileSource, KnownConfigFile } from '#host/resources/files.js'
import type { ListedInstallation } from '#host/resources/installations.js'
import type { ItemQuestion } from '#host/resources/item-state.js'
import type {
  HostParts,
  ListedPage,
  ListedPart,
  ListingRequest,
  RepositoryAccess
} from '#host/resources/listings.js'
import type { ChecksQuestion } from '#host/resources/merging/checks.js'
import type { LivePull } from '#host/resources/merging/pulls.js'
import type { CommitSpan } from '#host/resources/merging/spans.js'
import type { TreePair } from '#host/resources/merging/tree-differences.js'
import type { PullReads } from '#host/resources/pull-reads.js'
import type { PullMerge } from '#host/resources/releases.js'
import type { Artifacts } from '#host/resources/runs/artifacts.js'
import type { JobLogs } from '#host/resources/runs/job-logs.js'
import type { RunFacts } from '#host/resources/runs/run-facts.js'
import type { Sources } from '#host/resources/sources.js'
import type { PostMessage } from '#messenger/index.js'
import type { Model } from '#model/index.js'
import type { AdvisorySource } from '#osv/index.js'
import type { PackageRegistries } from '#registries/index.js'
import type { PageMemory } from '#runtime/page-memory.js'
import type { JsonObject, RepoParams } from '#schemas/common.js'
import type { JobState } from '#schemas/deliveries/deliveries.js'
import type { IgnoredReason } from '#schemas/host/enums.js'
import type { Disk } from '#store/disk.js'
import type { Revisions } from '#store/revisions/revisions.js'
import type { Database, Db, Transaction, Tx } from '#store/sql/database.js'
import type { Registry } from './registry.js'

export type { HostStore } from '#host/api/budget-tracker.js'
export type { EffectCheck, EffectOrder, EffectResult, EffectState } from '#host/effects/index.js'
export type { ListedChange } from '#host/resources/changed-files.js'
export type { LoggedDelivery } from '#host/resources/delivery-log.js'
export type { ListedInstallation } from '#host/resources/installations.js'
export type { HostParts, ListedPage, ListedPart, RepositoryAccess } from '#host/resources/listings.js'
export type { LivePull } from '#host/resources/merging/pulls.js'
export type { FailedJob } from '#host/resources/runs/job-logs.js'
export type { TokenBudget } from '#model/index.js'
export type { Db, Tx } from '#store/sql/database.js'

/** The payload of every job, by name. Each capability adds its own where it defines its jobs. */
export interface JobPayloads extends Record<never, object> {}

export type NoPayload = Record<never, never>
export type JobName = keyof JobPayloads
export type JobPayload<Name extends JobName> = JobPayloads[Name]

export interface NewJob<Name extends JobName> {
  payload: JobPayload<Name>
  id?: string
  /** At most one job per key waits: another one is dropped until the first has started. */
  singletonKey?: string
  startAfterSeconds?: number
}

/** Adds jobs in the caller's transaction, so they exist only if it commits. */
export type Enqueue = <Name extends JobName>(
  tx: Tx,
  name: Name,
  jobs: readonly NewJob<Name>[]
) => Promise<void>

/** A job that was asked for: a new one, or the same if it waits or runs. */
export interface RequestedJob {
  jobId: string
  deduplicated: boolean
}

export interface JobRecord {
  name: string
  state: JobState
  attempts: number
  error: string | null
}

/** The unfinished and the given-up jobs of one name. */
export interface JobBacklog {
  name: string
  /** Due, and not begun. */
  waiting: number
  /** Due later: retries, jobs that wait for others, and planned ones. */
  later: number
  running: number
  /** Given up within the last day. */
  failed: number
  /** When the oldest of those that run or wait was enqueued; null without any. */
  since: Date | null
  /** How long the one that waits longest has been due; null if none waits. */
  oldestWaitingMs: number | null
}

export interface Queue {
  readonly enqueue: Enqueue
  /** Adds a job in the caller's transaction, unless one of this name and key waits or runs already. */
  request<Name extends JobName>(
    tx: Tx,
    name: Name,
    job: { payload: JobPayload<Name>; singletonKey: string }
  ): Promise<RequestedJob>
  /** Starts jobs that wait for others. */
  resume(name: JobName, ids: readonly string[]): Promise<void>
  /** A job by its id, until the queue deletes it. */
  findJob(name: JobName, id: string): Promise<JobRecord | undefined>
  /** Job counts by name and state. */
  counts(): Promise<{ name: string; state: string; count: number }[]>
  /** Of these jobs, or of all. */
  backlogs(names?: readonly JobName[]): Promise<JobBacklog[]>
  isAlive(): Promise<boolean>
}

/** The hosting platform, as the service uses it. */
export interface Host extends JobLogs, PullReads, RunFacts, Sources {
  /** Undefined while no webhook secret is configured. */
  readonly verify: SignatureVerifier | undefined
  deliverySubjectOf(payload: JsonObject): DeliverySubject
  eventOf(name: string, payload: JsonObject): HostEvent | undefined
  /** Why a delivery had no event, told from what its row keeps. */
  ignoredReason(delivery: IgnoredDelivery): IgnoredReason
  /** Payload fields that must be validated before use. */
  claimsOf(name: string, payload: JsonObject): PayloadField[]
  /** The event as user-defined rules see it. */
  ruleEventOf(name: string, payload: JsonObject): RuleEvent | undefined
  /** Where people see what the service speaks of. */
  readonly pages: HostPages
  /** Every call fails with `host_not_configured` while no credential is set. */
  readonly client: HostClient
  /** The login under which the service acts; undefined without a credential. */
  ownLogin(): Promise<string | undefined>
  /** The effects of managed actions. */
  readonly effects: Effects
  /** Yields page by page. */
  listInstallations(priority: CallOptions['priority']): AsyncIterable<ListedInstallation[]>
  listRepositories(options: CallOptions): AsyncIterable<RepositoryIdentity[]>
  listMembers(login: string, options: CallOptions): AsyncIterable<HostMember[]>
  listItems<One extends ListedPart>(
    part: One,
    listing: ListingRequest
  ): AsyncIterable<ListedPage<HostParts[One]>>
  /** One item, bypassing the cache; undefined if the host has none. */
  fetchItem<One extends ListedPart>(
    part: One,
    access: RepositoryAccess,
    id: number
  ): Promise<HostParts[One] | undefined>
  /** An issue or a pull request as it is now; undefined if the host has none. */
  itemState(access: RepositoryAccess, question: ItemQuestion): Promise<LiveItem | undefined>
  /** What a person may do now: `admin`, `write`, `read` or `none`. */
  accessLevelOf(access: RepositoryAccess, question: AccessQuestion): Promise<string>
  /** All branches, page by page. */
  listBranches(access: RepositoryAccess): AsyncIterable<ListedBranch[]>
  /** A branch as it is now, with the pull request that it was the head of; undefined if it is gone. */
  branchState(access: RepositoryAccess, lookup: BranchLookup): Promise<LiveBranch | undefined>
  /** Branch by branch; it ends early only with an error. */
  protectedBranches(access: RepositoryAccess): AsyncIterable<ProtectedBranch>
  /** Undefined if there is no such branch. */
  findBranch(access: RepositoryAccess, name: string): Promise<ListedBranch | undefined>
  protectedBranch(access: RepositoryAccess, name: string): Promise<ProtectedBranch>
  /** All labels, bypassing the cache. */
  repositoryLabels(access: RepositoryAccess): Promise<HostLabel[]>
  /** What the repository itself shows of how it is set up, bypassing the cache. */
  repositoryState(access: RepositoryAccess): Promise<RepositoryState>
  outsideAdmins(access: RepositoryAccess): Promise<string[]>
  isWorkflowTokenReadOnly(access: RepositoryAccess): Promise<boolean>
  readonly artifacts: Artifacts
  readonly dependencies: DependencyReads
  readonly connection: ConnectionReads
  /** What the host sent to the App. */
  readonly deliveries: DeliveryLog
  fetchRepositoryById(id: number, options: CallOptions): Promise<RepositoryIdentity | undefined>
  /** The repository of this name, followed through renames; undefined if there is none. */
  fetchRepository(name: RepoParams, options: ReadOptions): Promise<RepositoryIdentity | undefined>
  /** The configuration file of a repository, unless it is unchanged. */
  configFile(source: ConfigFileSource, known: KnownConfigFile): Promise<ConfigFileResult>
  /** A file of a commit; undefined if the commit has no file of this path. */
  commitFile(access: RepositoryAccess, query: CommitFileQuery): Promise<CommitFile | undefined>
  /** The files that a commit changes since it left another; undefined if the host cannot compare them. */
  comparedFiles(
    access: RepositoryAccess,
    span: { base: string; head: string }
  ): Promise<ComparedFiles | undefined>
  /** A pull request as it is now; undefined if there is none. */
  livePull(access: RepositoryAccess, number: number): Promise<LivePull | undefined>
  /** Its decisive reviews, oldest first. */
  pullReviews(access: RepositoryAccess, number: number): Promise<HostReview[]>
  /** The latest results of the checks on a commit, bypassing the cache. */
  checkResults(access: RepositoryAccess, question: ChecksQuestion): Promise<CheckResult[]>
  /** The commits that `head` has and `base` lacks; undefined if the host cannot compare them. */
  commitsBetween(access: RepositoryAccess, span: CommitSpan): Promise<string[] | undefined>
  /** The commits that a commit was made from; none if the host has no such commit. */
  commitParents(access: RepositoryAccess, sha: string): Promise<string[]>
  /** The paths of files that differ between two trees; undefined if it takes too much to tell. */
  differingPaths(access: RepositoryAccess, trees: TreePair): Promise<string[] | undefined>
  /** What a branch holds now; undefined if there is no such branch. */
  branchCommit(access: RepositoryAccess, branch: string): Promise<TreeCommit | undefined>
  /** The merge of a pull request; undefined if it was not merged. */
  fetchPullMerge(access: RepositoryAccess, number: number): Promise<PullMerge | undefined>
  /** Whether a commit is an ancestor of a tag. */
  isInTag(access: RepositoryAccess, commit: { tag: string; sha: string }): Promise<boolean>
}

export interface RateLimit {
  max: number
  windowSeconds: number
}

/** Where audit exports are written, and the keys that sign them. */
export interface ExportSettings {
  /** The data directory. */
  directory: string
  /** Undefined if exports are not signed. */
  key: string | undefined
  /** Earlier keys, which only verify, up to their last day. */
  formerKeys: readonly FormerKey[]
  /** Exports of earlier days need no verifiable signature. */
  signedSince: string | undefined
}

export interface Deps {
  readonly db: Db
  readonly transaction: Transaction
  readonly commits: Database['commits']
  readonly listen: Database['listen']
  readonly revisions: Revisions
  /** Undefined if no page is kept. */
  readonly pageMemory: PageMemory | undefined
  readonly queue: Queue
  /** The hooks and tables that the capabilities register. */
  readonly registry: Registry
  readonly host: Host
  readonly connection: HostLinkSettings
  /** Diagnoses a failed job by its log. */
  readonly diagnose: DiagnoseLog
  /** Formats texts with Prettier. */
  readonly format: Format
  /** Undefined while no language model is configured. */
  readonly model: Model | undefined
  /** Posts to the webhooks of chats. */
  readonly postMessage: PostMessage
  /** Undefined while no copy of the OSV database is configured. */
  readonly advisorySource: AdvisorySource | undefined
  /** What may be asked about packages: nothing, unless the setting says so. */
  readonly packageRegistries: PackageRegistries
  readonly keys: KeyRing
  readonly sessionSecret: string
  readonly exports: ExportSettings
  readonly rateLimit: RateLimit
  /** Undefined where the embedded database does not lie on one. */
  readonly disk: Disk | undefined
  readonly trustProxy: string[]
  readonly production: boolean
  /** Whether the host is emulated, which the pages then say. */
  readonly isDemo: boolean
  readonly version: string
  readonly gitSha: string | null
  readonly log: FastifyBaseLogger
  readonly now: () => Date
}
