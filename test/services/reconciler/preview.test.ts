// Pull requests that change the organisation's file get a check with the difference that it would make.
import { sql } from 'drizzle-orm'
import t from 'tap'
import { objectAt, stringAt, textAt } from '#host/payload.js'
import type { JsonObject } from '#schemas/common.js'
import { previewOrganisationFile } from '#services/reconciler/preview.js'
import { rowsOf } from '#store/sql/database.js'
import { startPreviews } from '#test/fixtures/preview-service.js'

const asking = (reviews: number, more = '') =>
  `baseline:\n  protection: { min_reviews: ${reviews} }\n${more}# ${Math.random()}\n`
const summaryOf = (check: JsonObject | undefined) => textAt(objectAt(check, 'output'), 'summary') ?? ''

const service = await startPreviews(t, ['octo-org/strict'])
const { world, organisation, checks, propose, open, commit, tell, hear, client, deps } = service
service.inForce(asking(1))
service.protect([1, 1, 2])
t.before(async () => {
  // Everybody could read its checks otherwise.
  await hear(world.privatiseRepository(organisation))
  await service.reconcile()
})
t.beforeEach(async () => {
  world.mend()
  checks.length = 0
  await service.configure({}, 'service-config')
})

t.test(
  'a file that raises the reviews shows the repositories that have fewer, and corrects none',
  async (t) => {
    service.written.length = 0
    const [check, ...others] = await propose(asking(2))
    t.same(others, [])
    t.match(check, {
      name: 'service/config-preview',
      status: 'completed',
      conclusion: 'neutral',
      title: '2 repositories would be corrected',
      head_sha: /^[0-9a-f]{40}$/
    })
    const summary = summaryOf(check)
    t.match(summary, '| `octo-org/hello` | `branch_protection.required_reviews: 1 -> 2` |')
    t.match(summary, '| `octo-org/service-config` | `branch_protection.required_reviews: 1 -> 2` |')
    t.notMatch(summary, 'octo-org/strict', 'stricter already')
    t.match(summary, '| `/baseline/protection/min_reviews` | 3 |')
    t.same(service.written, [])
    t.match(await service.decidedOf(stringAt(check, 'head_sha') ?? ''), [
      { decision: 'acted', trigger: 'pull_request.opened' }
    ])
  }
)

t.test(
  'a repository that asks for more itself, or has its own mind within the locks, is not counted',
  async (t) => {
    await service.configure({ baseline: { protection: { min_reviews: 1 } } })
    t.notMatch(summaryOf((await propose(asking(2)))[0]), 'octo-org/hello')
    const locked = asking(2, 'locked: [baseline.protection.min_reviews]\n')
    const summary = summaryOf((await propose(locked))[0])
    t.match(summary, '| `octo-org/hello` | `branch_protection.required_reviews: 1 -> 2` |')
    t.match(summary, 'Newly locked: `baseline.protection.min_reviews`.')
    await service.configure({})
  }
)

t.test('pillars that are switched off or on are told with the number of repositories', async (t) => {
  const [check] = await propose(
    asking(1, 'pillars:\n  triage: { enabled: false }\n  merge_queue: { enabled: true }\n')
  )
  t.match(check, { conclusion: 'neutral', title: /^Nothing would be corrected/ })
  t.match(summaryOf(check), 'The pillar `triage` is switched off in 3 repositories.')
  t.match(summaryOf(check), 'The pillar `merge_queue` is switched on in 3 repositories.')
})

t.test('what nobody has read yet is said to be unknown', async (t) => {
  const [check] = await propose(asking(1, '  settings: { has_wiki: false }\n  labels: { docs: "0075ca" }\n'))
  t.match(check, { conclusion: 'neutral', title: 'Perhaps 3 repositories would be corrected' })
  t.match(summaryOf(check), '| `octo-org/hello` | `settings.has_wiki: not read yet -> false` |')
  t.match(summaryOf(check), '| `octo-org/hello` | `label docs: not read yet -> 0075ca` |')
})

t.test('a file that changes nothing succeeds', async (t) => {
  t.match(await propose(asking(1)), [{ conclusion: 'success', title: 'Nothing would change' }])
})

t.test('an invalid file fails at its line, as it does for pushes', async (t) => {
  const [check] = await propose('baseline:\n  protection: { min_reviews: many }\n')
  t.match(check, {
    name: 'service/config-preview',
    conclusion: 'failure',
    title: '1 error in .github/.service.yml',
    output: { annotations: [{ path: '.github/.service.yml', start_line: 2, annotation_level: 'failure' }] }
  })
})

t.test('a commit without the file shows what ends', async (t) => {
  const [check] = await propose(null)
  t.match(check, { conclusion: 'neutral' })
  t.match(summaryOf(check), 'This commit has no configuration file of the service.')
})

t.test('no check for other files, other repositories, other branches, and changes of the text', async (t) => {
  t.same(await propose(asking(2), { files: ['README.md'] }), [])
  t.same(await propose(asking(2), { base: 'next' }), [])
  const elsewhere = world.openPull(service.repository, { files: ['.github/.service.yml'] })
  await tell(elsewhere.events)
  const { issue, events } = open(asking(2))
  await tell(events)
  t.equal(checks.length, 1)
  await tell(world.editPull(organisation, issue.number, { title: 'Another title' }))
  await tell(world.reopenPull(organisation, issue.number))
  t.equal(checks.length, 1, 'the same is not said twice')
})

t.test('a pull request that comes to the default branch later gets its check then', async (t) => {
  const { issue, pull, events } = open(asking(3), { base: 'next' })
  await tell(events)
  t.same(checks, [])
  await tell(world.retargetPull(organisation, issue.number, 'main'))
  t.match(checks, [{ title: '3 repositories would be corrected' }])
  t.match(await service.decidedOf(pull.headSha), [{ trigger: 'pull_request.edited', number: issue.number }])
})

t.test('a newer head supersedes: nothing is said of the commit before it', async (t) => {
  const { issue, events } = open(asking(2))
  await hear(events)
  const next = commit(asking(3))
  await hear(world.pushToPull(organisation, issue.number, next))
  await tell([])
  t.match(checks, [{ head_sha: next, title: '3 repositories would be corrected' }])
  t.equal(checks.length, 1)
  await tell(world.closePull(organisation, issue.number))
  await tell(world.pushToPull(organisation, issue.number, commit(asking(4))))
  t.equal(checks.length, 1, 'a closed one is left alone')
})

t.test('a dry run, a disabled pillar and a waiver post nothing, and are recorded', async (t) => {
  await service.configure({ settings: { dry_run: true } }, 'service-config')
  const dry = open(asking(2))
  await tell(dry.events)
  t.match(await service.decidedOf(dry.pull.headSha), [{ decision: 'dry_run' }])
  await service.configure({ pillars: { enforcement: { enabled: false } } }, 'service-config')
  const off = open(asking(2))
  await tell(off.events)
  t.match(await service.decidedOf(off.pull.headSha), [{ decision: 'skipped' }])
  await service.configure({}, 'service-config')
  const waived = open(asking(2))
  const body = {
    repo: 'octo-org/service-config',
    pillar: 'enforcement' as const,
    scope: 'pr' as const,
    scope_value: String(waived.issue.number),
    reason: 'A trial',
    granted_by: 'me'
  }
  t.equal((await client.POST('/api/waivers', { body })).response.status, 201)
  await tell(waived.events)
  t.match(await service.decidedOf(waived.pull.headSha), [{ decision: 'skipped' }])
  t.same(checks, [])
})

t.test('where the pillar is switched on while the job runs, the job is tried again', async (t) => {
  await service.configure({ pillars: { enforcement: { enabled: false } } }, 'service-config')
  const { issue, pull, events } = open(asking(2))
  await hear(events)
  const switching: typeof deps.transaction = async (work) => {
    await service.configure({}, 'service-config')
    return deps.transaction(work)
  }
  const job = {
    repo_id: organisation.id,
    pr_number: issue.number,
    head_sha: pull.headSha,
    trigger_event: 'pull_request.opened'
  }
  await t.rejects(previewOrganisationFile({ ...deps, transaction: switching }, job), { message: /retried/ })
  await tell([])
  t.match(checks, [{ head_sha: pull.headSha }])
})

t.test('a check that everybody can read names no repository, and none of its keys', async (t) => {
  await hear(world.privatiseRepository(organisation))
  const summary = summaryOf((await propose(asking(2)))[0])
  t.notMatch(summary, /octo-org|min_reviews/)
  t.match(summary, 'Repositories and keys are not named here')
  t.match(summary, '2 repositories would be corrected')
  const [ofKeys] = await propose(asking(1, 'pillars: { triage: { enabled: false } }\n'))
  t.match(ofKeys, { conclusion: 'neutral' }, 'a change of keys alone is told of as well')
  await hear(world.privatiseRepository(organisation))
  t.match(summaryOf((await propose(asking(3)))[0]), 'octo-org/hello')
})

t.test(
  'where corrections are off nothing would be corrected, and a file that turns them on shows all',
  async (t) => {
    await service.configure({ settings: { dry_run: true } })
    t.notMatch(summaryOf((await propose(asking(2)))[0]), 'octo-org/hello')
    await service.skip(true, 'strict')
    t.match(await propose(asking(3)), [{ title: '1 repository would be corrected' }])
    await service.skip(false, 'strict')
    await service.configure({})
  }
)

t.test('a policy that asks for as much already leaves nothing to the file', async (t) => {
  await service.policy({ min_reviews: 2, repo_filter: 'octo-org/hello', block_deletions: false })
  const summary = summaryOf((await propose(asking(2)))[0])
  t.notMatch(summary, 'octo-org/hello')
  t.match(summary, 'octo-org/service-config')
})

t.test('a file in force that is broken does not keep the one that mends it from its check', async (t) => {
  service.inForce('baseline: [')
  t.match(await propose(asking(2)), [{ conclusion: 'neutral' }])
  service.inForce(asking(1))
})

t.test('names from outside stay inert', async (t) => {
  const hostile = 'octo-org/a|b`@octocat'
  await deps.db.execute(sql`update repositories set full_name = ${hostile} where name = 'strict'`)
  const label = '  labels: { "x|y` @octocat #1": "0075ca" }\n'
  const summary = summaryOf((await propose(asking(3, label)))[0])
  await deps.db.execute(sql`update repositories set full_name = 'octo-org/strict' where name = 'strict'`)
  t.match(summary, '| `octo-org/a\\|b @octocat` | `branch_protection.required_reviews: 2 -> 3` |')
  t.match(summary, '`label x\\|y  @octocat #1: not read yet -> 0075ca`')
})

t.test('a repository that was never read is said to be one', async (t) => {
  world.createRepository('octo-org/new', { installation: service.installation })
  t.same(await service.sync(), [])
  const [check] = await propose(asking(1, '  settings: { has_wiki: false }\n'))
  t.match(summaryOf(check), '1 repository never read')
  t.match(summaryOf(check), '| `octo-org/new` | `settings.has_wiki: not read yet -> false` |')
})

t.test(
  'a thousand repositories take a few queries, no request of their own, and a bounded text',
  async (t) => {
    await deps.db.execute(sql`insert into repositories
      (host_id, installation_id, full_name, owner, name, private, default_branch, presence_told_at, seen_at, created_at)
    select 900000 + n, ${service.installation.id}, 'octo-org/many-' || n, 'octo-org', 'many-' || n, false, 'main',
      now(), now(), now() from generate_series(1, 1100) n`)
    const labels = Array.from({ length: 30 }, (_, at) => `"label ${at}": "0075ca"`).join(', ')
    const { issue, pull, events } = open(asking(4, `  labels: { ${labels} }\n`))
    await hear(events)
    await tell([])
    const summary = summaryOf(checks[0])
    const [{ live = 0 } = {}] = await rowsOf<{ live: number }>(
      deps.db,
      sql`select count(*)::int as live from repositories where deleted_at is null`
    )
    t.match(summary, `${live - 1_000} repositories not looked at`)
    t.match(summary, '| and 21 more |')
    t.match(summary, /\| and 9\d\d more \| \|/)
    t.ok(Buffer.byteLength(summary) < 60_000)

    let queries = 0
    const counting = new Proxy(deps.db, {
      get(db, key) {
        if (key === 'select' || key === 'execute' || key === '$count') queries += 1
        const found = Reflect.get(db, key)
        return typeof found === 'function' ? found.bind(db) : found
      }
    })
    const job = {
      repo_id: organisation.id,
      pr_number: issue.number,
      head_sha: pull.headSha,
      trigger_event: 'pull_request.opened'
    }
    world.forgetCounts()
    await previewOrganisationFile({ ...deps, db: counting }, job)
    t.ok(queries < 40, `${queries} queries`)
    const requests = Object.values(world.counts()).reduce((sum, count) => sum + count, 0)
    t.ok(requests < 10, `${requests} requests`)
    await tell([])
    t.equal(checks.length, 1)

    let late = world.now().getTime()
    const slow = () => {
      late += 1_000
      return new Date(late)
    }
    const next = commit(asking(5))
    await hear(world.pushToPull(organisation, issue.number, next))
    await deps.db.execute(sql`delete from pgboss.job where name = 'reconciler.preview'`)
    await previewOrganisationFile({ ...deps, now: slow }, { ...job, head_sha: next })
    await tell([])
    t.match(summaryOf(checks.at(-1)), /10\d\d repositories not looked at/)
  }
)
