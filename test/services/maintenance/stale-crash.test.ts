// A process that dies at every step of a run and of what it proposes: each change is made once, and finished later.
import t from 'tap'
import type { Deps } from '#deps.js'
import { HOUR_MS } from '#domain/time/durations.js'
import { openCrashableJobs } from '#test/fixtures/crashable-jobs.js'
import { startMaintenance } from '#test/fixtures/maintenance-service.js'

const MOST_MOMENTS = 200

const service = await startMaintenance(t)
const { world, repository, repoId, days, written, hear } = service

/** The process may die before each request to the host, and after it. */
function withMortalHost(deps: Deps, step: () => void): Deps {
  const { client } = deps.host
  return { ...deps, host: { ...deps.host, client, effects: mortalEffects(deps, step) } }
}

function mortalEffects({ host: { effects } }: Deps, step: () => void): Deps['host']['effects'] {
  return {
    ...effects,
    async find(place, order) {
      step()
      const found = await effects.find(place, order)
      step()
      return found
    },
    perform: (place, order, mayWrite) =>
      effects.perform(place, order, async () => {
        step()
        await mayWrite()
        step()
      })
  }
}

/** Runs what is due until nothing waits any more; the queue notices lost jobs by and by. */
async function workOff(jobs: ReturnType<typeof openCrashableJobs>): Promise<void> {
  for (let due = await jobs.work(); due; due = await jobs.work())
    world.advance(Math.max(0, due.getTime() - world.now().getTime()) + HOUR_MS)
}

t.test('killed at any step, a closing happens once and is finished by the next process', async (t) => {
  await service.settings({ auto_close: true })
  let moments = 1
  for (let isWhole = false; !isWhole && moments < MOST_MOMENTS; moments += 1) {
    const { issue, events } = world.createIssue(repository)
    await hear(events)
    const { number } = issue
    const jobs = openCrashableJobs(service.deps, withMortalHost)
    const scan = () =>
      jobs.add('maintenance.stale-scan', { repo_id: repoId, dry_run: false, trigger: 'schedule' })
    days(54)
    scan()
    await workOff(jobs)
    t.same(written(), [`comment on ${number}`, `label stale on ${number}`])
    days(8)
    jobs.dieAfter(moments)
    scan()
    await workOff(jobs)
    isWhole = jobs.hasSurvived()
    jobs.dieAfter(undefined)
    t.same(
      written(),
      [`comment on ${number}`, `label service:stale-closed on ${number}`, `close issue ${number}`],
      `dead after ${moments} moments`
    )
    const { data } = await service.actions({ action_type: 'stale_close', per_page: 1 })
    t.match(data, [{ status: 'applied', target_number: String(number) }])
    await service.sync()
  }
  t.ok(moments > 15 && moments < MOST_MOMENTS, `${moments} moments at which it could die`)
  const { stale_close, all } = {
    stale_close: await service.actions({ action_type: 'stale_close' }),
    all: await service.stats()
  }
  t.equal(stale_close.meta.total, moments - 1)
  t.match(all, { applied: 2 * (moments - 1), pending: 0, failed: 0 })
})

t.test('killed at any step, a branch is deleted once, by whichever process comes to it', async (t) => {
  await service.settings({ cleanup_branches: true, auto_close: false })
  let moments = 1
  for (let isWhole = false; !isWhole && moments < MOST_MOMENTS; moments += 1) {
    const head = `fix-${moments}`
    const { issue, pull, events } = world.openPull(repository, { head })
    world.addBranch(repository, head, { sha: pull.headSha })
    await hear([...events, ...world.mergePull(repository, issue.number)])
    days(8)
    const jobs = openCrashableJobs(service.deps, withMortalHost)
    jobs.dieAfter(moments)
    jobs.add('maintenance.branch-cleanup', { repo_id: repoId, dry_run: false, trigger: 'schedule' })
    await workOff(jobs)
    isWhole = jobs.hasSurvived()
    t.same(written(), [`no branch ${head}`], `dead after ${moments} moments`)
    const { data } = await service.actions({ action_type: 'branch_cleanup', per_page: 1 })
    t.match(data, [{ status: 'applied', target_number: head }])
  }
  t.ok(moments > 10 && moments < MOST_MOMENTS, `${moments} moments at which it could die`)
})
