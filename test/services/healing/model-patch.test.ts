import t, { type Test } from 'tap'
import { DAY_MS } from '#domain/time/durations.js'
import type { JsonObject } from '#schemas/common.js'
import { deadLetterAttempt } from '#services/attempts/end.js'
import { healKind } from '#services/healing/attempt.js'
import { ciRuns } from '#tables/mirror/ci-runs.js'
import { TYPE_ERROR } from '#test/fixtures/heal-service.js'
import { type ModelSetup, startModel } from '#test/fixtures/model-service.js'
import { checkSums } from '#test/fixtures/recount.js'
import { startRepairService } from '#test/fixtures/repair-service.js'
import { until } from '#test/harness/until.js'

const USERS = [
  'export interface User {',
  '  age: number',
  '}',
  '',
  'export function parse(text: string): User {',
  '  return { age: text }',
  '}',
  ''
].join('\n')

const EDIT = { path: 'src/store/users.ts', find: '{ age: text }', replace: '{ age: Number(text) }' }
const patch = (...edits: JsonObject[]) => ({
  value: {
    summary: 'Turn the age into a number, @octocat',
    explanation: 'The text is a number. Closes #1.',
    edits
  }
})

async function startThoughtful(t: Test, options: ModelSetup = {}) {
  const thinking = await startModel(t, options)
  const healed = await startRepairService(t, { work: true, deps: { model: thinking.model } })
  thinking.countIn(healed.deps)
  healed.repository.files.set('src/store/users.ts', USERS)
  return {
    ...healed,
    model: thinking.server,
    /** A run whose log names the file, as the runner saw it. */
    async breaks(log: string = TYPE_ERROR) {
      const broken = healed.failedAtHead(log)
      await healed.arrive(broken.events)
      // What edits a comment that is just being written leaves a job behind that waits for nothing: nobody waits for that.
      await until('all is decided and told', async () => {
        const [heal] = await healed.healsOf(broken.run.id)
        const isLive = (await healed.actionsOf()).some(({ resolvedAt }) => resolvedAt === null)
        // The pull request is taken up by a job that follows the action.
        const isOver = heal !== undefined && heal.status !== 'pending' && heal.status !== 'attempted'
        return heal?.decisionId != null && !isLive && isOver
      })
      const [heal] = await healed.healsOf(broken.run.id)
      if (!heal) throw new Error('there is an attempt')
      return heal
    }
  }
}

t.test('a failure without a repair is sent to the model, and its patch ends in a pull request', async (t) => {
  for (const provider of ['openai', 'anthropic'] as const) {
    const thoughtful = await startThoughtful(t, { provider })
    thoughtful.model.says(patch(EDIT))
    const heal = await thoughtful.breaks()
    t.match(heal, {
      status: 'healed',
      strategy: 'patch_pr',
      repair: 'model',
      failureType: 'type_check',
      filesChanged: ['src/store/users.ts'],
      skipReason: null,
      error: null,
      outcome: 'pending'
    })
    t.same(thoughtful.changedOn(`service/heal-${heal.hostRunId}`), {
      'src/store/users.ts': USERS.replace('{ age: text }', '{ age: Number(text) }')
    })
    const [asked, ...others] = thoughtful.model.asked
    t.equal(others.length, 0)
    t.match(asked?.text, /TS2322/)
    t.match(asked?.text, 'return { age: text }')
    t.notMatch(asked?.text, 'upload-artifact', 'nothing is shown that may not be changed')
    const pull = thoughtful.repository.issues.get(thoughtful.repository.lastNumber)
    t.match(pull?.body, /A language model \(a-model\) wrote this/)
    t.notMatch(pull?.body, /@octocat|#1/, 'its words are no orders to the host')
    t.match((await thoughtful.decisionsOf()).at(-1), { decision: 'acted', reason: /language model/ })
    await checkSums(t, thoughtful.deps)
  }
})

t.test('an unusable answer ends the attempt with its reason, in a comment and in no branch', async (t) => {
  const thoughtful = await startThoughtful(t)
  const cases: [JsonObject[], RegExp][] = [
    [[], /proposed no change/],
    [[{ ...EDIT, find: 'not there' }], /does not find its text/],
    [[{ ...EDIT, path: '.github/workflows/test.yml' }], /was not shown/],
    [[{ ...EDIT, find: USERS, replace: '' }], /nothing is left|too little/],
    [[{ ...EDIT, replace: `${EDIT.replace}${'\n'.repeat(501)}` }], /more than 500 lines are added/]
  ]
  for (const [at, [edits, why]] of cases.entries()) {
    thoughtful.model.says(patch(...edits))
    // Another failure each time: what was tried in vain is not tried again within a day.
    const heal = await thoughtful.breaks(TYPE_ERROR.replace('TS2322', `TS2${300 + at}`))
    t.match(heal, { status: 'failed', strategy: 'patch_pr', repair: 'model', error: why, prNumber: null })
    t.same([...thoughtful.deeds.refs.keys()], ['main'])
    thoughtful.world.advance(2 * DAY_MS)
  }
  t.match(thoughtful.comments(), [/proposed no change/], 'of one failure of a commit it is told once')
  t.equal(
    (await thoughtful.decisionsOf()).filter(({ decision }) => decision === 'error').length,
    cases.length
  )
})

t.test('a patch that the guard would refuse is not proposed, whoever wrote it', async (t) => {
  const thoughtful = await startThoughtful(t)
  thoughtful.model.says(patch({ ...EDIT, replace: '{ age: text as any }' }))
  const heal = await thoughtful.breaks()
  t.match(heal, { status: 'skipped', skipReason: 'file_blocked', repair: 'model' })
  t.same([...thoughtful.deeds.refs.keys()], ['main'])
})

t.test('the model is not asked if a guard would stop the repair, and not about blocked files', async (t) => {
  const thoughtful = await startThoughtful(t)
  const cases: [JsonObject, string][] = [
    [{ auto_patch: false }, 'auto_patch_off'],
    [{ blocked_file_patterns: ['src/**'] }, 'no_file'],
    [{ allowed_file_patterns: ['docs/**'] }, 'no_file'],
    [{ enabled: false }, 'pillar_disabled']
  ]
  for (const [settings, skipReason] of cases) {
    await thoughtful.configure({ pillars: { ci_healing: settings } })
    t.match(await thoughtful.breaks(), { status: 'skipped', skipReason, prNumber: null })
  }
  t.equal(thoughtful.model.asked.length, 0)
})

t.test('an unknown failure is not sent to the model', async (t) => {
  const thoughtful = await startThoughtful(t)
  const silent = ['##[group]Run ./run.sh', '##[endgroup]', '##[error]Process completed with exit code 1.', '']
  const heal = await thoughtful.breaks(
    silent.map((line) => `2026-01-02T10:00:00.0000000Z ${line}`).join('\n')
  )
  t.match(heal, { status: 'failed', failureType: 'unknown', repair: null })
  t.equal(thoughtful.model.asked.length, 0)
})

t.test('a dry run shows what it would propose, and proposes nothing', async (t) => {
  const thoughtful = await startThoughtful(t)
  await thoughtful.configure({ settings: { dry_run: true } })
  thoughtful.model.says(patch(EDIT))
  t.match(await thoughtful.breaks(), {
    status: 'skipped',
    skipReason: 'dry_run',
    repair: 'model',
    strategy: 'patch_pr',
    filesChanged: ['src/store/users.ts']
  })
  t.same(thoughtful.deeds.written, [])
})

t.test('settings changed while the model answers apply to its patch', async (t) => {
  const thoughtful = await startThoughtful(t)
  thoughtful.model.says(async () => {
    await thoughtful.configure({ pillars: { ci_healing: { auto_patch: false } } })
    return patch(EDIT)
  })
  t.match(await thoughtful.breaks(), { status: 'skipped', skipReason: 'auto_patch_off' })
  t.same([...thoughtful.deeds.refs.keys()], ['main'])
})

t.test('an exhausted daily token budget is no failure of healing', async (t) => {
  const thoughtful = await startThoughtful(t, { tokensPerDay: 500 })
  t.match(await thoughtful.breaks(), { status: 'skipped', skipReason: 'not_auto_fixable' })
  t.match(thoughtful.comments().at(-1), /MODEL_TOKENS_PER_DAY/)
  t.equal(thoughtful.model.asked.length, 0)
})

t.test('the diagnosis is posted before the model answers, and edited afterwards', async (t) => {
  const thoughtful = await startThoughtful(t)
  const seen: unknown[] = []
  thoughtful.model.says(async () => {
    await until('the diagnosis is told', async () => thoughtful.comments().length > 0)
    const [run] = await thoughtful.deps.db.select().from(ciRuns)
    seen.push(thoughtful.comments()[0], run?.healRootCause, (await thoughtful.feedOf())[0]?.detail)
    return patch(EDIT)
  })
  t.match(await thoughtful.breaks(), { status: 'healed', repair: 'model' })
  t.match(seen, [/TS2322.*It asked a language model/s, /TS2322/, /TS2322/])
  await until('the comment is edited', async () => /Pull request:\*\* #/.test(thoughtful.comments()[0] ?? ''))
  t.match(thoughtful.comments(), [/proposed a repair as a pull request/], 'there is one comment')
  t.notMatch(thoughtful.comments(), [/It asked a language model/])
  await checkSums(t, thoughtful.deps)
})

t.test('if the model is down for good, the diagnosis stays and its comment says so', async (t) => {
  const thoughtful = await startThoughtful(t)
  thoughtful.model.says(...Array.from({ length: 40 }, () => ({ status: 500 })))
  const broken = thoughtful.failedAtHead(TYPE_ERROR)
  await thoughtful.arrive(broken.events)
  await until('the diagnosis is told', async () => thoughtful.comments().length > 0)
  t.match(thoughtful.comments(), [/TS2322.*It asked a language model/s])
  const [heal] = await thoughtful.healsOf(broken.run.id)
  t.match(heal, { status: 'attempted', failureType: 'type_check', rootCause: /TS2322/, decisionId: null })
  await until('a fault is noted', async () => (await thoughtful.healsOf(broken.run.id))[0]?.error != null)
  await deadLetterAttempt(thoughtful.deps, healKind, heal?.id ?? 0)
  await until('the comment is edited', async () => /gave no answer/.test(thoughtful.comments()[0] ?? ''))
  t.equal(thoughtful.comments().length, 1)
  await checkSums(t, thoughtful.deps)
})

t.test('an unavailable model is asked again, and the attempt ends once', async (t) => {
  const thoughtful = await startThoughtful(t)
  thoughtful.model.says({ status: 500 }, patch(EDIT))
  t.match(await thoughtful.breaks(), { status: 'healed', repair: 'model', error: null })
  t.equal(thoughtful.model.asked.length, 2)
})
