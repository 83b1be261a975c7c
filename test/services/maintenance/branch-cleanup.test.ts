import fc from 'fast-check'
import t, { type Test } from 'tap'
import { refusal } from '#demo/world/faults.js'
import type { MaintenanceService } from '#test/fixtures/maintenance-service.js'
import { startMaintenance } from '#test/fixtures/maintenance-service.js'
import { runs } from '#test/harness/runs.js'

async function begin(t: Test) {
  const service = await startMaintenance(t)
  await service.settings({ cleanup_branches: true })
  return service
}

/** A merged pull request whose branch is still there, at its head. */
async function merged({ world, repository, hear }: MaintenanceService, head: string) {
  const { issue, pull, events } = world.openPull(repository, { head })
  world.addBranch(repository, head, { sha: pull.headSha })
  await hear([...events, ...world.mergePull(repository, issue.number)])
  return { number: issue.number, tip: pull.headSha }
}

const branchesOf = ({ deeds }: MaintenanceService) => [...deeds.refs.keys()].sort()

t.test(
  'the branch of a merged pull request is deleted a week later, and only where that is turned on',
  async (t) => {
    const service = await startMaintenance(t)
    const { tip } = await merged(service, 'fix')
    service.days(30)
    t.match(await service.askForCleanup().catch((error) => error.message), /Set cleanup_branches to true/)
    await service.settings({ cleanup_branches: true })
    await merged(service, 'young')
    service.days(6)
    await service.cleanUp()
    t.same(service.written(), ['no branch fix'])
    t.same(branchesOf(service), ['main', 'young'])
    t.match(await service.actions(), {
      data: [
        {
          action_type: 'branch_cleanup',
          target_type: 'branch',
          target_number: 'fix',
          idempotency_key: `branch-cleanup:${service.repoId}:fix:${tip}`,
          status: 'applied'
        }
      ]
    })
    service.days(1)
    await service.cleanUp()
    t.same(service.written(), ['no branch young'])
    t.same(await service.stats(), { applied: 2, skipped: 0, failed: 0, pending: 0, last_7_days: 2 })
  }
)

t.test('a dry run lists exactly what would be deleted and why, and deletes nothing', async (t) => {
  const service = await begin(t)
  const { number } = await merged(service, 'fix')
  service.world.addBranch(service.repository, 'feature')
  service.days(10)
  await service.cleanUp({ dryRun: true })
  t.same(service.written(), [])
  const { data } = await service.actions()
  t.match(data, [{ target_number: 'fix', status: 'skipped' }])
  t.match(data[0]?.result, new RegExp(`would be deleted at .{7}. Pull request #${number} was merged on`))
  await service.cleanUp()
  t.same(service.written(), ['no branch fix'])
})

t.test('a branch that is made anew under an old name is another one', async (t) => {
  const service = await begin(t)
  await merged(service, 'fix')
  service.days(10)
  await service.cleanUp()
  await merged(service, 'fix')
  service.days(10)
  await service.cleanUp()
  t.same(service.written(), ['no branch fix', 'no branch fix'])
  t.match((await service.actions()).meta, { total: 2 })
})

t.test('a push between the examination and the deletion saves the branch', async (t) => {
  const service = await begin(t)
  const { world, repository, deeds } = service
  await merged(service, 'fix')
  service.days(10)
  await service.askForCleanup()
  const host = service.deps.host
  let asked = 0
  const late = {
    ...service.deps,
    host: {
      ...host,
      async branchState(...args: Parameters<typeof host.branchState>) {
        const state = await host.branchState(...args)
        asked += 1
        if (asked === 1) world.addBranch(repository, 'fix', { sha: 'e'.repeat(40) })
        return state
      }
    }
  }
  t.same(await service.workJobs(late), [])
  t.ok(deeds.refs.has('fix'))
  t.match((await service.actions()).data, [
    { status: 'skipped', result: 'Somebody has pushed to the branch meanwhile.' }
  ])
})

t.test('what the host refuses is tried again the next day, three times in all', async (t) => {
  const service = await begin(t)
  const { world, deeds } = service
  const { tip } = await merged(service, 'fix')
  service.days(10)
  for (let tries = 1; tries <= 4; tries += 1) {
    world.failNext('DELETE /repos/{owner}/{repo}/git/refs/{ref}', 1, () => {
      deeds.refs.set('fix', tip)
      return refusal(422, 'No')
    })
    await service.cleanUp()
    t.match((await service.actions()).data, [{ status: 'failed', attempts: Math.min(tries, 3) }])
  }
})

interface Specimen {
  prefix: string
  end: 'merged' | 'closed' | 'open' | 'none'
  tip: 'head' | 'reachable' | 'ahead'
  isFork: boolean
  isProtected: boolean
  isBase: boolean
  isYoung: boolean
}

const OF_MERGED: Specimen = {
  prefix: 'topic-',
  end: 'merged',
  tip: 'head',
  isFork: false,
  isProtected: false,
  isBase: false,
  isYoung: false
}

const specimen: fc.Arbitrary<Specimen> = fc.record({
  prefix: fc.constantFrom('topic-', 'feature/', 'service/heal-', 'service-deps/', 'release/'),
  end: fc.constantFrom('merged', 'merged', 'merged', 'closed', 'open', 'none'),
  tip: fc.constantFrom('head', 'head', 'reachable', 'ahead'),
  isFork: fc.constantFrom(false, false, false, true),
  isProtected: fc.constantFrom(false, false, false, true),
  isBase: fc.constantFrom(false, false, false, true),
  isYoung: fc.constantFrom(false, false, true)
})

/** Whether nothing speaks against the deletion. */
function mayGo({ prefix, end, tip, isFork, isProtected, isBase, isYoung }: Specimen): boolean {
  const isOver = end === 'merged' || (end === 'closed' && prefix.startsWith('service'))
  return isOver && tip !== 'ahead' && !(isFork || isProtected || isBase || isYoung || prefix === 'release/')
}

interface Planted {
  name: string
  one: Specimen
}

/** Returns the number and the head of its pull request, if it has one. */
async function openFor({ world, repository, hear }: MaintenanceService, { name, one }: Planted) {
  if (one.end === 'none') return undefined
  const fork = one.isFork ? { fork: 77 } : {}
  const { issue, pull, events } = world.openPull(repository, { head: name, ...fork })
  await hear(events)
  return { number: issue.number, head: pull.headSha }
}

async function plant(service: MaintenanceService, planted: Planted): Promise<void> {
  const { world, repository, hear } = service
  const { name, one } = planted
  const opened = await openFor(service, planted)
  const moved = `${world.state.nextId()}`.padStart(40, 'f')
  const sha = one.tip === 'head' && opened ? opened.head : moved
  world.addBranch(repository, name, { sha })
  if (one.tip === 'reachable') world.reach(repository, 'main', sha)
  if (one.isProtected) world.protectBranch(repository, name)
  if (opened && one.end === 'merged') await hear(world.mergePull(repository, opened.number))
  if (opened && one.end === 'closed') await hear(world.closePull(repository, opened.number))
  if (one.isBase) await hear(world.openPull(repository, { head: `on-${name}`, base: name }).events)
}

const namesIn = (planted: readonly Planted[]) => planted.map(({ name }) => name)

/** The names of those that a cleanup has deleted. */
async function deletedAmong(service: MaintenanceService, planted: readonly Planted[]): Promise<string[]> {
  const [young, old] = [planted.filter(({ one }) => one.isYoung), planted.filter(({ one }) => !one.isYoung)]
  for (const each of old) await plant(service, each)
  service.days(8)
  for (const each of young) await plant(service, each)
  await service.cleanUp()
  const left = new Set(branchesOf(service))
  return namesIn(planted).filter((name) => !left.has(name))
}

t.test('of any branches, those go that are merged, old, unused and unprotected, and no others', async (t) => {
  const service = await begin(t)
  const globs = { protected_branches: ['release/*'] }
  await service.configure({ pillars: { maintainer: { branch_cleanup: globs } } })
  let [nth, deleted] = [0, 0]
  const specimens = fc.array(specimen, { minLength: 1, maxLength: 6 })
  const property = fc.asyncProperty(specimens, async (found) => {
    const planted = found.map((one) => {
      nth += 1
      return { one, name: `${one.prefix}${nth}` }
    })
    const gone = await deletedAmong(service, planted)
    const expected = namesIn(planted.filter(({ one }) => mayGo(one)))
    t.same(gone, expected, JSON.stringify(planted))
    t.ok(service.deeds.refs.has('main'))
    deleted += gone.length
    // The young ones would be old in the next round.
    for (const name of namesIn(planted)) service.deeds.refs.delete(name)
  })
  await fc.assert(property, { numRuns: runs(40), endOnFailure: true, examples: [[[OF_MERGED]]] })
  t.ok(deleted > 0, 'some are deleted')
})
