// What nobody may bring about: that a change passes, or stays approved, which was never looked at.
import { eq } from 'drizzle-orm'
import t, { type Test } from 'tap'
import type { Deps } from '#deps.js'
import { executeAction } from '#services/actions/execute.js'
import { negated, talliesOfAction } from '#store/actions/tallies.js'
import { changeEvidence } from '#store/counters/evidence-tallies.js'
import { managedActions } from '#tables/actions/managed-actions.js'
import { writtenAt, writtenReview } from '#test/domain/review/model/samples.js'
import { startModel } from '#test/fixtures/model-service.js'
import { MARKED, type ReviewStart, startReviews } from '#test/fixtures/review-service.js'

const ONLY_MAIN = { pillars: { ai_review: { triggers: { branches: ['main'] } } } }
const FINE = { 'src/fine.js': 'export const fine = 1\n' }

t.test(
  'a second pull request with the same head does not take away what the first one has failed for',
  async (t) => {
    const { pull, settle, git, checks } = await startReviews(t, { config: ONLY_MAIN })
    git.push('release', { 'release.txt': '1\n' })
    const first = await pull({ 'src/sum.js': MARKED })
    t.equal(checks(first)[0], 'failure')
    const { number: second, events } = git.openTwin(first, 'release')
    await settle(events)
    t.equal(git.pull(second).pull.headSha, git.pull(first).pull.headSha)
    t.equal(checks(second)[0], 'failure')
    await settle(git.close(first))
    await settle(git.close(second))
    await settle(git.reopen(second))
    t.equal(checks(second)[0], 'neutral')
  }
)

t.test('a pull request that goes into another branch is looked at anew', async (t) => {
  const { pull, settle, git, checks, last } = await startReviews(t, { config: ONLY_MAIN })
  git.push('release', { 'src/sum.js': MARKED })
  const { number, events } = git.openPull({ files: { 'src/sum.js': `${MARKED}\n` }, base: 'release' })
  await settle(events)
  t.match(await last(), { status: 'skipped' })
  await settle(git.editPull(number, { base: 'main' }))
  t.match(await last(), { verdict: 'request_changes', trigger: 'webhook' })
  t.equal(checks(number)[0], 'failure')
  await settle(git.editPull(number, { base: 'release' }))
  t.match(await last(), { status: 'skipped' })
  t.equal(await pull(FINE), number + 1)
})

const APPROVING: ReviewStart = {
  settings: { allow_approve: true, adversarial_review: false },
  config: { settings: { allow_auto_approve: true } }
}
const SURE = { value: { ...writtenReview([]), overall_correctness: 'patch is correct' } }

async function startApproving(t: Test) {
  const { server, model, countIn } = await startModel(t)
  const service = await startReviews(t, { ...APPROVING, service: { work: true, deps: { model } } })
  countIn(service.deps)
  return { ...service, server }
}

t.test('rules alone approve nothing', async (t) => {
  const { pull, last, onHost } = await startReviews(t, APPROVING)
  const number = await pull(FINE)
  t.match(await last(), { verdict: 'approved', confidence: 'low' })
  t.same(onHost(number), [])
})

t.test(
  'an approval does not outlive the head that it was given for, whatever becomes of the next one',
  async (t) => {
    const { pull, push, last, onHost, server } = await startApproving(t)
    server.says(SURE)
    const number = await pull(FINE)
    t.match(onHost(number), [{ state: 'APPROVED' }])
    server.always({ status: 500 })
    await push(number, { 'src/other.js': 'export const other = 1\n' })
    t.match(await last(), { verdict: 'error' })
    t.match(onHost(number), [{ state: 'DISMISSED' }])
  }
)

/** Its worker has died with the answer of the host, and somebody cancelled it before anybody looked. */
async function loseSubmission(deps: Deps): Promise<number> {
  let id = 0
  await deps.transaction((tx) =>
    changeEvidence(tx, async (tallied) => {
      const isIt = eq(managedActions.actionType, 'submit-review')
      const [before] = await tallied.select().from(managedActions).where(isIt)
      const lost = { status: 'cancelled', hostId: null, evidence: { outcome_unknown: true } } as const
      const [after] = await tallied.update(managedActions).set(lost).where(isIt).returning()
      if (!before || !after) throw new Error('nothing was submitted')
      id = after.id
      return [
        { repoId: after.repoId, tallies: [...negated(talliesOfAction(before)), ...talliesOfAction(after)] }
      ]
    })
  )
  return id
}

t.test('an approval that arrived after it was overtaken is taken back', async (t) => {
  const { pull, push, settle, onHost, server, deps } = await startApproving(t)
  server.says(SURE)
  const number = await pull(FINE)
  const id = await loseSubmission(deps)
  server.says(SURE)
  await push(number, { 'src/sum.js': MARKED })
  t.match(onHost(number), [{ state: 'APPROVED' }, { state: 'CHANGES_REQUESTED' }])
  await executeAction(deps, id)
  await settle()
  t.match(onHost(number), [{ state: 'DISMISSED' }, { state: 'CHANGES_REQUESTED' }])
})

t.test('a change of which nothing could be read does not pass', async (t) => {
  const { pull, last, checks, git } = await startReviews(t, { settings: { max_lines_to_review: 1 } })
  const number = await pull({ 'src/long.js': 'export const a = 1\nexport const b = 2\n' })
  t.match(await last(), { status: 'error', verdict: 'error', reason: 'No changed file was read.' })
  t.equal(checks(number)[0], 'neutral')
  t.equal(git.pull(number).issue.state, 'open')
})

t.test('a change all of whose files are ignored does not pass', async (t) => {
  const { pull, last, checks } = await startReviews(t, { settings: { ignore_patterns: ['**'] } })
  const number = await pull(FINE)
  t.match(await last(), { verdict: 'error', reason: 'No changed file was read.' })
  t.equal(checks(number)[0], 'neutral')
})

t.test('whoever requests changes says which, also of what was told before as a lesser thing', async (t) => {
  const { pull, push, onHost, server } = await startApproving(t)
  const found = (priority: string) =>
    writtenReview([writtenAt(priority, { file: 'src/fine.js', line: 1, title: 'Anybody may delete' })])
  server.says({ value: found('P1') })
  const number = await pull(FINE)
  server.says({ value: found('P0') })
  await push(number, { 'src/other.js': 'export const other = 1\n' })
  t.match(onHost(number), [
    { state: 'COMMENTED' },
    { state: 'CHANGES_REQUESTED', body: /Anybody may delete/ }
  ])
})
