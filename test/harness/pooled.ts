// Databases that live as long as the process, each lent to one test at a time. What makes one slow to begin with is kept
// from test to test: the embedded database itself, and the connections to a server with the plans of their statements.
import { DATABASE_IMAGE, MIGRATIONS_FOLDER } from '#paths.js'
import { embeddedOn, openPglite } from '#store/embedded/embedded.js'
import type { Database } from '#store/sql/database.js'
import { openPostgres } from '#store/sql/postgres.js'
import { checkBuilt } from './built.js'
import { newDatabase, TEMPLATE } from './server.js'

export interface PooledDatabase {
  lend(): { database: Database; url: string | undefined; end: () => Promise<void> }
  /** Works on the database beside the test that has it. */
  execute: Database['execute']
  db: Database['db']
  discard(): Promise<void>
}

/** Its process uses it for minutes, which repays the optimisation of what its statements run. */
const OPTIMISE_AFTER_BYTES = 5_000_000

export async function openPooledEmbedded(): Promise<PooledDatabase> {
  checkBuilt(DATABASE_IMAGE, [MIGRATIONS_FOLDER])
  const client = await openPglite({ image: DATABASE_IMAGE, optimiseAfterBytes: OPTIMISE_AFTER_BYTES })
  const { execute, db } = embeddedOn(client)
  return {
    execute,
    db,
    lend() {
      let isOver = false
      const end = async () => {
        isOver = true
      }
      const lent = lentUntil(() => isOver, client)
      return { database: { ...embeddedOn(lent), close: end }, url: undefined, end }
    },
    discard: () => client.close()
  }
}

/** Stands for the target; once it is over, calls are refused like those of a closed database. */
function lentUntil<Target extends object>(
  isOver: () => boolean,
  target: Target,
  own: Partial<Target> = {}
): Target {
  return new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(name in own ? own : target, name)
      if (typeof value !== 'function') return value
      if (isOver()) throw new Error('This database is closed')
      return value.bind(target)
    }
  })
}

/** A server keeps the plans of all statements of a connection. */
const LENT_AT_MOST = 50
const QUIET_WITHIN_MS = 5_000
const KEPT_NAME = 'kept-for-tests'
const IS_KEPT = `application_name = '${KEPT_NAME}'`
const OTHERS = `from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`
/** Connections that still work, or that a transaction has left open. */
const BUSY = `select count(*)::int as busy ${OTHERS} and ${IS_KEPT} and state <> 'idle'`
/** Terminates connections that a test left open. */
const END_OTHERS = `select pg_terminate_backend(pid, 5000) ${OTHERS} and not (${IS_KEPT} and state = 'idle')`

export async function openPooledServed(server: string): Promise<PooledDatabase> {
  const { url, drop } = await newDatabase(server, { template: TEMPLATE })
  const admin = openPostgres(url)
  const isBusy = async () => (await admin.execute(BUSY, [])).rows[0]?.['busy'] !== 0
  let kept = openKept(url)
  return {
    execute: admin.execute,
    db: admin.db,
    lend() {
      const { database, end } = kept.lend()
      return {
        database,
        url,
        async end() {
          await end()
          if ((await staysSo(isBusy)) || kept.isOld()) {
            await kept.close()
            kept = openKept(url)
          }
          await admin.execute(END_OTHERS, [])
        }
      }
    },
    async discard() {
      await kept.close()
      await admin.close()
      await drop()
    }
  }
}

/** Connections that are lent. Nothing of a test is read after a fall of the server, so no commit waits for its disk. */
function openKept(url: string) {
  const address = new URL(url)
  address.searchParams.set('application_name', KEPT_NAME)
  address.searchParams.set('synchronous_commit', 'off')
  const database = openPostgres(address.href)
  const heard = new Map<string, ((message: string) => void)[]>()
  let lent = 0
  async function listen(...[channel, onMessage]: Parameters<Database['listen']>) {
    const known = heard.get(channel)
    heard.set(channel, [...(known ?? []), onMessage])
    if (known) return
    await database.listen(channel, (message) => {
      for (const hears of heard.get(channel) ?? []) hears(message)
    })
  }
  return {
    isOld: () => lent >= LENT_AT_MOST,
    close: () => database.close(),
    lend() {
      lent += 1
      let isOver = false
      async function end() {
        isOver = true
        for (const channel of heard.keys()) heard.set(channel, [])
      }
      const db = lentUntil(() => isOver, database.db)
      return { database: lentUntil(() => isOver, database, { db, listen, close: end }), end }
    }
  }
}

/** Whether it still is after a while. */
async function staysSo(isSo: () => Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + QUIET_WITHIN_MS
  while (await isSo()) {
    if (performance.now() > deadline) return true
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return false
}
