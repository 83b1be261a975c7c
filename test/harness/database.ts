// Lends prepared databases to tests, embedded or on a server. A returned database is restored and lent again, because
// creating one costs many times as much.
import type { Database } from '#store/sql/database.js'
import { type Contents, readContents, restoreContents } from '../lanes/contents.js'
import { root } from '../lanes/tap.js'
import { openPooledEmbedded, openPooledServed, type PooledDatabase } from './pooled.js'
import { wrongSums } from './recount.js'
import { SERVER } from './server.js'

export interface TestDatabase {
  database: Database
  /** The URL for a second process; only on a server. */
  url: string | undefined
  /** Returns the database. All counters must equal those recounted from the rows. */
  drop(): Promise<void>
  /** For a test that writes wrong counters, or rows without counters; states why. */
  leaveWrongSums(reason: string): void
}

const RESTORE_TIMEOUT_MS = 20_000
/** An idle one holds memory, or connections to the server. */
const MOST_IDLE = 2
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
      if (isRestored && idle.length < MOST_IDLE) idle.push(pooled)
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
