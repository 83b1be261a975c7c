import t from 'tap'
import { redeliver } from '#demo/world/events/events.js'
import { fault, refusal } from '#demo/world/faults.js'
import { DAY_MS, HOUR_MS } from '#domain/time/durations.js'
import { startSpamService } from '../fixtures/spam-service.js'

const FILE = 'GET /repos/{owner}/{repo}/contents/{path}'
const CLOSE_ISSUE = 'PATCH /repos/{owner}/{repo}/issues/{issue_number}'

const gated = await startSpamService(t)
const { world, repository, deeds, client, send, openIssue, stateOf, gatedOn, actionsOn, sourcesOn } = gated
let authors = 0
/** An author who has as many open issues as the repository allows. */
async function busyAuthor(): Promise<string> {
  authors += 1
  const author = `author-${authors}`
  for (let count = 1; count <= 2; count += 1) await openIssue(author)
  return author
}
t.beforeEach(async () => {
  world.mend()
  await gated.compareMirror(world.now())
  await gated.gate()
})

const fatesOn = async (number: number) =>
  (await actionsOn(number)).map(({ source, actionType, status }) => `${source} ${actionType} ${status}`)

/** It stays open, for this reason, and is worked on. */
async function passes(t: Pick<typeof import('tap'), 'ok'>, number: number): Promise<string | null> {
  t.ok(stateOf(number) === 'open', 'it stays open')
  t.ok((await sourcesOn(number)).includes('triage'), 'it is worked on')
  return (await gatedOn(number))[0]?.reason ?? null
}

t.test('where nobody has opted in, nothing is decided and no job is made', async (t) => {
  const author = await busyAuthor()
  await gated.gate({ pillars: { spam_gate: { enabled: false } } })
  const jobs = async () =>
    (await gated.queue.counts()).filter(({ name }) => ['spam.gate', 'rules.apply'].includes(name))
  const before = await jobs()
  const number = await openIssue(author)
  t.equal(await passes(t, number), null)
  t.same(await gatedOn(number), [])
  t.same(await jobs(), before)
})

t.test('in a dry run it says what it would do, and everything else goes on', async (t) => {
  const author = await busyAuthor()
  await gated.gate({ settings: { dry_run: true } })
  const number = await openIssue(author)
  t.match(
    await passes(t, number),
    /^Dry-run mode: close it\. With this one, its author has 3 or more open issues/
  )
  t.match(await gatedOn(number), [{ decision: 'dry_run' }])
  t.same(
    (await fatesOn(number)).filter((fate) => fate.startsWith('spam_gate')),
    ['spam_gate close-issue cancelled', 'spam_gate add-comment cancelled']
  )
  t.same(deeds.written, [])
})

t.test('a waiver lets through whom it is about', async (t) => {
  const author = await busyAuthor()
  const { data } = await client.POST('/api/waivers', {
    body: { repo: 'octo-org/hello', pillar: 'spam_gate', reason: 'A sprint.', granted_by: 'maya' }
  })
  const id = data?.data.id ?? 0
  const number = await openIssue(author)
  t.equal(await passes(t, number), `Waiver ${id} holds for it.`)
  await client.DELETE('/api/waivers/{id}', { params: { path: { id } } })
  t.equal(stateOf(await openIssue(author)), 'closed')
})

t.test('a mirror that is not complete, or not compared for a day, counts nothing', async (t) => {
  const author = await busyAuthor()
  await gated.compareMirror(null)
  t.match(await passes(t, await openIssue(author)), /^The mirror is not complete enough to count issues/)
  await gated.compareMirror(world.now())
  world.advance(2 * DAY_MS)
  t.match(await passes(t, await openIssue(author)), /^The mirror is not complete enough/)
})

t.test('while the configuration cannot be read, what is opened stays open for good', async (t) => {
  const opened = world.createIssue(repository, { author: await busyAuthor() })
  const { number } = opened.issue
  await gated.forgetFile()
  world.failNext(FILE, 4, fault.broken(503))
  await send(opened)
  t.equal(stateOf(number), 'open')
  t.match(await gatedOn(number), [{ decision: 'blocked', reason: 'The configuration cannot be read.' }])
  world.mend()
  world.advance(HOUR_MS)
  await send({ events: opened.events.map((event) => ({ ...event, guid: `${event.guid}-again` })) })
  t.equal(await passes(t, number), 'The configuration cannot be read.')
  t.equal((await gatedOn(number)).length, 1, 'the gate has had its say')
})

t.test('an issue that somebody else brings here, or that comes to light late, stays open', async (t) => {
  const author = await busyAuthor()
  const moved = world.createIssue(repository, { author })
  const [event] = moved.events
  if (!event) throw new Error('the host tells')
  const payload = JSON.parse(event.body)
  await send({
    events: [{ ...event, body: JSON.stringify({ ...payload, sender: { ...payload.sender, login: 'maya' } }) }]
  })
  t.equal(await passes(t, moved.issue.number), 'Somebody else than its author brought it here.')
  const old = await openIssue(author, { createdAt: new Date(world.now().getTime() - 2 * DAY_MS) })
  t.equal(await passes(t, old), 'The issue was opened more than a day ago.')
})

t.test('of issues opened in the same second as many stay open as are allowed, in any order', async (t) => {
  for (const order of [
    [0, 1, 2, 3],
    [3, 2, 1, 0],
    [1, 3, 0, 2]
  ]) {
    authors += 1
    const author = `author-${authors}`
    const opened = order.map(() => world.createIssue(repository, { author }))
    await send({ events: order.flatMap((at) => opened[at]?.events ?? []) })
    const states = opened.map(({ issue }) => stateOf(issue.number))
    t.equal(states.filter((state) => state === 'open').length, 2, order.join())
  }
})

t.test('an event that comes again decides and closes nothing again', async (t) => {
  const opened = world.createIssue(repository, { author: await busyAuthor() })
  const { number } = opened.issue
  await send(opened)
  t.equal(stateOf(number), 'closed')
  const [first] = opened.events
  if (!first) throw new Error('the host tells')
  const row = await gated.deliveryOf(first.guid)
  await send({ events: [redeliver(world.state, first), { ...first, guid: `${first.guid}-again` }] })
  const again = { payload: { delivery_row: row?.id ?? 0 } }
  await gated.deps.transaction((tx) => gated.deps.queue.enqueue(tx, 'spam.gate', [again]))
  await gated.idle()
  t.equal((await gatedOn(number)).length, 1)
  t.same(await fatesOn(number), ['spam_gate close-issue succeeded', 'spam_gate add-comment succeeded'])
  t.same(await sourcesOn(number), ['spam_gate'])
})

t.test('what was closed is left alone when its text changes, and is heard once it is reopened', async (t) => {
  const number = await openIssue(await busyAuthor())
  await send({ events: world.takeEvents() })
  await send({ events: world.editIssue(repository, number, { title: 'Please read this' }) })
  t.same(await sourcesOn(number), ['spam_gate'])
  world.advance(HOUR_MS)
  await send({ events: world.reopenIssue(repository, number) })
  t.equal(stateOf(number), 'open')
  t.equal((await gatedOn(number)).length, 1, 'nobody asks the gate again')
  t.ok((await sourcesOn(number)).includes('triage'))
  await send({ events: world.editIssue(repository, number, { title: 'It is open now' }) })
  t.equal(stateOf(number), 'open')
})

t.test('an issue that cannot be closed is worked on, without a word of closing', async (t) => {
  const author = await busyAuthor()
  world.refuseNext(CLOSE_ISSUE, 9, () => refusal(403, 'Resource not accessible by integration'))
  const number = await openIssue(author)
  t.ok(stateOf(number) === 'open', 'the host has refused')
  t.match(await gatedOn(number), [{ decision: 'acted' }])
  t.ok((await sourcesOn(number)).includes('triage'))
  t.notOk((await fatesOn(number)).some((fate) => fate.includes('add-comment')))
})

t.test('whoever closes it first has closed it, and no comment says otherwise', async (t) => {
  const opened = world.createIssue(repository, { author: await busyAuthor() })
  const { number } = opened.issue
  world.before('GET /repos/{owner}/{repo}/collaborators/{username}/permission', () => {
    world.closeIssue(repository, number)
  })
  deeds.comments.length = 0
  await send(opened)
  t.match(await fatesOn(number), ['spam_gate close-issue blocked'])
  t.same(deeds.comments, [])
})
