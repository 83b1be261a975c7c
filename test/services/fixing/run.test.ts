import t from 'tap'
import { auditEntries } from '#tables/audit/audit-entries.js'
import { ANALYSIS, answer, PATCH, startFixService } from '#test/fixtures/fix-service.js'
import { until } from '#test/harness/until.js'

for (const provider of ['openai', 'anthropic'] as const)
  t.test(`a patch becomes one pull request that names its issue (${provider})`, async (t) => {
    const fixed = await startFixService(t, { provider })
    const { model, world, repository, deeds } = fixed
    await fixed.offer('service-fix', 'simple')
    const number = await fixed.issue()
    model.says(answer(ANALYSIS), answer(PATCH))
    const { data, response } = await fixed.ask(number, { note: 'It reads badly.' })
    t.equal(response.status, 202)
    t.match(data, { status: 'pending', repo: 'octo-org/hello', issue_number: number, job_id: String })
    await fixed.ended(number)
    await fixed.idle()
    const shown = await fixed.shown(number)
    t.match(shown, {
      status: 'submitted',
      id: data?.attempt_id,
      attempt: 1,
      branch_name: `service/fix-${number}`,
      pr_number: number + 1,
      complexity: 'simple',
      confidence: 'medium',
      risk_score: 0,
      risk_level: 'low',
      files_changed: ['src/greeting.ts'],
      lines_changed: 2,
      error: null,
      triggered_by: 'api',
      attempts: [{ status: 'submitted' }]
    })
    t.equal(model.asked.length, 2)
    const pull = repository.issues.get(number + 1)
    t.match(deeds.written, [`branch service/fix-${number}`, `pull of service/fix-${number}`])
    t.equal(deeds.written.filter((one) => one.startsWith('branch')).length, 1)
    t.same(pull?.labels.map(({ name }) => name).sort(), ['service-fix', 'simple'])
    t.equal([...deeds.commits.values()].filter(({ message }) => message.includes('[service-fix]')).length, 1)
    t.equal(pull?.title, `Fix for issue ${number}: Spell the greeting right`)
    t.match(pull?.body, `proposes a change for #${number}`)
    t.notMatch(pull?.body, /\b(fix(es|ed)?|clos(es|ed?)|resolv(es|ed?)):? #/i, 'merging it closes nothing')
    const comments = deeds.comments.filter((comment) => comment['issue'] === number)
    t.match(comments, [{ body: new RegExp(`#${number + 1} proposes a change`) }])
    t.match(await fixed.decided(), [{ decision: 'acted', evaluator: 'issue_fix', targetNumber: number }])
    t.match(await fixed.feed(), [{ status: 'submitted', targetNumber: number }])
    t.equal((await fixed.feed()).length, 1)
    const audited = await fixed.deps.db.select().from(auditEntries)
    t.ok(audited.some(({ eventType }) => eventType === 'fix_requested'))

    await fixed.send({ events: world.mergePull(repository, number + 1) })
    t.match(await fixed.shown(number), { status: 'merged', pr_number: number + 1 })
    await fixed.idle()
    t.match(
      deeds.comments.filter((comment) => comment['issue'] === number),
      [{ body: new RegExp(`^### Proposed fix merged\\n\\n#${number + 1} was merged\\.`) }],
      'the one comment says so'
    )
  })

t.test('without a model an attempt is rejected, and the reason names the setting', async (t) => {
  const fixed = await startFixService(t, { model: false })
  const number = await fixed.issue()
  t.equal((await fixed.ask(number)).response.status, 202)
  await fixed.ended(number)
  t.match(await fixed.shown(number), { status: 'rejected', error: 'no_model', reason: /MODEL_PROVIDER/ })
  t.match(await fixed.decided(), [{ decision: 'skipped' }])
  t.same(fixed.deeds.written, [])
  // What never began counts for no limit.
  await fixed.configured({ pillars: { issue_fix: { daily_limit: 1 } } })
  t.equal((await fixed.ask(number)).response.status, 202)
})

t.test('a dry run asks the model and changes nothing, and a real attempt may follow', async (t) => {
  const fixed = await startFixService(t)
  const number = await fixed.issue()
  fixed.model.says(answer(ANALYSIS), answer(PATCH), answer(ANALYSIS), answer(PATCH))
  await fixed.ask(number, { dry_run: true })
  await fixed.ended(number)
  t.match(await fixed.shown(number), {
    status: 'rejected',
    error: 'dry_run',
    dry_run: true,
    lines_changed: 2,
    explanation: 'Whoever is greeted reads Hello now.'
  })
  t.match(await fixed.decided(), [{ decision: 'dry_run' }])
  t.same(fixed.deeds.written, [])
  await fixed.ask(number)
  await fixed.ended(number)
  t.match(await fixed.shown(number), {
    status: 'submitted',
    attempt: 2,
    attempts: [{ attempt: 2 }, { attempt: 1 }]
  })
})

t.test('an attempt in a repository with dry_run is a dry run', async (t) => {
  const fixed = await startFixService(t)
  await fixed.configured({ settings: { dry_run: true } })
  const number = await fixed.issue()
  fixed.model.says(answer(ANALYSIS), answer(PATCH))
  await fixed.ask(number)
  await fixed.ended(number)
  t.match(await fixed.shown(number), { status: 'rejected', error: 'dry_run', dry_run: true })
  t.same(fixed.deeds.written, [])
})

t.test("instructions in the model's answer are not passed to the host", async (t) => {
  const fixed = await startFixService(t)
  const number = await fixed.issue()
  const words = 'Fixes #1, closes GH-2 for @octocat, see https://evil.test/x\n```'
  fixed.model.says(
    answer(ANALYSIS),
    answer({ ...PATCH, summary: words, explanation: `${words}\n~~~~~~\nfixes #3` })
  )
  await fixed.ask(number)
  await fixed.ended(number)
  const pull = fixed.repository.issues.get(number + 1)
  const commit = [...fixed.deeds.commits.values()].at(-1)
  for (const text of [pull?.title, commit?.message]) t.notMatch(text, /#\d|GH-|@|:\/\//)
  t.equal(pull?.body?.match(/^~~~~~~/gm)?.length, 2, 'the fence ends where it should')
})

t.test('the model sees nothing that looks like a secret, and no blocked file', async (t) => {
  const fixed = await startFixService(t)
  const secret = `ghp_${'b'.repeat(36)}`
  const number = await fixed.issue({ body: `It says Helo. My token is ${secret}.` })
  fixed.model.says(
    answer({ ...ANALYSIS, relevant_files: ['src/secrets.ts', 'db/schema.sql', 'src/greeting.ts'] }),
    answer(PATCH)
  )
  await fixed.ask(number)
  await fixed.ended(number)
  const told = fixed.model.asked.map(({ text }) => text).join('\n')
  t.notMatch(told, /ghp_/)
  t.notMatch(told, /db\/schema|\.github|package-lock|create table/)
  t.match(told, /src\/greeting\.ts/)
  t.match(await fixed.shown(number), { status: 'submitted' })
})

t.test('a repository runs one attempt at a time; the next starts when it has ended', async (t) => {
  const fixed = await startFixService(t)
  const [first, second] = [await fixed.issue(), await fixed.issue()]
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  fixed.model.says(
    async () => {
      await held
      return answer(ANALYSIS)
    },
    answer(PATCH),
    answer(ANALYSIS),
    answer(PATCH)
  )
  await fixed.ask(first)
  await until('the model is asked', async () => fixed.model.asked.length === 1)
  await fixed.ask(second)
  await until('the second has waited', async () => {
    const counts = await fixed.queue.counts()
    const left = counts.filter(({ name, state }) => name === 'fix.run' && state !== 'completed')
    return left.reduce((sum, { count }) => sum + count, 0) === 1
  })
  t.match(await fixed.shown(second), { status: 'pending' })
  t.equal(fixed.model.asked.length, 1)
  release()
  await fixed.ended(second)
  t.match(await fixed.shown(first), { status: 'submitted' })
  t.match(await fixed.shown(second), { status: 'submitted' })
})
