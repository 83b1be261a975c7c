// The queue passes over what fails in quarantined tests alone, after it was tried once more.
import t, { type Test } from 'tap'
import { assertSound, startQueue } from '#test/fixtures/queue-service.js'
import { junitOf, type Outcomes, openReports } from '#test/fixtures/test-reports.js'

const FAILED: Outcomes = { flaky: 'failed', stable: 'passed' }
const PASSED: Outcomes = { flaky: 'passed', stable: 'passed' }

/** Whatever a lane looks at again after a while is not to come due. */
const STEP_MS = 2_000

interface Attempt {
  outcomes: Outcomes
  as?: 'success' | 'failure'
  files?: Readonly<Record<string, string>>
}

/** A queue with a quarantined test. */
async function startQuarantined(t: Test) {
  const service = await startQueue(t, { finishes: 'when told' })
  const settle = () => service.settle(['flaky-tests'])
  const reports = openReports({ ...service, settle, stepMs: STEP_MS })
  await reports.proveFlaky()
  return { service, settle, reports }
}

/** One pull request whose candidate is tested in these attempts. */
async function startTested(t: Test, attempts: readonly Attempt[]) {
  const { service, settle, reports } = await startQuarantined(t)
  const { git, repository, hear, pull, admit } = service
  const number = await pull({ 'x.txt': 'x\n' })
  await admit(number)
  await hear(git.finishChecks())
  await settle()
  const candidates = () =>
    [...repository.runs.values()].filter(({ branch }) => branch.startsWith('service-queue/'))
  for (const { outcomes, as = 'failure', files } of attempts) {
    const waiting = candidates().filter(({ status }) => status !== 'completed')
    t.equal(waiting.length, 1, 'the queue waits for an attempt')
    for (const { id } of waiting) reports.upload(id, outcomes, files && { files })
    service.world.advance(STEP_MS)
    await hear(git.finishChecks(undefined, { as: { build: as } }))
    await settle()
  }
  const [entry] = (await service.queue()).entries
  const reruns = () =>
    service.world.count('POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun-failed-jobs')
  return { service, reports, number, entry, candidates, reruns, settle }
}

t.test('what fails in quarantined tests alone is tried once more, and lands when it passes', async (t) => {
  const { service, number, entry, reruns } = await startTested(t, [
    { outcomes: FAILED },
    { outcomes: PASSED, as: 'success' }
  ])
  t.match(entry, { status: 'merged', checks_excused: [], attempts: 0 })
  t.equal(reruns(), 1)
  assertSound(t, service, [number])
})

t.test('what fails in quarantined tests alone again lands, and everybody is told of it', async (t) => {
  const { service, number, entry, candidates, reruns } = await startTested(t, [
    { outcomes: FAILED },
    { outcomes: FAILED }
  ])
  const excused = [{ name: 'build', tests: ['suite flaky'], sha: candidates()[0]?.headSha }]
  t.match(entry, { status: 'merged', checks_excused: excused, blocked_reason: null })
  t.equal(reruns(), 1)
  t.equal(candidates().length, 1, 'nothing is searched')
  assertSound(t, service, [number])
  t.match(service.git.comments(number), [
    /only quarantined tests failed:\n- `build` on `[0-9a-f]{7}`:\n +- `suite flaky`/
  ])
  const check = service.git.checks(entry?.head_sha ?? '').findLast(({ name }) => name === 'service/queue')
  t.match(check, {
    conclusion: 'success',
    output: { summary: /`build` on `[0-9a-f]{7}`:\n +- `suite flaky`/ }
  })
  const [landed] = await service.decisions()
  const detail = 'only quarantined tests failed: suite flaky'
  t.match(landed?.conditions.at(-1), { check: 'check(build)', result: true, detail })
  const replay = await service.client.POST('/api/decisions/{id}/replay', {
    params: { path: { id: landed?.id ?? 0 } }
  })
  t.match(replay.data, { same: true })
})

t.test('what failed beside a quarantined test counts, in the first attempt and in the second', async (t) => {
  const mixed: Attempt = { outcomes: { flaky: 'failed', stable: 'failed' } }
  const files = { 'junit.xml': junitOf(FAILED), 'results.tap': '1..3\nok 1 - stable\n' }
  for (const attempts of [[mixed], [{ outcomes: FAILED }, { outcomes: FAILED, files }]]) {
    const { entry, candidates } = await startTested(t, attempts)
    t.match(entry, { status: 'merging', checks_excused: [] })
    t.equal(candidates().length, 2, 'it is searched')
  }
})

t.test('without reports of its tests a failure counts', async (t) => {
  const { reruns, candidates } = await startTested(t, [{ outcomes: {} }])
  t.equal(reruns(), 0)
  t.equal(candidates().length, 2, 'it is searched')
})

t.test('what was passed over on the head before it was admitted is told with what follows', async (t) => {
  const { service, settle, reports } = await startQuarantined(t)
  const { git, repository, hear, pull, admit } = service
  const number = await pull({ 'x.txt': 'x\n' })
  const [run, ...more] = [...repository.runs.values()].filter(({ branch }) => branch.startsWith('change-'))
  if (!run || more.length > 0) throw new Error('the head is tested by one run')
  for (const attempt of [1, 2]) {
    if (attempt > 1) await hear(git.rerunChecks(run.headSha))
    reports.upload(run.id, FAILED)
    service.world.advance(STEP_MS)
    await hear(git.finishChecks(run.headSha, { as: { build: 'failure' } }))
    await settle()
  }
  await admit(number)
  await settle()
  const excused = [{ name: 'build', tests: ['suite flaky'], sha: run.headSha }]
  const entryOf = async () => (await service.queue()).entries.find(({ pr_number }) => pr_number === number)
  t.match(await entryOf(), { status: 'merging', checks_excused: excused })
  await hear(git.finishChecks())
  await settle()
  t.match(await entryOf(), { status: 'merged', checks_excused: excused })
})
