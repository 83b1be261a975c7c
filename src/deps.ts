// Everything the service is given. `main.ts` makes the real one, tests make theirs.
import type { FastifyBaseLogger } from 'fastify'
import type { JsonObject, RepoParams } from '../schemas/common.js'
import type {
  DeliverySubject,
  HostEvent,
  InstallationIdentity,
  RepositoryIdentity
} from '../schemas/events.js'
import type { JobName, JobPayload, JobState } from '../schemas/jobs.js'
import type { KeyRing } from './domain/keys.js'
import type { CallOptions, HostClient, ReadOptions } from './host/client.js'
import type { Verifier } from './host/signature.js'
import type { Database, Db, Transaction, Tx } from './store/database.js'

export type { HostStore } from './host/ledger.js'
export type { Db, Tx } from './store/database.js'

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
  /** A job by its id, as long as it is kept. */
  jobNamed(name: JobName, id: string): Promise<JobRecord | undefined>
  /** How many jobs are in each state, by name. */
  counts(): Promise<{ name: string; state: string; count: number }[]>
  isAlive(): Promise<boolean>
}

/** What the service needs of the hosting platform. */
export interface Host {
  /** Undefined while no webhook secret is configured. */
  readonly verify: Verifier | undefined
  subjectOf(payload: JsonObject): DeliverySubject
  eventOf(name: string, payload: JsonObject): HostEvent | undefined
  /** Every call of it fails with `host_not_configured` while there is no credential. */
  readonly client: HostClient
  /** Page by page, as the host lists them. */
  installations(priority: CallOptions['priority']): AsyncIterable<InstallationIdentity[]>
  repositoriesOf(options: CallOptions): AsyncIterable<RepositoryIdentity[]>
  /** The repository that has this name now, also under a new one; nothing where the host has none of it. */
  repositoryCalled(name: RepoParams, options: ReadOptions): Promise<RepositoryIdentity | undefined>
}

export interface RateLimit {
  max: number
  windowSeconds: number
}

export interface Deps {
  readonly db: Db
  readonly transaction: Transaction
  readonly listen: Database['listen']
  readonly queue: Queue
  readonly host: Host
  readonly keys: KeyRing
  readonly sessionSecret: string
  readonly rateLimit: RateLimit
  readonly trustProxy: string[]
  readonly production: boolean
  readonly version: string
  readonly gitSha: string | null
  readonly log: FastifyBaseLogger
  readonly now: () => Date
}
