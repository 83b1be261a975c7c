import { sql } from 'drizzle-orm'
import t from 'tap'
import type { Deps } from '#deps.js'
import { startTestService } from '#test/harness/app.js'
import { openTestDatabase } from '#test/harness/database.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())

/** The same service, with something amiss. */
async function startWith(deps: Partial<Deps>) {
  const ill = await startTestService({ work: false, database: service.test, deps })
  t.teardown(() => ill.close())
  const client = ill.clientWith({})
  return { health: () => client.GET('/health'), ready: () => client.GET('/health/ready') }
}

/** The database as it is, but for how it carries out a query. */
function databaseThat(execute: (query: Parameters<Deps['db']['execute']>[0]) => unknown): Deps['db'] {
  return new Proxy(service.deps.db, {
    get: (target, name) => (name === 'execute' ? execute : Reflect.get(target, name))
  })
}

t.test('health tells everybody that the service is well, and nothing that is private', async (t) => {
  const { health, ready } = await startWith({})
  const { response, data } = await health()
  t.equal(response.status, 200)
  t.match(data, {
    status: 'ok',
    service: 'service',
    ts: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
    version: '0.0.0-test',
    git_sha: null,
    db_migration_status: 'current',
    checks: { database: 'ok', store: 'ok', queue: 'ok' },
    audit_exports: 'ok',
    workflows: { triage: { status: 'healthy', failed_count: 0, oldest_failure_at: null } }
  })
  t.ok((data?.db_migrations_applied ?? 0) > 0)
  t.equal(data?.db_migrations_applied, data?.db_migrations_available)
  const second = await ready()
  t.equal(second.response.status, 200)
  t.same(Object.keys(second.data ?? {}), Object.keys(data ?? {}), 'readiness has the same body')
})

t.test('with its database closed the process is alive but not ready', async (t) => {
  const gone = await openTestDatabase()
  t.teardown(() => gone.drop().catch(() => undefined))
  await gone.database.close()
  const { health, ready } = await startWith({ db: gone.database.db })
  const alive = await health()
  t.equal(alive.response.status, 200)
  t.match(alive.data, {
    status: 'degraded',
    db_migrations_applied: null,
    db_migration_status: 'unknown',
    checks: { database: 'fail', store: 'fail', queue: 'ok' },
    audit_exports: 'unknown',
    workflows: { triage: { status: 'unknown', failed_count: 0, oldest_failure_at: null } }
  })
  const { response, error } = await ready()
  t.equal(response.status, 503)
  t.match(error, { status: 'degraded', checks: { database: 'fail' } })
})

t.test(
  'a database that never answers is reported as such, and waited for no longer than two seconds',
  async (t) => {
    const { health, ready } = await startWith({ db: databaseThat(() => new Promise(() => {})) })
    const { data } = await health()
    t.match(data, { status: 'degraded', checks: { database: 'timeout', store: 'timeout' } })
    t.equal((await ready()).response.status, 503)
  }
)

t.test('a queue that does not answer degrades the service, which still is ready', async (t) => {
  const { health, ready } = await startWith({ queue: { ...service.deps.queue, isAlive: async () => false } })
  t.match((await health()).data, { status: 'degraded', checks: { queue: 'fail', database: 'ok' } })
  t.equal((await ready()).response.status, 200)
})

t.test('a database that lacks migrations is behind', async (t) => {
  const old = await openTestDatabase()
  t.teardown(() => old.drop())
  await old.database.db.execute(sql`delete from drizzle.__drizzle_migrations`)
  const { health } = await startWith({ db: old.database.db })
  t.match((await health()).data, {
    status: 'degraded',
    db_migration_status: 'behind',
    db_migrations_applied: 0
  })
})

t.test('many who ask at once are answered from one look', async (t) => {
  let queries = 0
  const db = databaseThat((query) => {
    queries += 1
    return service.deps.db.execute(query)
  })
  const { health } = await startWith({ db })
  const replies = await Promise.all(Array.from({ length: 100 }, () => health()))
  t.ok(replies.every(({ response }) => response.status === 200))
  t.ok(queries < 20, `${queries} queries`)
})
