// What happens on the host without an event, and when a sweep shows it.
import t from 'tap'
import { fault } from '#demo/world/faults.js'
import type { Repository } from '#demo/world/state.js'
import { MINUTE_MS } from '#domain/time/durations.js'
import { startSwept } from '#test/fixtures/swept.js'

const ISSUES = 'GET /repos/{owner}/{repo}/issues'
const PULLS = 'GET /repos/{owner}/{repo}/pulls'

type Swept = Awaited<ReturnType<typeof startSwept>>

/** A repository that has been synced, with as much in it. */
async function startWith({ world, sweep, sweeps }: Swept, filling: object): Promise<Repository> {
  const { installation } = world.createInstallation('octo-org')
  const { repository } = world.createRepository('octo-org/hello', { installation })
  world.fill(repository, filling)
  await sweep()
  await sweeps(1)
  return repository
}

const gone = async ({ issuesOf }: Swept, { id }: Repository) =>
  (await issuesOf(id)).filter(({ live }) => !live).map(({ number }) => number)

t.test('a deleted open issue without an event ends in the next sweep', async (t) => {
  const swept = await startSwept(t)
  const repository = await startWith(swept, { issues: 6, pulls: 2 })
  for (const number of [2, 5]) {
    swept.world.deleteIssue(repository, number)
    await swept.sweeps(1)
  }
  t.same(await gone(swept, repository), [2, 5])
})

t.test('a deleted issue that is too old for the newest page ends in the next sweep as well', async (t) => {
  const swept = await startSwept(t)
  const repository = await startWith(swept, { issues: 250 })
  swept.world.deleteIssue(repository, 4)
  await swept.sweeps(1)
  t.same(await gone(swept, repository), [4])
})

t.test('a deleted closed issue without an event ends within an hour', async (t) => {
  const swept = await startSwept(t)
  const { world } = swept
  const repository = await startWith(swept, { issues: 6 })
  world.closeIssue(repository, 3)
  await swept.sweeps(1)
  world.deleteIssue(repository, 3)
  await swept.sweeps(2)
  t.same(await gone(swept, repository), [3])
})

t.test('a deleted run without an event ends within two hours', async (t) => {
  const swept = await startSwept(t)
  const repository = await startWith(swept, { issues: 1, runs: 4 })
  const [first] = repository.runs.values()
  if (!first) throw new Error('there are four')
  swept.world.deleteRun(repository, first.id)
  await swept.sweeps(4)
  t.match(
    (await swept.runsOf(repository.id)).filter(({ live }) => !live),
    [{ hostRunId: first.id }]
  )
})

t.test('a re-run without an event appears within two hours', async (t) => {
  const swept = await startSwept(t)
  const repository = await startWith(swept, { issues: 1, runs: 40 })
  const [oldest] = repository.runs.values()
  if (!oldest) throw new Error('there are forty')
  swept.world.rerun(repository, oldest.id)
  swept.world.completeRun(repository, oldest.id, 'failure')
  await swept.sweeps(4)
  t.match(
    (await swept.runsOf(repository.id)).find(({ hostRunId }) => hostRunId === oldest.id),
    { attempt: 2, conclusion: 'failure' }
  )
})

t.test(
  'a renamed or deleted label without an event is updated within an hour, on old issues too',
  async (t) => {
    const swept = await startSwept(t)
    const { world, issuesOf, labelsOf } = swept
    const { installation } = world.createInstallation('octo-org')
    const { repository } = world.createRepository('octo-org/hello', { installation })
    world.fill(repository, { issues: 150 })
    for (const number of [2, 149])
      for (const name of ['bug', 'old']) world.labelIssue(repository, number, name)
    for (let number = 10; number < 140; number += 1) world.commentOn(repository, number)
    world.advance(MINUTE_MS)
    world.commentOn(repository, 149)
    await swept.sweep()
    await swept.sweeps(2)
    world.renameLabel(repository, 'bug', 'defect')
    world.deleteLabel(repository, 'old')
    await swept.sweeps(2)
    const rows = (await issuesOf(repository.id)).filter(({ number }) => [2, 149].includes(number))
    t.same(
      rows.map(({ labels }) => labels),
      [['defect'], ['defect']]
    )
    t.same(
      (await labelsOf(repository.id)).map(({ name }) => name),
      ['defect']
    )
  }
)

t.test(
  'changes that leave the counts equal appear within an hour, and at once in a manual sync',
  async (t) => {
    const swept = await startSwept(t)
    const { world, work, client, issuesOf } = swept
    const repository = await startWith(swept, { issues: 3 })
    const params = { params: { path: { owner: 'octo-org', repo: 'hello' } } }
    const title = async () => (await issuesOf(repository.id))[0]?.title
    world.editIssue(repository, 1, { title: 'Said otherwise' })
    await swept.sweeps(2)
    t.equal(await title(), 'Said otherwise')
    for (const said of ['once', 'twice', 'thrice']) {
      world.advance(1_000)
      world.editIssue(repository, 1, { title: said })
      world.advance(1_000)
      await client.POST('/api/repos/{owner}/{repo}/sync', params)
      await work()
      t.equal(await title(), said)
    }
  }
)

t.test('given a wrong count by the host, everything is compared once and not in each sweep', async (t) => {
  const swept = await startSwept(t)
  const { world } = swept
  const repository = await startWith(swept, { issues: 6 })
  repository.miscount = 3
  world.forgetCounts()
  await swept.sweeps(1)
  t.ok(world.count(ISSUES) >= 2, 'the newest page, and all of them')
  await swept.sweeps(2)
  world.forgetCounts()
  await swept.sweeps(4)
  t.equal(world.count(ISSUES), 2, 'as often as of any other')
})

t.test('parts that a failed sync left out are read by the next one', async (t) => {
  const swept = await startSwept(t)
  const { world, sync, pullsOf } = swept
  const repository = await startWith(swept, { issues: 3, pulls: 3 })
  const open = (await pullsOf(repository.id)).find(({ state }) => state === 'open')
  if (!open) throw new Error('there is an open one')
  world.closePull(repository, open.number)
  world.advance(600_000)
  world.failNext(PULLS, 20, fault.broken(500))
  t.equal((await sync()).length, 1)
  world.mend()
  await swept.sweeps(1)
  t.match(
    (await pullsOf(repository.id)).find(({ number }) => number === open.number),
    { state: 'closed' }
  )
})
