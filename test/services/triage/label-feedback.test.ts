// What others have said or done stands, and what is said again is judged again.
import t from 'tap'
import { MINUTE_MS } from '#domain/time/durations.js'
import {
  BUG,
  checkTriageSums,
  FEATURE_REQUEST,
  startTriageService,
  type TriageService
} from '#test/fixtures/triage-service.js'

const OFFERS = ['bug', 'enhancement', 'question', 'duplicate', 'priority:critical']
const URGENT = { ...BUG, title: 'Crash with a segfault and loss of data (data loss) in production' }

/** Two that say the same, of which the newer is confirmed to repeat the older. */
async function confirmed({ world, repository, client, send, idle }: TriageService, text: typeof BUG) {
  const older = world.createIssue(repository, text)
  await send(older)
  world.advance(MINUTE_MS)
  const newer = world.createIssue(repository, text)
  await send(newer)
  const { data } = await client.GET('/api/duplicates')
  const id = data?.data[0]?.id ?? 0
  await client.POST('/api/duplicates/{id}/confirm', { params: { path: { id } }, body: null })
  await idle()
  return { older: older.issue, newer: newer.issue }
}

t.test('the label of a confirmed duplicate stays, whatever is edited', async (t) => {
  const triaged = await startTriageService(t, { offers: OFFERS })
  const { world, repository, deeds, send } = triaged
  const { newer } = await confirmed(triaged, BUG)
  t.same(newer.labels.map(({ name }) => name).sort(), ['bug', 'duplicate'])
  await send({ events: world.editIssue(repository, newer.number, { body: `${BUG.body}\nStill so.` }) })
  t.match((await triaged.decisionsOn(newer.number)).at(-1), { triggerEvent: 'issues.edited' })
  t.same(
    deeds.written.filter((deed) => deed.startsWith('label')),
    []
  )
})

t.test('a priority label added by the service is its own, and stays off once it is removed', async (t) => {
  const triaged = await startTriageService(t, { offers: OFFERS })
  const { world, repository, deeds, send } = triaged
  const { older } = await confirmed(triaged, URGENT)
  const { number } = older
  const edited = async (more: string) => {
    await send({ events: world.editIssue(repository, number, { body: `${URGENT.body}\n${more}` }) })
    const decision = (await triaged.decisionsOn(number)).at(-1)
    t.match(decision, { evaluator: 'issue_triage' })
    return JSON.parse(decision?.inputs ?? '{}').issue_triage.said
  }
  const ofPriority = () => deeds.written.filter((deed) => deed.includes('priority'))
  t.same(ofPriority(), [`label priority:critical on ${number}`])
  deeds.written.length = 0
  t.match(await edited('Once more.'), { priority: null, priority_refused: false })
  t.match(await edited('Twice more.'), { priority: null, priority_refused: false })
  t.same(ofPriority(), [])
  await send({ events: world.labelIssue(repository, number, 'priority:critical') })
  t.match(await edited('Always.'), { priority: null, priority_refused: true })
  t.same(ofPriority(), [])
  await send({ events: world.labelIssue(repository, number, 'priority:low') })
  t.match(await edited('Indeed.'), { priority: 'low' })
  t.match(await triaged.issue(number), { triage_priority: 'low' })
})

t.test('an issue edited back to its first content gets its first triage again', async (t) => {
  const triaged = await startTriageService(t)
  const { world, repository, deeds, send } = triaged
  const { issue, events } = world.createIssue(repository, BUG)
  await send({ events })
  const { number } = issue
  await send({ events: world.editIssue(repository, number, FEATURE_REQUEST) })
  t.match(await triaged.issue(number), { triage_type: 'feature' })
  await send({ events: world.editIssue(repository, number, BUG) })
  t.match(await triaged.issue(number), { triage_type: 'bug', triage_summary: /^A bug/ })
  t.same([...deeds.written].sort(), [`label bug on ${number}`, `label enhancement off ${number}`])
  t.equal((await triaged.triagesOn(number)).length, 2)
  world.closeIssue(repository, number)
  await send({ events: world.reopenIssue(repository, number) })
  t.same(deeds.written, [])
  t.match((await triaged.decisionsOn(number)).at(-1), { decision: 'skipped' })
  await checkTriageSums(t, triaged)
})

t.test('a pull request edited back to its first title gets its first triage again', async (t) => {
  const triaged = await startTriageService(t)
  const { world, repository, send } = triaged
  const { issue, events } = world.openPull(repository, { title: 'fix: a leak' })
  await send({ events })
  for (const [title, type] of [
    ['docs: a leak', 'docs'],
    ['fix: a leak', 'bugfix']
  ]) {
    await send({ events: world.editPull(repository, issue.number, { title: title ?? '' }) })
    t.match(await triaged.pull(issue.number), { triage_type: type })
  }
  await checkTriageSums(t, triaged)
})

t.test('withdrawn feedback applies to no content any more', async (t) => {
  const triaged = await startTriageService(t)
  const { world, repository, send } = triaged
  const { issue, events } = world.createIssue(repository, {
    title: 'About the thing',
    body: 'The thing there.'
  })
  await send({ events })
  const { number } = issue
  await send({ events: world.labelIssue(repository, number, 'enhancement') })
  await send({ events: world.editIssue(repository, number, { body: 'The thing there, and this.' }) })
  t.match(await triaged.issue(number), { triage_summary: /people have said/ })
  await send({ events: world.labelIssue(repository, number, 'enhancement') })
  t.match(await triaged.triagesOn(number), [{ heard: null }, { heard: null }])
  await send({ events: world.editIssue(repository, number, { body: 'The thing there, and that.' }) })
  t.notMatch(await triaged.issue(number), { triage_summary: /people have said/ })
  await checkTriageSums(t, triaged)
})

t.test('a removed label is not added again, whatever was added and removed since', async (t) => {
  const triaged = await startTriageService(t)
  const { world, repository, deeds, send } = triaged
  const { issue, events } = world.createIssue(repository, BUG)
  await send({ events })
  const { number } = issue
  for (const name of ['bug', 'enhancement', 'enhancement'])
    await send({ events: world.labelIssue(repository, number, name) })
  t.match(await triaged.issue(number), { triage_type: null })
  await send({ events: world.editIssue(repository, number, { body: `${BUG.body}\nIt crashes again.` }) })
  t.same(deeds.written, [])
  await checkTriageSums(t, triaged)
})

t.test('a priority set by a person stays until it is withdrawn, and the summary says so', async (t) => {
  const triaged = await startTriageService(t, { offers: OFFERS })
  const { world, repository, send } = triaged
  const { issue, events } = world.createIssue(repository, BUG)
  await send({ events })
  const shown = async () => {
    const { triage_priority: priority, triage_summary: summary } = (await triaged.issue(issue.number)) ?? {}
    return [priority, / of (\w+) priority/.exec(summary ?? '')?.[1]]
  }
  const [judged] = await shown()
  t.not(judged, 'low')
  await send({ events: world.labelIssue(repository, issue.number, 'priority:low') })
  t.same(await shown(), ['low', 'low'])
  await send({ events: world.editIssue(repository, issue.number, { body: `${BUG.body}\nAgain.` }) })
  t.same(await shown(), ['low', 'low'], 'it is judged anew, and what people say holds')
  await send({ events: world.labelIssue(repository, issue.number, 'priority:low') })
  t.same(await shown(), [judged, judged])
})
