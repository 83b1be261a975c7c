// A process that dies at every step of a rollback: there is one pull request all the same.
import t from 'tap'
import type { Deps } from '#deps.js'
import { HOUR_MS } from '#domain/time/durations.js'
import { type CrashableJobs, openCrashableJobs } from '#test/fixtures/crashable-jobs.js'
import { DEPLOY, type RollbackService, startRollbacks } from '#test/fixtures/rollback-service.js'

const MOST_MOMENTS = 120

/** The process may die before each write to the host, and after it. */
function withMortalHost(deps: Deps, step: () => void): Deps {
  const { effects } = deps.host
  const perform: typeof effects.perform = async (place, order, mayWrite) => {
    const done = await effects.perform(place, order, async () => {
      step()
      await mayWrite()
      step()
    })
    step()
    return done
  }
  return { ...deps, host: { ...deps.host, effects: { ...effects, perform } } }
}

/** Dies once after so many moments, and works on in another process. */
async function dieAndWork({ world }: RollbackService, jobs: CrashableJobs, moments: number) {
  jobs.dieAfter(moments)
  for (let due = await jobs.work(); due; due = await jobs.work())
    world.advance(Math.max(0, due.getTime() - world.now().getTime()) + HOUR_MS)
  const isWhole = jobs.hasSurvived()
  jobs.forget()
  world.takeEvents()
  return isWhole
}

t.test('killed at any step, a rollback opens one pull request', async (t) => {
  const service = await startRollbacks(t)
  const { git, deps, ask, rollbacks, reverts } = service
  const jobs = openCrashableJobs(deps, withMortalHost)
  let moments = 1
  for (let isWhole = false; !isWhole && moments < MOST_MOMENTS; moments += 1) {
    git.pushOutside({ [`${moments}.txt`]: 'broken\n' })
    const { data } = await ask({ merge_commit: git.tip() ?? '' })
    jobs.add('rollbacks.revert', { rollback_id: data?.id ?? 0 })
    isWhole = await dieAndWork(service, jobs, moments)
    const [last] = await rollbacks()
    t.match(last, { id: data?.id, status: 'reverted' }, `dead after ${moments} moments`)
    t.equal(reverts().length, moments)
    t.same(
      reverts()
        .at(-1)
        ?.labels.map(({ name }) => name)
        .sort(),
      ['auto-merge', 'auto-rollback']
    )
  }
  t.ok(moments > 20 && moments < MOST_MOMENTS, `${moments} moments at which it could die`)
})

t.test('killed while it looks for the culprit, a merge has one rollback', async (t) => {
  const service = await startRollbacks(t)
  const { world, git, deps, repository, deploy, land, hear, rollbacks, reverts } = service
  const jobs = openCrashableJobs(deps)
  for (let moments = 1; moments <= 6; moments += 1) {
    await deploy('success')
    const { number } = await land({ [`${moments}.txt`]: 'broken\n' })
    const { run, events } = world.createRun(repository, { workflow: DEPLOY, headSha: git.tip() ?? '' })
    await hear([...events, ...world.completeRun(repository, run.id, 'failure')])
    jobs.add('rollbacks.evaluate', { repo_id: repository.id, host_run_id: run.id })
    await dieAndWork(service, jobs, moments)
    t.match(await rollbacks(), { length: moments, 0: { pr_number: number, status: 'reverted' } })
    t.equal(reverts().length, moments)
    t.match(
      git.comments(number).filter((body) => body.includes('takes this back')),
      { length: 1 }
    )
  }
})
