// Puts the parts together and takes them apart again, in the order that loses nothing.

import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { buildApp } from './app.js'
import { type MadeSecrets, madeSecrets, takeDirectory } from './data-directory.js'
import type { Deps } from './deps.js'
import { keyRing } from './domain/keys.js'
import { format } from './formatter/index.js'
import { openHost } from './host/index.js'
import { jobs } from './jobs/index.js'
import { openQueue, type RunningQueue } from './jobs/queue.js'
import { openModel } from './model/index.js'
import { DATABASE_IMAGE, SERVICE_VERSION } from './paths.js'
import { hostStoreOf } from './services/host.js'
import { modelLedgerOf } from './services/model.js'
import { requestFleet } from './services/sync/request.js'
import { requestVerification } from './services/verification.js'
import type { Settings } from './settings.js'
import type { Database } from './store/database.js'
import { openEmbedded } from './store/embedded.js'
import { migrate } from './store/migrate.js'
import { openPostgres } from './store/postgres.js'

export interface Service {
  /** Where it listens; nothing for a worker. */
  address: string | undefined
  secrets: MadeSecrets | undefined
  stop(): Promise<void>
}

/** For requests that run and then for jobs that run; what is not done by then is cut off. */
const STOP_WITHIN_MS = 8_000

type Undo = ((msLeft: number) => Promise<void> | void)[]

export async function startService(settings: Settings, log: FastifyBaseLogger): Promise<Service> {
  const undo: Undo = []
  const stop = async () => {
    const endsAt = performance.now() + STOP_WITHIN_MS
    for (const step of undo.splice(0).reverse()) await step(Math.max(0, endsAt - performance.now()))
  }
  let secrets: MadeSecrets | undefined
  try {
    secrets = prepareDirectory(settings, undo)
    const database = await openDatabase(settings)
    undo.push(() => database.close())
    await migrate(database)
    const queue = await openQueue({
      database,
      jobs,
      keeper: settings.role !== 'web',
      onError: (error) => log.error({ err: error }, 'the job queue reports an error')
    })
    const deps = await depsOf({ settings, secrets, database, queue, log })
    undo.push(() => deps.host.client.flush())
    undo.push((msLeft) => queue.drain(msLeft))
    const address = settings.role === 'worker' ? undefined : await listen(deps, settings, undo)
    // Last, so that no job is begun by a process that then cannot start.
    if (settings.role !== 'web') {
      await queue.work(deps)
      await deps.transaction(async (tx) => {
        await requestFleet(deps, tx)
        await requestVerification(deps, tx)
      })
    }
    return { address, secrets, stop }
  } catch (error) {
    // Nobody has seen them: the next start makes new ones, and shows them.
    if (secrets?.isNew) rmSync(secrets.file, { force: true })
    await stop()
    throw error
  }
}

function prepareDirectory(settings: Settings, undo: Undo): MadeSecrets | undefined {
  if (settings.databaseUrl !== undefined) return undefined
  undo.push(takeDirectory(settings.dataDir))
  const isComplete = settings.apiKeys.length > 0 && settings.sessionSecret !== undefined
  return isComplete ? undefined : madeSecrets(settings.dataDir)
}

function openDatabase({ databaseUrl, dataDir }: Settings): Promise<Database> | Database {
  if (databaseUrl !== undefined) return openPostgres(databaseUrl)
  const image = existsSync(DATABASE_IMAGE) ? { image: DATABASE_IMAGE } : {}
  return openEmbedded({ directory: join(dataDir, 'database'), ...image })
}

interface Parts {
  settings: Settings
  secrets: MadeSecrets | undefined
  database: Database
  queue: RunningQueue
  log: FastifyBaseLogger
}

async function depsOf({ settings, secrets, database, queue, log }: Parts): Promise<Deps> {
  const sessionSecret = settings.sessionSecret ?? secrets?.sessionSecret ?? ''
  const keys = settings.apiKeys.length > 0 ? settings.apiKeys : [{ label: 'api', key: secrets?.apiKey ?? '' }]
  const now = () => new Date()
  const { apiUrl, credential } = settings.host
  const store = hostStoreOf({ transaction: database.transaction, now })
  // What calls the host takes a while to load and memory to keep: only where there is somebody to call as.
  const client =
    credential && (await import('./host/client.js')).openClient({ apiUrl, credential, store, log, now })
  return {
    db: database.db,
    transaction: database.transaction,
    commits: database.commits,
    listen: database.listen,
    queue,
    host: openHost(settings.webhookSecrets, client),
    format,
    model:
      settings.model &&
      openModel({
        settings: settings.model,
        ledger: modelLedgerOf({ transaction: database.transaction, now }),
        now
      }),
    keys: keyRing(keys, sessionSecret),
    sessionSecret,
    exports: { directory: settings.dataDir, key: settings.auditExportKey ?? secrets?.auditExportKey },
    rateLimit: settings.rateLimit,
    trustProxy: settings.trustProxy,
    production: settings.production,
    version: SERVICE_VERSION,
    gitSha: settings.gitSha,
    log,
    now
  }
}

async function listen(deps: Deps, settings: Settings, undo: Undo): Promise<string> {
  const app: FastifyInstance = await buildApp(deps)
  undo.push(async (msLeft) => {
    const timer = setTimeout(() => app.server.closeAllConnections(), msLeft)
    await app.close()
    clearTimeout(timer)
  })
  return app.listen({ port: settings.port, host: settings.listenAddress })
}
