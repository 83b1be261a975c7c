import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import t from 'tap'
import { DATABASE_IMAGE } from '#paths.js'
import { embeddedOn, openPglite } from '#store/embedded/embedded.js'
import { fatalIn, withFatalHandler } from '#store/embedded/fatal.js'

t.test(
  'a database that fails in the middle is told of once it has failed, however it was asked',
  async (t) => {
    const client = await openPglite({ image: DATABASE_IMAGE })
    t.teardown(() => client.close().catch(() => undefined))
    const told: string[] = []
    let failure: Error | undefined
    const failing = new Proxy<PGlite>(client, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target)
        if (typeof value !== 'function') return value
        return (...given: unknown[]) => (failure ? Promise.reject(failure) : value.apply(target, given))
      }
    })
    const database = embeddedOn(withFatalHandler(failing, (error) => void told.push(error.message)))
    await t.rejects(database.db.execute(sql`select 1 / 0`))
    await t.rejects(database.transaction((tx) => tx.execute(sql`select * from nowhere`)))
    t.same(told, [], 'what Postgres refuses is no failure of it')
    failure = new Error('Aborted(). Build with -sASSERTIONS for more info.')
    await t.rejects(database.db.execute(sql`select 1`))
    await t.rejects(database.transaction((tx) => tx.execute(sql`select 1`)))
    await t.rejects(database.execute('select 1'))
    t.same(told, Array(3).fill(failure.message))
  }
)

t.test('a failure of WebAssembly is known in whatever wraps it', async (t) => {
  const trap = Object.assign(new Error('unreachable'), { name: 'RuntimeError' })
  t.equal(fatalIn(new Error('Failed query: select 1', { cause: trap })), trap)
  t.equal(fatalIn(new Error('division by zero')), undefined)
  t.equal(fatalIn('Aborted()'), undefined)
})

const WORDS = ['kernel PANIC on boot', 'PANIC: all is lost', 'unreachable', 'Aborted() by the user']

t.test('no text of people ends the process, whatever it says and however the query fails', async (t) => {
  const client = await openPglite({ image: DATABASE_IMAGE })
  t.teardown(() => client.close().catch(() => undefined))
  const told: string[] = []
  const database = embeddedOn(withFatalHandler(client, (error) => void told.push(error.message)))
  for (const words of WORDS) {
    await t.rejects(database.db.execute(sql`select ${words}::int`))
    await t.rejects(database.db.execute(sql`select ${`${words}\u0000`}::text`))
    await t.rejects(database.transaction((tx) => tx.execute(sql`select ${words}::int`)))
    await t.rejects(database.transaction(() => Promise.reject(new Error(words))))
  }
  t.same(told, [])
})

t.test(
  'a failure in the middle of a transaction is told of, also where the work throws another',
  async (t) => {
    const client = await openPglite({ image: DATABASE_IMAGE })
    t.teardown(() => client.close().catch(() => undefined))
    const told: string[] = []
    const trap = Object.assign(new Error('unreachable'), { name: 'RuntimeError' })
    const failing = new Proxy<PGlite>(client, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target)
        if (typeof value !== 'function') return value
        if (name !== 'transaction') return value.bind(target)
        return (work: (tx: object) => Promise<unknown>) =>
          target.transaction((tx) => work({ ...tx, query: () => Promise.reject(trap) }))
      }
    })
    const database = embeddedOn(withFatalHandler(failing, (error) => void told.push(error.message)))
    await t.rejects(
      database.transaction((tx) =>
        tx.execute(sql`select 1`).catch(() => {
          throw new Error('it did not work')
        })
      )
    )
    t.same(told, ['unreachable'])
  }
)
