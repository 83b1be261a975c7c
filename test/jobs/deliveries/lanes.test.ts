// A delivery that has to wait for another gives its place to others: none of the ten waits for a lock.
import t, { type Test } from 'tap'
import { mergeOrphan } from '#services/transfers/merge.js'
import { startTestService, type TestOptions, type TestService } from '#test/harness/app.js'
import { openTestDatabase } from '#test/harness/database.js'
import type { EventHandler } from '#test/harness/event-handlers.js'
import { until } from '#test/harness/until.js'
import { detailOf, hasState, send, tableWith } from './labelled.js'

const test = await openTestDatabase()
t.teardown(() => test.drop())

async function start(t: Test, options: TestOptions): Promise<TestService> {
  const service = await startTestService({ database: test, ...options })
  t.teardown(() => service.close())
  return service
}

/** A door that stays shut until somebody opens it, at the latest at the end of the test. */
function doorOf(t: Test) {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  t.teardown(() => open())
  return { opened, open }
}

/** Five deliveries of one issue, of which each has failed once more than the one that came after it. */
async function sendUneven(service: TestService, issue: { repo: number; number: number }): Promise<string[]> {
  const ids: string[] = []
  for (const tries of [4, 3, 2, 1, 0]) {
    const id = await send(service, { ...issue, labels: ['poisoned'] })
    await service.test.database.execute('update webhook_deliveries set tries = $1 where delivery_id = $2', [
      tries,
      id
    ])
    ids.push(id)
  }
  return ids
}

const candidate = (repo: number) => ({
  repoId: repo,
  fullName: `octo-org/repo-${repo}`,
  installationId: 7,
  isUninstalled: false
})

async function sendStrangers(service: TestService, repo: number): Promise<string[]> {
  const numbers = Array.from({ length: 30 }, (_, at) => at + 100)
  return Promise.all(numbers.map((number) => send(service, { repo, number, labels: ['stranger'] })))
}

// An embedded database has one connection: nobody can hold anything while somebody else works.
if (test.database.kind === 'postgres') {
  t.test('deliveries that have failed differently often leave the places to others', async (t) => {
    const { opened, open } = doorOf(t)
    let begun = 0
    const effect: EventHandler = async (_receipt, event) => {
      if (event.kind !== 'issue' || event.issue.labels[0] !== 'poisoned') return
      begun += 1
      await opened
    }
    const service = await start(t, { jobs: tableWith(effect), work: false })
    const poisoned = [
      ...(await sendUneven(service, { repo: 1, number: 1 })),
      ...(await sendUneven(service, { repo: 1, number: 2 }))
    ]
    await service.queue.work(service.deps)
    await until('one of each issue is held', async () => begun === 2)
    for (const id of await sendStrangers(service, 2)) await hasState(service, id, 'processed')
    t.equal(begun, 2, 'one of each issue at a time')
    for (const id of poisoned)
      t.match(await detailOf(service, id), { state: 'queued', error: null, jobs: [{ attempts: Number }] })
    open()
    for (const id of poisoned) await hasState(service, id, 'processed')
    const details = await Promise.all(poisoned.map((id) => detailOf(service, id)))
    t.same(
      details.map(({ attempts, jobs }) => [attempts, jobs[0]?.attempts]),
      poisoned.map(() => [1, 1]),
      'waiting has cost none of them a try'
    )
  })

  t.test('deliveries of a repository that is being merged leave the places to others', async (t) => {
    const [{ opened, open }, begun] = [doorOf(t), doorOf(t)]
    const service = await start(t, {})
    for (const repo of [3, 4])
      await hasState(service, await send(service, { repo, number: 1, labels: ['first'] }), 'processed')
    const merging = service.deps.transaction(async (tx) => {
      await mergeOrphan(service.deps, tx, { orphan: candidate(4), successor: candidate(3), at: new Date() })
      begun.open()
      await opened
    })
    await begun.opened
    const waiting = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        send(service, { repo: 3 + (at % 2), number: at + 2, labels: ['waiting'] })
      )
    )
    for (const id of await sendStrangers(service, 5)) await hasState(service, id, 'processed')
    for (const id of waiting) t.match(await detailOf(service, id), { state: 'queued', attempts: 0 })
    open()
    await merging
    for (const id of waiting) await hasState(service, id, 'processed')
    const details = await Promise.all(waiting.map((id) => detailOf(service, id)))
    t.ok(
      details.every(({ attempts, jobs }) => attempts === 1 && jobs[0]?.attempts === 1),
      'waiting has cost none of them a try'
    )
  })
}
