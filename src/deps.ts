// Everything the service is given. `main.ts` makes the real one, tests make theirs.
import type { FastifyBaseLogger } from 'fastify'
import type { DiagnoseLog } from '#diagnosis/index.js'
import type { KeyRing } from '#domain/accounts/keys.js'
import type {
  DeliverySubject,
  HostEvent,
  PayloadField,
  RepositoryIdentity,
  RuleEvent
} from '#domain/host/events.js'
import type { HostMember } from '#domain/host/items.js'
import type { Format } from '#formatter/index.js'
import type { CallOptions, HostClient, ReadOptions } from '#host/api/client.js'
import type { SignatureVerifier } from '#host/api/signature.js'
import type { Effects } from '#host/effects/index.js'
import type { PullHead } from '#host/resources/changed-files.js'
import type { LoggedDelivery } from '#host/resources/delivery-log.js'
import type { ConfigFileResult, ConfigFileSource, KnownConfigFile } from '#host/resources/files.js'
import type { ListedInstallation } from '#host/resources/installations.js'
import type { FailedJob, RunAttempt } from '#host/resources/job-logs.js'
import type { HostParts, ListedPage, ListingRequest, RepositoryAccess } from '#host/resources/listings.js'
import type { PullMerge } from '#host/resources/releases.js'
import type { CommitFacts } from '#host/resources/run-facts.js'
import type { SourceTree } from '#host/resources/sources.js'
import type { Model } from '#model/index.js'
import type { JsonObject, RepoParams } from '#schemas/common.js'
import type { JobState } from '#schemas/deliveries/deliveries.js'
import type { Part } from '#schemas/host/words.js'
import type { Disk } from '#store/disk.js'
import type { Database, Db, Transaction, Tx } from '#store/sql/database.js'
import type { Registry } from './registry.js'

export type { HostStore } from '#host/api/budget-tracker.js'
export type { EffectCheck, EffectOrder, EffectResult, EffectState } from '#host/effects/index.js'
export type { LoggedDelivery } from '#host/resources/delivery-log.js'
export type { ListedInstallation } from '#host/resources/installations.js'
export type { FailedJob } from '#host/resources/job-logs.js'
export type { HostParts, ListedPage, RepositoryAccess } from '#host/resources/listings.js'
export type { TokenBudget } from '#model/index.js'
export type { Db, Tx } from '#store/sql/database.js'

/** The payload of every job, by name: each capability adds those of its own where it defines the jobs. */
export interface JobPayloads extends Record<never, object> {}

export type NoPayload = Record<never, never>
export type JobName = keyof JobPayloads
export type JobPayload<Name extends JobName> = JobPayloads[Name]

export interface NewJob<Name extends JobName> {
  payload: JobPayload<Name>
  id?: string
  /** Jobs of one key never wait twice: the second is dropped while the first has not begun. */
  singletonKey?: string
  startAfterSeconds?: number
}

/** Adds jobs in the caller's transaction: they exist exactly if it commits. */
export type Enqueue = <Name extends JobName>(
  tx: Tx,
  name: Name,
  jobs: readonly NewJob<Name>[]
) => Promise<void>

export interface JobRecord {
  name: string
  state: JobState
  attempts: number
  error: string | null
}

export interface Queue {
  readonly enqueue: Enqueue
  /** Has these jobs begin, where they wait for others. */
  resume(name: JobName, ids: readonly string[]): Promise<void>
  /** A job by its id, as long as it is kept. */
  findJob(name: JobName, id: string): Promise<JobRecord | undefined>
  /** How many jobs are in each state, by name. */
  counts(): Promise<{ name: string; state: string; count: number }[]>
  isAlive(): Promise<boolean>
}

/** What the service needs of the hosting platform. */
export interface Host {
  /** Undefined while no webhook secret is configured. */
  readonly verify: SignatureVerifier | undefined
  deliverySubjectOf(payload: JsonObject): DeliverySubject
  eventOf(name: string, payload: JsonObject): HostEvent | undefined
  /** What it states that cannot be believed unseen. */
  claimsOf(name: string, payload: JsonObject): PayloadField[]
  /** What exactly happened to an issue or a pull request. */
  ruleEventOf(name: string, payload: JsonObject): RuleEvent | undefined
  /** Every call of it fails with `host_not_configured` while there is no credential. */
  readonly client: HostClient
  /** The login under which the service itself acts; nothing where it has no credential. */
  ownLogin(): Promise<string | undefined>
  /** What managed actions do there. */
  readonly effects: Effects
  /** Page by page, as the host lists them. */
  listInstallations(priority: CallOptions['priority']): AsyncIterable<ListedInstallation[]>
  listRepositories(options: CallOptions): AsyncIterable<RepositoryIdentity[]>
  listMembers(login: string, options: CallOptions): AsyncIterable<HostMember[]>
  listItems<One extends Part>(part: One, listing: ListingRequest): AsyncIterable<ListedPage<HostParts[One]>>
  /** One thing as it is now; nothing where the host says that it has none. */
  fetchItem<One extends Part>(
    part: One,
    place: RepositoryAccess,
    id: number
  ): Promise<HostParts[One] | undefined>
  /** All files that a pull request changes at this head; nothing where that cannot be told. */
  changedFiles(place: RepositoryAccess, head: PullHead): Promise<string[] | undefined>
  /** The jobs that failed in an attempt of a run, as many as are wanted; none where a later one has begun. */
  failedJobs(place: RepositoryAccess, run: RunAttempt, most: number): Promise<FailedJob[]>
  /** What a job has printed, piece by piece. */
  jobLog(place: RepositoryAccess, jobId: number): AsyncIterable<string>
  /** What was sent to the App, the last first. */
  deliveryLog(): AsyncIterable<LoggedDelivery[]>
  loggedPayload(logId: number): Promise<JsonObject | undefined>
  fetchRepositoryById(id: number, options: CallOptions): Promise<RepositoryIdentity | undefined>
  /** The repository that has this name now, also under a new one; nothing where the host has none of it. */
  fetchRepository(name: RepoParams, options: ReadOptions): Promise<RepositoryIdentity | undefined>
  /** The configuration file of a repository, unless it is still the one that is known. */
  configFile(place: ConfigFileSource, known: KnownConfigFile): Promise<ConfigFileResult>
  /** The path of the workflow that a run is of. */
  workflowPath(place: RepositoryAccess, runId: number): Promise<string | undefined>
  commitFacts(place: RepositoryAccess, sha: string): Promise<CommitFacts | undefined>
  /** The commit at which a branch stands; nothing where there is none. */
  branchTip(place: RepositoryAccess, branch: string): Promise<string | undefined>
  /** How a pull request was merged; nothing where it was not. */
  fetchPullMerge(place: RepositoryAccess, number: number): Promise<PullMerge | undefined>
  /** Whether the history of a tag holds a commit. */
  isInTag(place: RepositoryAccess, asked: { tag: string; sha: string }): Promise<boolean>
  /** The files of a commit. */
  fetchSourceTree(place: RepositoryAccess, commit: string): Promise<SourceTree>
  /** What a file holds, by the name of its content; nothing where that is no text. */
  sourceText(place: RepositoryAccess, sha: string): Promise<string | undefined>
}

export interface RateLimit {
  max: number
  windowSeconds: number
}

/** Where files of evidence go, and what they are signed with. */
export interface ExportSettings {
  /** The data directory. */
  directory: string
  /** Undefined where files are not signed. */
  key: string | undefined
  /** They only verify what they signed once. */
  formerKeys: readonly string[]
  /** Exports of earlier days need no signature that can be verified. */
  signedSince: string | undefined
}

export interface Deps {
  readonly db: Db
  readonly transaction: Transaction
  readonly commits: Database['commits']
  readonly listen: Database['listen']
  readonly queue: Queue
  /** What the capabilities have registered. */
  readonly registry: Registry
  readonly host: Host
  /** Says why a job failed, by what it has printed. */
  readonly diagnose: DiagnoseLog
  /** Lays out texts by Prettier. */
  readonly format: Format
  /** Undefined while no language model is configured. */
  readonly model: Model | undefined
  readonly keys: KeyRing
  readonly sessionSecret: string
  readonly exports: ExportSettings
  readonly rateLimit: RateLimit
  /** Undefined where the database is on a server of its own. */
  readonly disk: Disk | undefined
  readonly trustProxy: string[]
  readonly production: boolean
  readonly version: string
  readonly gitSha: string | null
  readonly log: FastifyBaseLogger
  readonly now: () => Date
}
