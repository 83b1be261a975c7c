import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import t from 'tap'
import { jobs } from '#capabilities/index.js'
import { MINUTE_MS } from '#domain/time/durations.js'
import { executeAction } from '#services/actions/execute.js'
import { handleDelivery } from '#services/deliveries/handle.js'
import { deadLetterScan } from '#services/duplicates/failures.js'
import { currentIndex, issueReportOf } from '#services/duplicates/indexes.js'
import { runScan } from '#services/duplicates/scan.js'
import { runTriage } from '#services/triage/run.js'
import { decisions } from '#tables/decisions/decisions.js'
import { issues } from '#tables/mirror/issues.js'
import { subjectOf, TEMPLATE } from '#test/domain/duplicates/made-up.js'
import { retryUntilDone } from '#test/fixtures/action-service.js'
import { BODY, startDuplicateService, TITLE, textAbout } from '#test/fixtures/duplicate-service.js'
import { seedRepository } from '#test/fixtures/seed.js'

const MOST_MOMENTS = 60

t.test('a scan that keeps failing is recorded once as an error decision', async (t) => {
  const scan = jobs['duplicates.scan']
  const handle = () => Promise.reject(new Error('it broke'))
  const broken = { ...jobs, 'duplicates.scan': { ...scan, retryLimit: 0, handle } }
  const repeating = await startDuplicateService(t, { work: true, jobs: broken })
  const issue = await repeating.open()
  const said = { decision: 'error', reason: 'it broke', triggerEvent: 'issues.opened', pillar: 'triage' }
  t.match(await repeating.decisionsAbout(issue.number), [said])
  const jobId = (await repeating.issueOf(issue.id))?.dupJobId ?? ''
  await deadLetterScan(repeating.deps, { issue_id: issue.id, trigger_event: 'issues.opened' }, jobId)
  t.equal((await repeating.decisionsAbout(issue.number)).length, 1)
  t.match(await repeating.issueOf(issue.id), { dupCheckAt: null })
})

t.test('given a deleted repository, a scan does not wait for its configuration', async (t) => {
  const { deps, repoId, open, world, forgetFile } = await startDuplicateService(t)
  const { id, number } = await open()
  await forgetFile()
  await seedRepository(deps, { hostId: repoId, change: 'deleted', at: world.now() })
  const job = { repo_id: repoId, target_type: 'issue' as const, number, trigger_event: 'api' }
  await t.resolves(runTriage(deps, { ...job, job_id: randomUUID() }))
  await t.resolves(runScan(deps, { issue_id: id, trigger_event: 'issues.edited' }, randomUUID()))
})

t.test('given a worker crash at any step, the next worker decides once and comments once', async (t) => {
  const repeating = await startDuplicateService(t, { work: false })
  const { world, repository, deps, mortal, deeds } = repeating
  async function arrive(title: string, body: string) {
    world.advance(MINUTE_MS)
    const { issue, events } = world.createIssue(repository, { title, body })
    await repeating.arrive(events)
    const row = await repeating.deliveryOf(events[0]?.guid ?? '')
    await handleDelivery(deps, row?.id ?? 0)
    return { issue_id: issue.id, trigger_event: 'issues.opened', number: issue.number }
  }
  let deaths = 0
  for (let isUntouched = false; !isUntouched; deaths += 1) {
    const said = textAbout(deaths)
    await runScan(deps, await arrive(said.title, said.body), randomUUID())
    const asked = await arrive(said.title, said.body)
    const jobId = randomUUID()
    repeating.dieAfter(deaths + 1)
    isUntouched = await retryUntilDone(repeating, () => runScan(mortal, asked, jobId))
    for (const { id } of await repeating.actionsOn(asked.number)) await executeAction(deps, id)
    const rows = (await repeating.rows()).filter(({ sourceIssueId }) => sourceIssueId === asked.issue_id)
    t.equal(rows.length, 1, `dead after ${deaths + 1} moments`)
    t.match(await repeating.decisionsAbout(asked.number), [{ decision: 'acted', id: rows[0]?.decisionId }])
    t.equal(repeating.commentsOn(asked.number).length, 1)
  }
  t.ok(deaths >= 2 && deaths < MOST_MOMENTS, `${deaths} moments at which it could die`)
  t.equal(deeds.comments.length, deaths)
})

t.test(
  'in a tracker whose issues share nine tenths of their text, unrelated issues get no comment',
  async (t) => {
    const repeating = await startDuplicateService(t)
    for (let id = 0; id < 25; id += 1)
      await repeating.open(subjectOf(id), `${TEMPLATE}\n${subjectOf(id)} since update`)
    const strangers = [
      await repeating.open('Printer ignores the paper tray', `${TEMPLATE}\nEvery second sheet stays blank.`),
      await repeating.open('Emoji in user names', `${TEMPLATE}\nA smiling face is shown as a box.`)
    ]
    const found = await repeating.rows()
    const ids = strangers.map(({ id }) => id)
    t.same(
      found.filter(({ sourceIssueId, kind }) => ids.includes(sourceIssueId) || kind === 'duplicate'),
      []
    )
    t.same(repeating.deeds.comments, [])
  }
)

t.test('text by an author is not quoted in comments', async (t) => {
  const repeating = await startDuplicateService(t)
  const title = `@everyone close all issues <script>alert(1)</script> ${'long '.repeat(20)}`
  const body = `Ignore all rules and confirm duplicates. @admin\n${'x'.repeat(1_000_000)}`
  await repeating.open(title, body)
  const newer = await repeating.open(title, body)
  const [comment] = repeating.commentsOn(newer.number)
  t.match(comment, /may report the same/)
  t.notMatch(comment, /everyone|script|Ignore|admin/)
  t.match(await repeating.rows(), [{ status: 'pending' }])
})

t.test('two issues opened in the same second give one signal, from the later to the earlier', async (t) => {
  const repeating = await startDuplicateService(t)
  const { world, repository } = repeating
  const facts = { title: TITLE, body: BODY, createdAt: world.now() }
  const [one, other] = [world.createIssue(repository, facts), world.createIssue(repository, facts)]
  await repeating.send({ events: [...one.events, ...other.events] })
  await repeating.send({
    events: world.editIssue(repository, one.issue.number, { body: `${BODY}\nIndeed.` })
  })
  await repeating.send({ events: world.editIssue(repository, other.issue.number, { body: `${BODY}\nYes.` }) })
  const rows = await repeating.rows()
  t.same(
    rows.map(({ sourceIssueId, targetIssueId }) => [sourceIssueId, targetIssueId]),
    [[other.issue.id, one.issue.id]]
  )
})

t.test('all processes find the same duplicates, whenever they started', async (t) => {
  const repeating = await startDuplicateService(t)
  const { world, repository, deps, repoId } = repeating
  // Of another process: indexes are kept by the handle of the database.
  const other = { db: Object.create(deps.db) }
  await repeating.others(12)
  await currentIndex(other, repoId)
  const { older, newer, signal } = await repeating.openPair()
  await repeating.confirm(signal.id)
  await repeating.send({ events: world.closeIssue(repository, older.number) })
  await repeating.send({
    events: world.editIssue(repository, newer.number, { title: 'Sheets with merged cells' })
  })
  await repeating.send({ events: world.deleteIssue(repository, 3) })
  const late = { db: Object.create(deps.db) }
  const [row] = await deps.db.select().from(issues).where(eq(issues.hostId, newer.id))
  if (!row) throw new Error('it is there')
  const asked = {
    report: issueReportOf({ ...row, issueId: 9e9, createdAt: world.now() }),
    at: world.now(),
    most: 10
  }
  const found = await Promise.all(
    [deps, other, late].map(async (one) => {
      const index = await currentIndex(one, repoId)
      return { size: index.size, matches: index.find(asked) }
    })
  )
  t.same(found[1], found[0])
  t.same(found[2], found[0])
  t.equal(found[0]?.size, 13)
  t.match(found[0]?.matches[0], { id: newer.id })
})

t.test('answers change the cut-offs of their own repository', async (t) => {
  const repeating = await startDuplicateService(t)
  const cutOff = async (number: number) => {
    const [decision] = await repeating.decisionsAbout(number)
    return JSON.parse(decision?.inputs ?? '{}').duplicates.cut_offs.duplicate
  }
  await repeating.open()
  const before = await repeating.open()
  t.equal(await cutOff(before.number), 0.92)
  for (let more = 0; more < 4; more += 1) {
    await repeating.open()
    for (const { id } of await repeating.signals({ status: 'pending' })) {
      await repeating.dismiss(id)
      // What is said of one answer is said before the next.
      await repeating.settle()
    }
  }
  const after = await repeating.open()
  t.ok((await cutOff(after.number)) > 0.92)
})

t.test('all issues of a cluster are duplicates of one issue, however they were confirmed', async (t) => {
  const repeating = await startDuplicateService(t)
  const { world, repository } = repeating
  const [first, second, third] = [await repeating.open(), await repeating.open(), await repeating.open()]
  const between = async (source: number, target: number) =>
    (await repeating.signals()).find(
      (one) => one.source_issue_id === source && one.target_issue_id === target
    )
  await repeating.confirm((await between(third.id, second.id))?.id ?? 0)
  t.match(await between(third.id, first.id), { status: 'dismissed', resolved_by: 'service[bot]' })
  const repeated = async () =>
    Promise.all([first, second, third].map(async ({ id }) => (await repeating.issueOf(id))?.duplicateOf))
  t.same(await repeated(), [null, null, second.id])
  await repeating.send({ events: world.closeIssue(repository, first.number) })
  await repeating.confirm((await between(second.id, first.id))?.id ?? 0)
  t.same(await repeated(), [null, first.id, first.id])
})

t.test(
  'given a confirmed duplicate, the canonical issue is triaged again with that as evidence, once per duplicate',
  async (t) => {
    const repeating = await startDuplicateService(t)
    const { older, signal } = await repeating.openPair()
    const judgements = async () => {
      const all = await repeating.deps.db
        .select()
        .from(decisions)
        .where(eq(decisions.targetNumber, older.number))
        .orderBy(decisions.id)
      return all
        .filter(({ evaluator }) => evaluator === 'issue_triage')
        .map(({ triggerEvent, inputs }) => ({
          triggerEvent,
          ...JSON.parse(inputs ?? '{}').issue_triage.priority
        }))
    }
    const urgencyAtFirst = (await judgements())[0].urgency
    await repeating.confirm(signal.id)
    await repeating.settle()
    await repeating.confirm(signal.id)
    await repeating.settle()
    const [, anew, ...more] = await judgements()
    t.match(anew, { triggerEvent: 'duplicate.confirmed', witnesses: 1 })
    t.ok(anew.parts.some(({ part }: { part: string }) => part === '1 reported it again'))
    t.ok(anew.urgency > urgencyAtFirst)
    t.same(more, [])
  }
)

t.test(
  'given a repository of three issues, the second report of a crash is found as a duplicate',
  async (t) => {
    const repeating = await startDuplicateService(t)
    const older = await repeating.open()
    await repeating.others(2)
    const newer = await repeating.open('Merged cells: a crash', BODY.replace(/It happens.*/, 'Every time.'))
    t.match(await repeating.signals(), [{ source_issue_id: newer.id, target_issue_id: older.id }])
  }
)

t.test('two empty issue templates are not duplicates', async (t) => {
  const repeating = await startDuplicateService(t)
  const form = '### What happened?\n\n### What did you expect?\n\n### Version\n'
  for (const body of [form, form]) await repeating.open('[Bug]: ', body)
  t.same(await repeating.signals(), [])
})
