// What no event has told of, and a sync has found.
import { sql } from 'drizzle-orm'
import t from 'tap'
import type { JobPayload } from '#deps.js'
import { MINUTE_MS } from '#domain/time/durations.js'
import { requestRepositorySyncs } from '#services/mirror/sync/request.js'
import { handleMissedTarget } from '#services/triage/missed.js'
import { rowsOf } from '#store/sql/database.js'
import { skip, when } from '#test/fixtures/rule-service.js'
import { BUG, startTriageService, type TriageService } from '#test/fixtures/triage-service.js'
import { until } from '#test/harness/until.js'

interface Waiting {
  id: string
  data: JobPayload<'triage.missed'>
}

/** Reads what the host lists, and says of what it asks to be looked at later. */
async function sync({ deps, repoId }: TriageService): Promise<Waiting[]> {
  await deps.transaction((tx) => requestRepositorySyncs(deps, tx, [repoId]))
  await until('the sync is over', async () => {
    const left = sql`select from pgboss.job where name like 'sync.%' and state in ('created', 'retry', 'active')`
    return (await rowsOf(deps.db, left)).length === 0
  })
  return rowsOf<Waiting>(
    deps.db,
    sql`select id, data from pgboss.job where name = 'triage.missed' and state = 'created' and start_after > now()`
  )
}

/** Now, as if no event had come in all that time. */
async function look({ deps, send }: TriageService, waiting: readonly Waiting[]): Promise<void> {
  for (const { id, data } of waiting) {
    await deps.db.execute(sql`delete from pgboss.job where id = ${id}::uuid`)
    await handleMissedTarget(deps, data)
  }
  await send({ events: [] })
}

t.test('issues from before the first sync are not triaged', async (t) => {
  const triaged = await startTriageService(t)
  triaged.world.createIssue(triaged.repository, BUG)
  t.same(await sync(triaged), [])
})

t.test('an issue that no event reported is triaged once all the same', async (t) => {
  const triaged = await startTriageService(t)
  const { world, repository, deeds } = triaged
  await sync(triaged)
  world.advance(MINUTE_MS)
  const { issue } = world.createIssue(repository, BUG)
  const waiting = await sync(triaged)
  t.match(waiting, [{ data: { target_type: 'issue', number: issue.number } }])
  await look(triaged, waiting)
  t.match(await triaged.decisionsOn(issue.number), [{ triggerEvent: 'sync', decision: 'acted' }])
  t.same(deeds.written, [`label bug on ${issue.number}`])
  world.advance(MINUTE_MS)
  world.labelIssue(repository, issue.number, 'question')
  t.same(await sync(triaged), [], 'it has been judged')
})

t.test('given a late event or custom rules, a sync does not triage the missed issue', async (t) => {
  const triaged = await startTriageService(t)
  const { world, repository } = triaged
  await sync(triaged)
  world.advance(MINUTE_MS)
  const late = world.createIssue(repository, BUG)
  const waiting = await sync(triaged)
  await triaged.arrive(late.events)
  await until('it is judged', async () => (await triaged.triagesOn(late.issue.number)).length === 1)
  await look(triaged, waiting)
  t.match(await triaged.decisionsOn(late.issue.number), [{ triggerEvent: 'issues.opened' }])
  await triaged.configure({ custom_rules: { leave: when('true', skip) } })
  world.advance(MINUTE_MS)
  const { issue } = world.createIssue(repository, BUG)
  await look(triaged, await sync(triaged))
  t.same(await triaged.decisionsOn(issue.number), [])
})
