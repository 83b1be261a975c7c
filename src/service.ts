// Starts the parts of the service, and stops them in reverse order, so that nothing is lost.

import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { jobs, registry } from '#capabilities/index.js'
import { openDiagnosis } from '#diagnosis/index.js'
import { keyRing } from '#domain/accounts/keys.js'
import type { ConnectionStore } from '#domain/operation/connection.js'
import { format } from '#formatter/index.js'
import { openHost } from '#host/index.js'
import { openMessenger } from '#messenger/index.js'
import { openModel } from '#model/index.js'
import { openAdvisorySource } from '#osv/index.js'
import { openQueue, type RunningQueue } from '#queue/engine.js'
import { openPackageRegistries } from '#registries/index.js'
import { openPageMemory } from '#runtime/page-memory.js'
import { requestVerification } from '#services/actions/verify.js'
import { warnOfSeal } from '#services/audit/anchors.js'
import { requestImport } from '#services/dependencies/import-requests.js'
import { createHostStore } from '#services/host/usage.js'
import { requestFleetSync } from '#services/mirror/sync/request.js'
import { createModelLedger } from '#services/model/ledger.js'
import type { Settings } from '#settings/settings.js'
import { diskAt, withWarnings } from '#store/disk.js'
import type { OnFatal } from '#store/embedded/fatal.js'
import { loggedTransaction } from '#store/sql/commit-log.js'
import type { Database } from '#store/sql/database.js'
import { type MigrateOptions, migrate } from '#store/sql/migrate.js'
import { buildApp } from './app.js'
import { lockDataDirectory } from './data-directory.js'
import type { Deps, ExportSettings } from './deps.js'
import { dropGeneratedSecrets, type GeneratedSecrets, loadOrCreateSecrets } from './generated-secrets.js'
import { databaseIn, openDatabase } from './open-database.js'
import { SERVICE_VERSION } from './paths.js'
import { storeConnection, storedConnection } from './stored-connection.js'

export interface Service {
  /** The URL of the server; undefined for a worker. */
  address: string | undefined
  secrets: GeneratedSecrets | undefined
  queue: RunningQueue
  stop(): Promise<void>
}

/** The grace period for requests and jobs in progress; afterwards they are cut off. */
const STOP_WITHIN_MS = 8_000

type ShutdownSteps = ((msLeft: number) => Promise<void> | void)[]

/** `onFatal` is called when the database fails beyond recovery. */
export async function startService(
  settings: Settings,
  log: FastifyBaseLogger,
  onFatal: OnFatal,
  migration: MigrateOptions = {}
): Promise<Service> {
  const undo: ShutdownSteps = []
  const stop = async () => {
    const endsAt = performance.now() + STOP_WITHIN_MS
    for (const step of undo.splice(0).reverse()) await step(Math.max(0, endsAt - performance.now()))
  }
  let secrets: GeneratedSecrets | undefined
  try {
    secrets = prepareDirectory(settings, undo)
    const database = await openDatabase(settings, log, onFatal)
    undo.push(() => database.close())
    await migrate(database, migration)
    const queue = await openQueue({
      database,
      jobs,
      supervises: settings.role !== 'web',
      onError: (error) => log.error({ err: error }, 'Job queue error')
    })
    const deps = await buildDeps({ settings, secrets, database, queue, log })
    undo.push(() => deps.host.client.flush())
    undo.push((msLeft) => queue.drain(msLeft))
    await warnOfSeal(deps)
    const address = settings.role === 'worker' ? undefined : await listen(deps, settings, undo)
    // Last, so that no job runs in a process that fails to start.
    if (settings.role !== 'web') {
      await queue.work(deps)
      await deps.transaction(async (tx) => {
        await requestFleetSync(deps, tx)
        await requestVerification(deps, tx)
        await requestImport(deps, tx)
      })
    }
    return { address, secrets, queue, stop }
  } catch (error) {
    // The new secrets were never printed, so the next start must generate and print new ones.
    if (secrets?.isNew) dropGeneratedSecrets(settings.dataDir)
    await stop()
    throw error
  }
}

function prepareDirectory(settings: Settings, undo: ShutdownSteps): GeneratedSecrets | undefined {
  if (settings.databaseUrl !== undefined) return undefined
  undo.push(lockDataDirectory(settings.dataDir))
  const isComplete = settings.apiKeys.length > 0 && settings.sessionSecret !== undefined
  return isComplete ? undefined : loadOrCreateSecrets(settings.dataDir)
}

interface ServiceParts {
  settings: Settings
  secrets: GeneratedSecrets | undefined
  database: Database
  queue: RunningQueue
  log: FastifyBaseLogger
}

async function buildDeps({ settings, secrets, database, queue, log }: ServiceParts): Promise<Deps> {
  const sessionSecret = settings.sessionSecret ?? secrets?.sessionSecret ?? ''
  const keys = settings.apiKeys.length > 0 ? settings.apiKeys : [{ label: 'api', key: secrets?.apiKey ?? '' }]
  const now = () => new Date()
  const { apiUrl, credential, limits = {} } = settings.host
  const store = createHostStore({ transaction: database.transaction, now })
  // Octokit is slow to load and large, so it is loaded only with a credential.
  const client =
    credential &&
    (await import('#host/api/client.js')).openHostClient({ apiUrl, credential, store, log, now, limits })
  return {
    db: database.db,
    transaction: loggedTransaction(database.transaction, log),
    commits: database.commits,
    listen: database.listen,
    revisions: database.revisions,
    pageMemory: openPageMemory(settings.pageMemoryBytes),
    queue,
    registry,
    host: openHost(settings.webhookSecrets, client, apiUrl),
    connection: { apiUrl, ...settings.connection, store: connectionStoreOf(settings) },
    diagnose: openDiagnosis({
      budgetMs: settings.logCpuSeconds * 1000,
      onLost: (why) => log.warn({ why }, 'CI log could not be read')
    }),
    format,
    model:
      settings.model &&
      openModel({
        settings: settings.model,
        ledger: createModelLedger({ transaction: database.transaction, now }),
        now
      }),
    postMessage: openMessenger(),
    advisorySource: settings.osvSource === undefined ? undefined : openAdvisorySource(settings.osvSource),
    packageRegistries: openPackageRegistries(settings.packageRegistries),
    keys: keyRing(keys, sessionSecret),
    sessionSecret,
    exports: exportsOf(settings, secrets),
    rateLimit: settings.rateLimit,
    disk:
      settings.databaseUrl === undefined && !settings.isDemo
        ? withWarnings(diskAt(databaseIn(settings.dataDir), settings.diskReserveBytes), log)
        : undefined,
    trustProxy: settings.trustProxy,
    production: settings.production,
    isDemo: settings.isDemo ?? false,
    version: SERVICE_VERSION,
    gitSha: settings.gitSha,
    log,
    now
  }
}

function exportsOf(
  { dataDir, auditExport }: Settings,
  secrets: GeneratedSecrets | undefined
): ExportSettings {
  const { key = secrets?.auditExportKey, formerKeys, signedSince } = auditExport
  return { directory: dataDir, key, formerKeys, signedSince }
}

/** With a server the service keeps no secrets: several machines may share it. */
function connectionStoreOf({ databaseUrl, dataDir }: Settings): ConnectionStore | undefined {
  if (databaseUrl !== undefined) return undefined
  return {
    isStored: () => storedConnection(dataDir) !== undefined,
    store: (connection) => storeConnection(dataDir, connection)
  }
}

async function listen(deps: Deps, settings: Settings, undo: ShutdownSteps): Promise<string> {
  const app: FastifyInstance = await buildApp(deps)
  undo.push(async (msLeft) => {
    const timer = setTimeout(() => app.server.closeAllConnections(), msLeft)
    await app.close()
    clearTimeout(timer)
  })
  return app.listen({ port: settings.port, host: settings.listenAddress })
}
