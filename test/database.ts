// A prepared database for whoever asks, embedded or on a server. What is given back is made as it was, and given to
// the next: a new one costs many times as much.
import { DATABASE_IMAGE, MIGRATIONS_FOLDER } from '../src/paths.js'
import type { Database } from '../src/store/database.js'
import { embeddedOn, openClient } from '../src/store/embedded.js'
import { openPostgres } from '../src/store/postgres.js'
import { checkBuilt } from './built.js'
import { type Contents, readContents, restoreContents } from './lanes/contents.js'
import { root } from './lanes/tap.js'
import { newDatabase, SERVER, TEMPLATE } from './server.js'

export interface TestDatabase {
  database: Database
  /** Where a second process finds the same database; only on a server. */
  url: string | undefined
  drop(): Promise<void>
}

/** One that lasts as long as the process, and is lent to one test after the other. */
interface Lasting {
  lend(): { database: Database; url: string | undefined; end: () => Promise<void> }
  /** Works on it beside whoever has it. */
  execute: Database['execute']
  discard(): Promise<void>
}

const RESTORE_WITHIN_MS = 20_000
const idle: Lasting[] = []
let contents: Contents | undefined
root.teardown(async () => {
  for (const one of idle.splice(0)) await one.discard()
})

export async function openTestDatabase(): Promise<TestDatabase> {
  const lasting =
    idle.pop() ?? (await (SERVER === undefined ? openLastingEmbedded() : openLastingServed(SERVER)))
  contents ??= await readContents(lasting.execute)
  const { database, url, end } = lasting.lend()
  let isDropped = false
  return {
    database,
    url,
    async drop() {
      if (isDropped) return
      isDropped = true
      await end()
      if (await isRestored(lasting)) idle.push(lasting)
      else await lasting.discard()
    }
  }
}

/** A statement of an earlier test that never ends takes its database with it. */
async function isRestored({ execute }: Lasting): Promise<boolean> {
  if (!contents) return false
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), RESTORE_WITHIN_MS)
  })
  try {
    return await Promise.race([restoreContents(execute, contents), tooLong])
  } catch {
    // What its test has broken is of no use to the next.
    return false
  } finally {
    clearTimeout(timer)
  }
}

async function openLastingEmbedded(): Promise<Lasting> {
  checkBuilt(DATABASE_IMAGE, [MIGRATIONS_FOLDER])
  const client = await openClient({ image: DATABASE_IMAGE })
  const { execute } = embeddedOn(client)
  return {
    execute,
    lend() {
      const { lent, end } = lendClient(client)
      return { database: { ...embeddedOn(lent), close: end }, url: undefined, end }
    },
    discard: () => client.close()
  }
}

type Client = Awaited<ReturnType<typeof openClient>>

/** The client until it is given back: from then on it refuses, as a closed one would. */
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

/** Connections that a test left open, with what they still do. */
const END_OTHERS = `select pg_terminate_backend(pid, 5000) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`

async function openLastingServed(server: string): Promise<Lasting> {
  const { url, drop } = await newDatabase(server, { template: TEMPLATE })
  const admin = openPostgres(url)
  return {
    execute: admin.execute,
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
