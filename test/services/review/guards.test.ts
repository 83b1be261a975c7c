// What keeps a pull request from being reviewed, and what of it is read.
import t from 'tap'
import { MARKED, REVIEWED, startReviews } from '#test/fixtures/review-service.js'

t.test('changes of bots are skipped, and drafts wait until they are ready', async (t) => {
  const { pull, last, reviews, git, settle } = await startReviews(t)
  await pull({ 'src/sum.js': MARKED }, 'renovate[bot]')
  t.match(await last(), { status: 'skipped', reason: /Changes of bots/ })
  const { number, events } = git.openPull({ files: { 'src/sum.js': MARKED }, draft: true })
  await settle(events)
  t.equal((await reviews()).length, 1)
  await settle(git.readyForReview(number))
  t.match(await last(), { pr_number: number, status: 'completed', verdict: 'request_changes' })
})

t.test('a dry run and a waiver keep the host as it is, and the decision says which', async (t) => {
  const dry = await startReviews(t, { config: { settings: { dry_run: true } } })
  const number = await dry.pull({ 'src/sum.js': MARKED })
  t.match(await dry.last(), { status: 'skipped', verdict: null, reason: 'Dry-run mode' })
  t.same([dry.onHost(number), dry.checks(number)], [[], []])

  const waived = await startReviews(t)
  const body = {
    repo: 'octo-org/hello',
    pillar: 'ai_review',
    scope: 'repo',
    reason: 'It is late.',
    granted_by: 'mona'
  } as const
  const { data: granted } = await waived.client.POST('/api/waivers', { body })
  await waived.pull({ 'src/sum.js': MARKED })
  t.match(await waived.last(), { status: 'skipped', reason: `Waiver ${granted?.data.id} holds for it.` })
})

t.test('the pillar, and triggers by branch, author and path decide as everywhere', async (t) => {
  const triggersOf = (triggers: object) => ({ config: { pillars: { ai_review: { triggers } } } })
  const skipped = async (config: object) => {
    const { pull, last } = await startReviews(t, config)
    await pull({ 'src/sum.js': MARKED })
    return (await last())?.status
  }
  t.equal(await skipped({ config: { pillars: { ai_review: { enabled: false } } } }), 'skipped')
  t.equal(await skipped(triggersOf({ branches: ['release/*'] })), 'skipped')
  t.equal(await skipped(triggersOf({ ignore_authors: ['octo*'] })), 'skipped')
  t.equal(await skipped(triggersOf({ paths: ['docs/**'] })), 'skipped')
  t.equal(await skipped(triggersOf({ branches: ['main'], paths: ['src/**'] })), 'completed')
})

t.test('files beyond the limits, and those that nobody reads, are left out and named', async (t) => {
  const { pull, last, configureReviews } = await startReviews(t, { settings: { max_files_to_review: 2 } })
  const lines = (count: number) => `${Array.from({ length: count }, (_, at) => `line${at}()`).join('\n')}\n`
  await pull({
    'a.js': lines(1),
    'b.js': lines(1),
    'c.js': lines(1),
    'package-lock.json': '{}\n'
  })
  t.match(await last(), {
    files_reviewed: 2,
    left_out: [
      { path: 'c.js', reason: /max_files_to_review/ },
      { path: 'package-lock.json', reason: /ignore_patterns/ }
    ]
  })
  await configureReviews({ max_files_to_review: 30, max_lines_to_review: 10, ignore_patterns: [] })
  await pull({ 'large.js': lines(11), 'small.js': lines(2) })
  t.match(await last(), {
    files_reviewed: 1,
    left_out: [{ path: 'large.js', reason: /max_lines_to_review/ }]
  })
})

t.test('settings that are left out keep their value, and unknown ones are refused', async (t) => {
  const { client, configureReviews } = await startReviews(t, { settings: { max_files_to_review: 7 } })
  const saved = await configureReviews({ check_docs: true })
  t.match(saved, { stored: true, enabled: true, max_files_to_review: 7, check_docs: true, check_logic: true })
  const { data } = await client.GET('/api/review/config/{owner}/{repo}', { params: { path: REVIEWED } })
  t.same(data, saved)
  const path = { owner: 'octo-org', repo: 'unknown' }
  t.match((await client.GET('/api/review/config/{owner}/{repo}', { params: { path } })).error, {
    code: 'repo_not_found'
  })
  const wrong: object = { max_file: 1 }
  const { error } = await client.POST('/api/review/config/{owner}/{repo}', {
    params: { path: REVIEWED },
    body: wrong
  })
  t.match(error, { status: 400, message: /max_file/ })
  const { data: audit } = await client.GET('/api/audit/entries', {
    params: { query: { category: 'config_change' } }
  })
  t.match(audit?.data[0], { event_type: 'review_config_updated', payload: { after: { check_docs: true } } })
})

t.test('a head that was skipped is reviewed when its pull request is opened again', async (t) => {
  const { pull, last, git, settle, configureReviews } = await startReviews(t, {
    settings: { enabled: false }
  })
  const number = await pull({ 'src/sum.js': MARKED })
  t.match(await last(), { status: 'skipped' })
  await configureReviews({ enabled: true })
  await settle(git.close(number))
  await settle(git.reopen(number))
  t.match(await last(), { pr_number: number, status: 'completed', verdict: 'request_changes' })
})
