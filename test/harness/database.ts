// Lends prepared databases to tests, embedded or on a server. A returned database is restored and lent again, because
// creating one costs many times as much.
import { DATABASE_IMAGE, MIGRATIONS_FOLDER } from '#paths.js'
import { embeddedOn, openPglite } from '#store/embedded/embedded.js'
import type { Database } from '#store/sql/database.js'
import { openPostgres } from '#store/sql/postgres.js'
import { type Contents, readContents, restoreContents } from '../lanes/contents.js'
import { root } from '../lanes/tap.js'
import { checkBuilt } from './built.js'
import { wrongSums } from './recount.js'
import { newDatabase, SERVER, TEMPLATE } from './server.js'

export interface TestDatabase {
  database: Database
  /** The URL for a second process; only on a server. */
  url: string | undefined
  /** Returns the database. All counters must equal those recounted from the rows. */
  drop(): Promise<void>
  /** For a test that writes wrong counters, or rows without counters; states why. */
  leaveWrongSums(reason: string): void
}

/** A database that lives as long as the process and is lent to one test at a time. */
interface PooledDatabase {
  lend(): { database: Database; url: string | undefined; end: () => Promise<void> }
  /** Works on the database beside the test that has it. */
  execute: Database['execute']
  db: Database['db']
  discard(): Promise<void>
}

const RESTORE_TIMEOUT_MS = 20_000
const idle: PooledDatabase[] = []
let contents: Contents | undefined
root.teardown(async () => {
  for (const database of idle.splice(0)) await database.discard()
})

export async function openTestDatabase(): Promise<TestDatabase> {
  const pooled =
    idle.pop() ?? (await (SERVER === undefined ? openPooledEmbedded() : openPooledServed(SERVER)))
  contents ??= await readContents(pooled.execute)
  const { database, url, end } = pooled.lend()
  let isDropped = false
  let mayBeWrong = false
  return {
    database,
    url,
    leaveWrongSums() {
      mayBeWrong = true
    },
    async drop() {
      if (isDropped) return
      isDropped = true
      await end()
      const { isRestored, wrong } = await restoreOnReturn(pooled)
      if (isRestored) idle.push(pooled)
      else await pooled.discard()
      if (wrong.length > 0 && !mayBeWrong) await refuse(wrong)
    }
  }
}

/** An error in a teardown skips the following ones, so nothing may be left that keeps the process alive. */
async function refuse(wrong: readonly string[]): Promise<never> {
  for (const database of idle.splice(0)) await database.discard()
  throw new Error(`Sums are wrong:\n${wrong.join('\n')}`)
}

interface ReturnResult {
  isRestored: boolean
  /** Wrong counters. */
  wrong: string[]
}

/** If a statement of an earlier test never ends, its database is discarded. */
async function restoreOnReturn({ execute, db }: PooledDatabase): Promise<ReturnResult> {
  const wrong: string[] = []
  const look = async (changed: readonly string[]) => {
    const found = await wrongSums(db, changed).catch((error: unknown) => [`not counted: ${error}`])
    wrong.push(...found)
  }
  if (!contents) return { isRestored: false, wrong }
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), RESTORE_TIMEOUT_MS)
  })
  try {
    return { isRestored: await Promise.race([restoreContents(execute, contents, look), tooLong]), wrong }
  } catch {
    // A database that its test has broken is discarded.
    return { isRestored: false, wrong }
  } finally {
    clearTimeout(timer)
  }
}

async function openPooledEmbedded(): Promise<PooledDatabase> {
  checkBuilt(DATABASE_IMAGE, [MIGRATIONS_FOLDER])
  const client = await openPglite({ image: DATABASE_IMAGE })
  const { execute, db } = embeddedOn(client)
  return {
    execute,
    db,
    lend() {
      const { lent, end } = lendClient(client)
      return { database: { ...embeddedOn(lent), close: end }, url: undefined, end }
    },
    discard: () => client.close()
  }
}

type Client = Awaited<ReturnType<typeof openPglite>>

/** Lends the client until it is returned; from then on it refuses calls like a closed one. */
function lendClient(client: Client): { lent: Client; end: () => Promise<void> } {
  const unlisten: (() => Promise<void>)[] = []
  let isOver = false
  const lent = new Proxy(client, {
    get(target, name) {
      if (isOver) throw new Error('This database is closed')
      if (name === 'listen')
        return async (...given: Parameters<Client['listen']>) => {
          const stop = await target.listen(...given)
          unlisten.push(stop)
          return stop
        }
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    }
  })
  async function end() {
    if (isOver) return
    isOver = true
    for (const stop of unlisten) await stop()
  }
  return { lent, end }
}

/** Terminates connections that a test left open. */
const END_OTHERS = `select pg_terminate_backend(pid, 5000) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`

async function openPooledServed(server: string): Promise<PooledDatabase> {
  const { url, drop } = await newDatabase(server, { template: TEMPLATE })
  const admin = openPostgres(url)
  return {
    execute: admin.execute,
    db: admin.db,
    lend() {
      const database = openPostgres(url)
      async function end() {
        await database.close()
        await admin.execute(END_OTHERS, [])
      }
      return { database, url, end }
    },
    async discard() {
      await admin.close()
      await drop()
    }
  }
}
