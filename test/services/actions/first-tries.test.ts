// What the host is asked before something is written for the first time: nothing that is known already.
import t from 'tap'
import { upsertStickyComment } from '#services/actions/sticky-comments.js'
import { startActionService } from '#test/fixtures/action-service.js'

const COMMENTS = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments'
const REF = 'GET /repos/{owner}/{repo}/git/ref/{ref}'

const acting = await startActionService(t)
const { world, repository, deps, deeds } = acting
await acting.configure()
t.beforeEach(() => {
  world.forgetCounts()
  deeds.written.length = 0
})

async function show(number: number, body: string): Promise<void> {
  const comment = { repoId: acting.repoId, pillar: null, source: 'test', topic: 'news', body }
  const id = await deps.transaction((tx) =>
    upsertStickyComment(deps, tx, { ...comment, target: { type: 'issue', number } })
  )
  if (id !== undefined) await acting.carryOut(id)
}

t.test('a comment is posted and edited without being looked for, also if somebody deletes it', async (t) => {
  const { number } = world.createIssue(repository).issue
  const bodies = () => deeds.comments.filter(({ issue }) => issue === number).map(({ body }) => String(body))
  await show(number, 'First')
  await show(number, 'Second')
  t.match(bodies(), [/^Second/])
  t.equal(world.count(COMMENTS), 0)
  deeds.comments.splice(0)
  await show(number, 'Third')
  t.match(bodies(), [/^Third/])
})

t.test('a comment whose first try was not answered is looked for, and edited once it is found', async (t) => {
  const { number } = world.createIssue(repository).issue
  world.failNext('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', 1, () => ({
    status: 502,
    body: {}
  }))
  await show(number, 'First')
  t.ok(world.count(COMMENTS) > 0)
  await show(number, 'Second')
  t.match(
    deeds.comments.filter(({ issue }) => issue === number).map(({ body }) => body),
    [/^Second/]
  )
})

t.test('a branch is asked for once before it is deleted, and one that is gone is not deleted', async (t) => {
  const sha = 'a'.repeat(40)
  const target = { type: 'branch', branch: 'gone' } as const
  const id = await acting.propose({
    actionType: 'delete-branch',
    arguments: { sha },
    pillar: 'maintainer',
    target
  })
  await acting.carryOut(id)
  t.match(await acting.rowOf(id), { status: 'succeeded', evidence: { already_there: true } })
  t.equal(world.count(REF), 1)
  t.same(deeds.written, [])
})
