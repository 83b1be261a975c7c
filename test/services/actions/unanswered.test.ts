import { sql } from 'drizzle-orm'
import t from 'tap'
import { fault } from '#demo/world/faults.js'
import { executeAction } from '#services/actions/execute.js'
import { rowsOf } from '#store/sql/database.js'
import { type RequestedAction, startActionService } from '#test/fixtures/action-service.js'

const acting = await startActionService(t)
const { world, repository, deps, deeds } = acting
t.beforeEach(async () => {
  world.mend()
  deeds.written.length = 0
  await acting.configure()
})

const comment = (body: string): RequestedAction => ({
  actionType: 'add-comment',
  arguments: { body },
  pillar: 'triage',
  target: { type: 'issue', number: world.createIssue(repository).issue.number }
})

t.test('a write without a response from the host is looked up at once, and performed once', async (t) => {
  for (const how of [fault.broken(), fault.cut()]) {
    deeds.written.length = 0
    const id = await acting.propose(comment('unanswered'))
    world.failNext('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', 1, how)
    await acting.carryOut(id)
    t.match(await acting.rowOf(id), { status: 'succeeded', evidence: { already_there: true } })
    t.equal(deeds.written.length, 1)
  }
})

t.test(
  'an action that the host does not answer is retried within seconds, with growing delays',
  async (t) => {
    const id = await acting.propose(comment('again'))
    const path = `POST /repos/octo-org/hello/issues/${(await acting.rowOf(id))?.targetNumber}/comments`
    const waits: number[] = []
    for (let tries = 0; tries < 6; tries += 1) {
      await deps.db.execute(sql`delete from pgboss.job where name = 'action.execute'`)
      world.fake.failNext(path, { status: 502, body: 'Unicorn!' })
      await executeAction(deps, id, tries)
      const [job] = await rowsOf<{ seconds: number; tries: number }>(
        deps.db,
        sql`select round(extract(epoch from start_after - created_on))::int as seconds,
        (data ->> 'tries')::int as tries from pgboss.job where name = 'action.execute'`
      )
      t.equal(job?.tries, tries + 1)
      waits.push(job?.seconds ?? 0)
    }
    t.same(waits, [5, 15, 45, 135, 300, 300])
    await acting.carryOut(id)
    t.equal((await acting.rowOf(id))?.status, 'succeeded')
    t.equal(deeds.written.length, 1)
  }
)
