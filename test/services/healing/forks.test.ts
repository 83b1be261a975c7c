import t from 'tap'
import { MINUTE_MS } from '#domain/time/durations.js'
import { NETWORK, UNFORMATTED } from '#test/fixtures/heal-service.js'
import { checkSums } from '#test/fixtures/recount.js'
import { A, startRepairService } from '#test/fixtures/repair-service.js'

const FORK = 77_001

t.test(
  'a run of a fork is diagnosed, and its branch is not mistaken for one of the repository',
  async (t) => {
    const healed = await startRepairService(t)
    for (const fork of [FORK, 'gone'] as const) {
      const broken = healed.failed([{ log: UNFORMATTED }], { headSha: A, fork })
      await healed.send(broken)
      t.match(await healed.healsOf(broken.run.id), [
        { status: 'skipped', skipReason: 'superseded', failureType: 'lint_format', strategy: 'comment_only' }
      ])
    }
    t.match((await healed.decisionsOf()).at(-1), { reason: /not in this repository/ })
    t.same([...healed.deeds.refs.keys()], ['main'], 'although the branch stands at the same commit')
    t.match(healed.comments(), [/lint_format/])
  }
)

t.test('a run of a fork is run again if that helps', async (t) => {
  const healed = await startRepairService(t)
  const broken = healed.failed([{ log: NETWORK }], { fork: FORK })
  await healed.send(broken)
  t.match(await healed.healsOf(broken.run.id), [{ status: 'attempted', strategy: 'rerun' }])
})

t.test('a successful run of a fork is not a later run of the branch with that name', async (t) => {
  const healed = await startRepairService(t)
  const { world, repository } = healed
  const passed = (fork: number | null) => {
    world.advance(1_000)
    const { run, events } = world.createRun(repository, { fork })
    return [...events, ...world.completeRun(repository, run.id, 'success')]
  }
  const broken = healed.failedAtHead(NETWORK)
  await healed.send({ events: passed(FORK) })
  await healed.send(broken)
  t.match(await healed.healsOf(broken.run.id), [{ status: 'attempted', strategy: 'rerun' }])
  const older = healed.failed([{ log: NETWORK }])
  await healed.send({ events: passed(null) })
  await healed.send(older)
  t.match(await healed.healsOf(older.run.id), [{ status: 'skipped', skipReason: 'superseded' }])
})

t.test('attempts for forks do not count for the limits of the branch with that name', async (t) => {
  const healed = await startRepairService(t)
  await healed.configure({ pillars: { ci_healing: { max_fix_attempts: 1 } } })
  const wanted = [
    [FORK, null],
    [FORK, 'attempt_cap'],
    [FORK + 1, null],
    [null, null],
    [null, 'attempt_cap']
  ] as const
  for (const [fork, skipReason] of wanted) {
    const broken = healed.failed([{ log: NETWORK }], { fork })
    await healed.send(broken)
    t.match(await healed.healsOf(broken.run.id), [{ skipReason }], `${fork}`)
  }
})

t.test('a merged repair is judged by runs of its branch, not by those of a fork', async (t) => {
  const healed = await startRepairService(t)
  const { world, repository } = healed
  const broken = healed.failedAtHead(UNFORMATTED)
  await healed.send(broken)
  world.advance(MINUTE_MS)
  await healed.send({ events: world.mergePull(repository, repository.lastNumber) })
  for (const [fork, outcome] of [
    [FORK, 'pending'],
    ['gone', 'pending'],
    [null, 'verified']
  ] as const) {
    world.advance(MINUTE_MS)
    const { run, events } = world.createRun(repository, { fork })
    const conclusion = fork === null ? 'success' : 'failure'
    await healed.send({ events: [...events, ...world.completeRun(repository, run.id, conclusion)] })
    t.match(await healed.healsOf(broken.run.id), [{ outcome }], `${fork}`)
  }
  await checkSums(t, healed.deps)
})
