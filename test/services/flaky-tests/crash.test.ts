// A process that dies at every step of reading reports: each result counts once all the same.
import { eq } from 'drizzle-orm'
import t from 'tap'
import { addArtifact } from '#demo/world/ci/artifacts.js'
import { zipOf } from '#demo/world/ci/zip.js'
import { HOUR_MS } from '#domain/time/durations.js'
import { testRuns } from '#tables/flaky-tests/test-runs.js'
import { openCrashableJobs } from '#test/fixtures/crashable-jobs.js'
import { startFlakyTests } from '#test/fixtures/flaky-service.js'
import { junitOf } from '#test/fixtures/test-reports.js'

const MOST_MOMENTS = 60

t.test('killed at any step, a run is read once', async (t) => {
  const service = await startFlakyTests(t)
  const { world, repository, git, hear, deps, test, stats } = service
  await service.run({ one: 'passed' })
  const jobs = openCrashableJobs(deps)
  const archive = zipOf([{ path: 'junit.xml', content: junitOf({ one: 'passed', two: 'failed' }) }])
  let moments = 1
  for (let isWhole = false; !isWhole && moments < MOST_MOMENTS; moments += 1) {
    world.advance(60_000)
    const { run, events } = world.createRun(repository, { headSha: git.tip() ?? '' })
    addArtifact(world.state, run, { name: 'junit', archive })
    await hear([...events, ...world.completeRun(repository, run.id, 'failure')])
    jobs.dieAfter(moments)
    const [row] = await deps.db.select().from(testRuns).where(eq(testRuns.runId, run.id))
    jobs.add('flaky-tests.ingest', { test_run_id: row?.id ?? 0 })
    for (let due = await jobs.work(); due; due = await jobs.work())
      world.advance(Math.max(0, due.getTime() - world.now().getTime()) + HOUR_MS)
    isWhole = jobs.hasSurvived()
    jobs.forget()
    world.takeEvents()
    const { recent_runs: runs, trend } = await stats()
    t.match(
      runs[0],
      { run_id: run.id, status: 'read', tests: 2, failures: 1 },
      `dead after ${moments} moments`
    )
    t.equal(
      trend.reduce((sum, { total }) => sum + total, 0),
      2 * moments + 1
    )
    t.match(await test('one'), {
      run_count: Math.min(moments + 1, 30),
      pass_count: Math.min(moments + 1, 30)
    })
  }
  t.ok(moments > 5 && moments < MOST_MOMENTS, `${moments} moments at which it could die`)
})
