import t from 'tap'
import { fault } from '#demo/world/faults.js'
import { startSpamService } from '../fixtures/spam-service.js'

const PERMISSION = 'GET /repos/{owner}/{repo}/collaborators/{username}/permission'

const gated = await startSpamService(t)
const { world, repository, deeds, client, openIssue, openPull, stateOf, gatedOn, actionsOn } = gated
let authors = 0
/** An author of whom the mirror knows nothing yet. */
function nextAuthor(): string {
  authors += 1
  return `author-${authors}`
}
t.beforeEach(async () => {
  world.mend()
  await gated.compareMirror(world.now())
  await gated.gate()
})

/** An author who has as many open issues as the repository allows. */
async function busyAuthor(): Promise<string> {
  const author = nextAuthor()
  for (let count = 1; count <= 2; count += 1) await openIssue(author)
  return author
}

const fatesOn = async (number: number) =>
  (await actionsOn(number)).map(({ actionType, status }) => `${actionType} ${status}`)

t.test(
  'an issue beyond the limit is closed with its reason, and nothing else is done about it',
  async (t) => {
    await gated.offerLabel('Spam')
    const author = nextAuthor()
    const numbers = [await openIssue(author), await openIssue(author)]
    for (const number of numbers) {
      t.equal(stateOf(number), 'open', 'exactly at the limit is not too many')
      t.match(await gatedOn(number), [{ decision: 'skipped', trigger_event: 'issues.opened' }])
      t.ok((await gated.sourcesOn(number)).includes('triage'))
    }
    deeds.comments.length = 0
    const number = await openIssue(author)
    t.equal(stateOf(number), 'closed')
    t.same(await gated.sourcesOn(number), ['spam_gate'])
    t.same(await fatesOn(number), ['close-issue succeeded', 'add-label succeeded', 'add-comment succeeded'])
    t.same(
      repository.issues.get(number)?.labels.map(({ name }) => name),
      ['Spam'],
      'as the repository spells it'
    )
    const [comment, ...others] = deeds.comments.map(({ body }) => String(body))
    t.same(others, [])
    t.match(comment, /^Closed because its author has more open here/)
    t.match(comment, /has 3 or more open issues in this repository, which allows 2 open issues at once/)
    t.match(comment, '<!-- service:spam-gate -->')
  }
)

t.test('the decision says what was found, and is made again from its record', async (t) => {
  const number = await openIssue(await busyAuthor())
  const [decision] = await gatedOn(number)
  t.match(decision, {
    decision: 'acted',
    pillar: 'spam_gate',
    target_type: 'issue',
    reason: 'With this one, its author has 3 or more open issues here, which is too many.',
    conditions: [
      { check: 'config_readable', result: true },
      { check: 'pillar_enabled(spam_gate)', result: true },
      { check: 'mirrored', result: true },
      { check: 'open', result: true },
      { check: 'new', result: true },
      { check: 'opened_by_author', result: true },
      { check: 'author_is_person', result: true },
      { check: 'exempt_users', result: true },
      { check: 'exempt_labels', result: true },
      { check: 'mirror_complete', result: true },
      { check: 'too_many_open', result: true, detail: '3 of 2' },
      { check: 'author_may_not_write', result: true, detail: 'read' },
      { check: 'is_dry_run()', result: false }
    ]
  })
  const { data } = await client.POST('/api/decisions/{id}/replay', {
    params: { path: { id: decision?.id ?? 0 } }
  })
  t.match(data, { same: true })
})

t.test(
  'a pull request beyond the limit is closed, and has neither triage nor review nor checks',
  async (t) => {
    await gated.gate({
      pillars: { ai_review: { enabled: true } },
      quality_gates: { few: { conditions: [{ metric: 'open_issues', operator: '<', threshold: 0 }] } },
      custom_rules: { hello: { if: 'true', run: [{ action: 'add-comment', args: { comment: 'Hello.' } }] } }
    })
    const author = nextAuthor()
    const first = await openPull(author)
    t.ok((await gated.sourcesOn(first)).includes('quality_gate'), 'what passes is held to the gates')
    t.ok((await gated.sourcesOn(first)).includes('custom_rules'))
    t.equal(stateOf(await openPull(author)), 'open')
    const third = await openPull(author)
    t.equal(stateOf(third), 'closed')
    t.same(await gated.sourcesOn(third), ['spam_gate'])
    t.match(await gatedOn(third), [{ trigger_event: 'pull_request.opened', commit_sha: String }])
    t.equal(stateOf(await openIssue(author)), 'open', 'issues and pull requests are counted apart')
  }
)

t.test('people who are exempt, may write or are no people are let through', async (t) => {
  await gated.gate({ pillars: { spam_gate: { exempt_users: ['Trusted'] } } })
  world.addCollaborator(repository, 'maya', 'push')
  world.addCollaborator(repository, 'tom', 'triage')
  for (const [author, check] of [
    ['trusted', 'exempt_users'],
    ['dependabot[bot]', 'author_is_person'],
    ['maya', 'author_may_not_write']
  ] as const) {
    for (let count = 1; count <= 2; count += 1) await openIssue(author)
    const number = await openIssue(author)
    t.equal(stateOf(number), 'open', author)
    const [decision] = await gatedOn(number)
    t.match(decision, { decision: 'skipped' })
    t.match(decision?.conditions.at(-1), { check, result: false })
    t.ok((await gated.sourcesOn(number)).includes('triage'))
  }
  for (let count = 1; count <= 2; count += 1) await openIssue('tom')
  t.equal(stateOf(await openIssue('tom')), 'closed', 'who may triage may not write')
})

t.test('an exempt label keeps an issue open, whatever its case', async (t) => {
  const labels = [{ id: 77, name: 'Security', color: '' }]
  const number = await openIssue(await busyAuthor(), { labels })
  t.equal(stateOf(number), 'open')
  t.match(await gatedOn(number), [{ reason: 'The label Security exempts it.' }])
})

t.test('while the host does not say who the author is, the issue stays open and is worked on', async (t) => {
  const author = await busyAuthor()
  world.failNext(PERMISSION, 20, fault.broken())
  const number = await openIssue(author)
  t.equal(stateOf(number), 'open')
  t.match(await gatedOn(number), [{ decision: 'error', reason: /^The host does not say/ }])
  t.ok((await gated.sourcesOn(number)).includes('triage'))
})
