import t from 'tap'
import { refusal } from '#demo/world/faults.js'
import { sweepAttempts } from '#services/attempts/end.js'
import { healKind } from '#services/healing/attempt.js'
import { UNFORMATTED } from '#test/fixtures/heal-service.js'
import { checkSums } from '#test/fixtures/recount.js'
import { A, startRepairService } from '#test/fixtures/repair-service.js'

const BRANCH = 'POST /repos/{owner}/{repo}/git/refs'

t.test('given a pull request that cannot be opened, the failure is still posted', async (t) => {
  const healed = await startRepairService(t)
  healed.world.failNext(BRANCH, 1, () => refusal(422, 'No `room` for a branch'))
  const broken = healed.failedAtHead(UNFORMATTED)
  await healed.send(broken)
  t.match(await healed.healsOf(broken.run.id), [
    { status: 'failed', strategy: 'patch_pr', prNumber: null, error: /room/, failureType: 'lint_format' }
  ])
  t.match(healed.comments(), [/lint_format.*src\/a\.ts.*Nothing: .* could not be opened\.\s.*room/s])
  const branch = `service/heal-${broken.run.id}`
  t.same([...healed.deeds.written].sort(), [`branch ${branch}`, `comment on ${A}`, `no branch ${branch}`])
  await sweepAttempts(healed.deps, healKind)
  healed.world.failNext(BRANCH, 1, () => refusal(422, 'No room'))
  const again = healed.failedAtHead(UNFORMATTED)
  await healed.send(again)
  t.match(await healed.healsOf(again.run.id), [{ status: 'failed', strategy: 'patch_pr' }])
  t.equal(healed.comments().length, 1, 'of one failure of a commit it is told once')
  await checkSums(t, healed.deps)
})

t.test('failures to open a pull request count for the circuit breaker of the branch', async (t) => {
  const healed = await startRepairService(t)
  await healed.configure({ pillars: { ci_healing: { max_fix_attempts: 20 } } })
  for (const wanted of ['failed', 'failed', 'failed', 'skipped'] as const) {
    healed.world.failNext(BRANCH, 1, () => refusal(422, 'No room'))
    const broken = healed.failedAtHead(UNFORMATTED)
    await healed.send(broken)
    t.match(await healed.healsOf(broken.run.id), [
      { status: wanted, skipReason: wanted === 'skipped' ? 'circuit_open' : null }
    ])
  }
})

t.test('if the pull request turns out to be open, only that is posted', async (t) => {
  const healed = await startRepairService(t)
  healed.world.failNext('POST /repos/{owner}/{repo}/pulls', 1, () => refusal(422, 'Validation Failed'))
  const broken = healed.failedAtHead(UNFORMATTED)
  await healed.send(broken)
  t.match(await healed.healsOf(broken.run.id), [{ status: 'healed', prNumber: healed.repository.lastNumber }])
  t.match(healed.comments(), [new RegExp(`#${healed.repository.lastNumber}`)])
})
