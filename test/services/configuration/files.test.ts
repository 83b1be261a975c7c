import { sql } from 'drizzle-orm'
import t from 'tap'
import { fault } from '#demo/world/faults.js'
import { type Delivery, payloadOf, type Repository, startWorld } from '#demo/world/world.js'
import { MINUTE_MS } from '#domain/time/durations.js'
import { refreshConfigFile } from '#services/configuration/files.js'
import { loadConfig, loadStoredConfig } from '#services/configuration/resolve.js'
import { handleDelivery } from '#services/deliveries/handle.js'
import { recordRepository } from '#services/mirror/identities.js'
import { rowsOf } from '#store/sql/database.js'
import { startTestService } from '#test/harness/app.js'
import { APP, connect } from '#test/harness/host.js'

const CONTENTS = 'GET /repos/{owner}/{repo}/contents/{path}'

const world = await startWorld()
const { host } = connect(world.fake, { credential: APP, webhookSecrets: ['whsec-test-0123456789'] })
const service = await startTestService({ work: false, deps: { host, now: world.now } })
t.teardown(async () => {
  await service.close()
  await world.close()
})
const { deps, client } = service

t.beforeEach(() => {
  world.mend()
  world.forgetCounts()
})

/** A repository that the service knows; each test has an owner of its own. */
async function add(owner: string, name = 'hello'): Promise<Repository> {
  const known = [...world.state.installations.values()].find(({ account }) => account.login === owner)
  const installation = known ?? world.createInstallation(owner).installation
  const { repository } = world.createRepository(`${owner}/${name}`, { installation })
  const { id: hostId, private: isPrivate, defaultBranch } = repository
  const facts = { owner, name, defaultBranch, archived: false, language: null, stars: 0 }
  const seen = { installationId: installation.id, change: 'present' as const, at: deps.now() }
  const identity = { hostId, private: isPrivate, ...facts }
  await deps.transaction((tx) => recordRepository(deps, tx, { repository: identity, ...seen }))
  return repository
}

/** All that was sent arrives, and what it asks for is done; says how many files were asked for. */
async function arrive(deliveries: readonly Delivery[]): Promise<number> {
  for (const delivery of deliveries) {
    const { event, guid: id } = delivery
    await service.deliver({ event, id, payload: payloadOf(delivery) })
  }
  const rows = await rowsOf<{ id: number }>(
    deps.db,
    sql`select id::float8 as id from webhook_deliveries where state = 'queued' order by id`
  )
  for (const { id } of rows) await handleDelivery(deps, id)
  const asked = await rowsOf<{ repoId: number }>(
    deps.db,
    sql`delete from pgboss.job where name = 'config.refresh' returning (data ->> 'repo_id')::float8 as "repoId"`
  )
  for (const { repoId } of asked) await refreshConfigFile(deps, repoId, 'work')
  return asked.length
}

const of = ({ id }: Repository) => loadConfig(deps, { repoId: id })
const known = ({ id }: Repository) => loadStoredConfig(deps, deps.db, id)
const pathOf = ({ owner, name }: Repository) => ({ path: { owner: owner.login, repo: name } })

t.test(
  'the first location with a file determines the configuration, below the overrides of the API',
  async (t) => {
    const hello = await add('org-1')
    world.push(hello, [{ '.service.yml': 'settings: { dry_run: true }\n' }])
    const root = await of(hello)
    t.match(root, {
      isReadable: true,
      file: { path: '.service.yml' },
      config: { settings: { dry_run: true } }
    })
    t.equal(root.sources['/settings/dry_run'], 'repo')
    const text = 'pillars:\n  triage: { enabled: false }\n'
    world.push(hello, [{ '.github/.service.yml': text }])
    world.advance(6 * MINUTE_MS)
    const folder = await of(hello)
    t.match(folder.file, { path: '.github/.service.yml', sha: /^[0-9a-f]{40}$/ })
    t.match(folder.config, { settings: { dry_run: false }, pillars: { triage: { enabled: false } } })
    await client.PATCH('/api/config/{owner}/{repo}', {
      params: pathOf(hello),
      body: { pillars: { triage: { enabled: true } } }
    })
    t.equal((await of(hello)).config.pillars.triage.enabled, true)
  }
)

t.test('a repository without a file is asked about once in five minutes', async (t) => {
  const hello = await add('org-2')
  t.match(await of(hello), { isReadable: true, file: { path: null, fetched_at: String } })
  const asked = world.count(CONTENTS)
  await of(hello)
  t.equal(world.count(CONTENTS), asked)
  world.advance(5 * MINUTE_MS)
  await of(hello)
  t.equal(world.count(CONTENTS), 2 * asked)
})

t.test('concurrent readers share one reading of the file', async (t) => {
  const hello = await add('org-3')
  await Promise.all(Array.from({ length: 10 }, () => of(hello)))
  t.equal(world.count(CONTENTS), 2)
})

t.test(
  'a push that touches the file in any commit has it read again, also where it is removed',
  async (t) => {
    const hello = await add('org-4')
    const dry = { '.service.yml': 'settings: { dry_run: true }' }
    t.equal(await arrive(world.push(hello, [{ 'README.md': 'hi' }])), 0)
    t.equal(await arrive(world.push(hello, [dry], 'topic')), 0, 'another branch')
    t.equal(await arrive(world.push(hello, [dry, { 'README.md': 'there' }])), 1)
    t.equal((await known(hello)).config.settings.dry_run, true)
    t.equal(await arrive(world.push(hello, [{ '.service.yml': null }])), 1)
    t.match(await known(hello), { file: { path: null }, config: { settings: { dry_run: false } } })
  }
)

/** What the feed says of its configuration. */
const told = ({ id }: Repository) =>
  rowsOf<{ action_type: string; status: string; detail: string }>(
    deps.db,
    sql`select action_type, status, detail from activity where source = 'config_change' and repo_id = ${id}`
  )

t.test('an invalid file stops all actions, and the reply says where its fault is', async (t) => {
  const hello = await add('org-5')
  await arrive(world.push(hello, [{ '.service.yml': 'settings: { dry_run: true }' }]))
  const wrong = 'settings:\n  dry_run: perhaps\n'
  await arrive(world.push(hello, [{ '.service.yml': wrong }]))
  const found = await known(hello)
  t.match(found, {
    isReadable: false,
    config: { settings: { dry_run: true }, pillars: { triage: { enabled: false } } }
  })
  t.match(found.file.error, /line 2, column 12: \/settings\/dry_run must be true or false/)
  world.advance(MINUTE_MS)
  await of(hello)
  t.match(await told(hello), [{ action_type: 'file_invalid', status: 'failed', detail: /line 2, column 12/ }])
  await arrive(world.push(hello, [{ '.service.yml': 'settings: 1' }]))
  t.equal((await told(hello)).length, 2, 'another mistake is told as well')
  await arrive(world.push(hello, [{ '.service.yml': 'settings: { dry_run: false }' }]))
  t.equal((await known(hello)).file.error, undefined)
  t.match(await known(hello), { isReadable: true, config: { settings: { dry_run: false } } })
})

t.test('a name that the database does not take is told as any other fault', async (t) => {
  const hello = await add('org-5b')
  await arrive(world.push(hello, [{ '.service.yml': 'settings: { dry_run: true }' }]))
  for (const name of ['a\\0b', 'c\\ud83d']) {
    await arrive(world.push(hello, [{ '.service.yml': `"${name}": 1\n` }]))
    const found = await known(hello)
    t.equal(found.isReadable, false)
    t.match(found.file.error, /is not a known key|holds a character that no text may hold/)
  }
})

t.test(
  'while a file is too large or a folder, nothing is done and the last good copy is shown',
  async (t) => {
    const hello = await add('org-6')
    await arrive(world.push(hello, [{ '.service.yml': 'settings: { dry_run: true }' }]))
    const large = `# ${'x'.repeat(70_000)}`
    await arrive(world.push(hello, [{ '.service.yml': large }]))
    t.match((await known(hello)).file.error, /larger than 65536 bytes/)
    await arrive(world.push(hello, [{ '.service.yml': null, '.service.yml/inside': 'x' }]))
    t.match((await known(hello)).file.error, /folder/)
    t.match(await known(hello), { isReadable: false, layers: { repo: { settings: { dry_run: true } } } })
  }
)

t.test('an unreadable file stops all actions, and the reply says so', async (t) => {
  const hello = await add('org-7')
  world.push(hello, [{ '.service.yml': 'pillars: { triage: { auto_label: false } }' }])
  world.failNext('*', 20, fault.broken())
  const closed = await of(hello)
  t.equal(closed.isReadable, false)
  t.match(closed.config, { settings: { dry_run: true }, pillars: { triage: { enabled: false } } })
  t.equal(closed.sources['/pillars/triage/enabled'], 'safety')
  t.equal(closed.config.pillars.insights.enabled, true)
  const { data } = await client.GET('/api/config/{owner}/{repo}', { params: pathOf(hello) })
  t.match(data, { is_readable: false, layers: { file: { fetched_at: null, error: String } } })
  world.mend()
  world.advance(5 * MINUTE_MS)
  t.match(await of(hello), { isReadable: true, config: { settings: { dry_run: false } } })
  world.failNext('*', 20, fault.broken())
  world.advance(5 * MINUTE_MS)
  const later = await of(hello)
  t.match(later, {
    isReadable: false,
    config: { pillars: { triage: { enabled: false, auto_label: false } } }
  })
  t.type(later.file.error, 'string')
})

t.test('a repository that the host does not show is not treated as one without a file', async (t) => {
  const hello = await add('org-8')
  world.deleteRepository(hello)
  t.match(await of(hello), { isReadable: false, file: { error: String } })
})

t.test('requests do not wait for a host that does not answer', async (t) => {
  const hello = await add('org-9')
  const { release } = world.fake.hold('GET /repos/org-9/hello/contents/.github/.service.yml')
  t.equal((await of(hello)).isReadable, false)
  release()
})

t.test("an organisation's file lies below all of its repositories, and what it locks holds", async (t) => {
  const org = await add('org-10', 'service-config')
  const hello = await add('org-10')
  const text = [
    'locked: [settings.dry_run, pillars.issue_fix.enabled, pillars.ci_healing.blocked_file_patterns]',
    'settings: { dry_run: true }',
    'pillars:',
    '  ci_healing: { blocked_file_patterns: [infra/**], max_fix_attempts: 1 }'
  ]
  world.push(org, [{ '.service.yml': text.join('\n') }])
  const loose = [
    'settings: { dry_run: false }',
    'pillars:',
    '  issue_fix: { enabled: true }',
    '  ci_healing: { blocked_file_patterns: [db/**], max_fix_attempts: 9 }'
  ]
  world.push(hello, [{ '.service.yml': loose.join('\n') }])
  const found = await of(hello)
  t.match(found.config, { settings: { dry_run: true }, pillars: { issue_fix: { enabled: false } } })
  t.same(found.config.pillars.ci_healing.blocked_file_patterns, ['infra/**', 'db/**'])
  t.equal(found.config.pillars.ci_healing.max_fix_attempts, 9, 'what is not locked can be set')
  t.equal(found.sources['/settings/dry_run'], 'org')
  const params = pathOf(hello)
  const { data } = await client.PATCH('/api/config/{owner}/{repo}', {
    params,
    body: { settings: { dry_run: false } }
  })
  t.match(data, { config: { settings: { dry_run: true } }, warnings: [{ path: '/settings/dry_run' }] })
  const shown = (await client.GET('/api/config/{owner}/{repo}', { params })).data
  t.equal(shown?.locked.length, 3)
  t.match(shown?.layers, { org: true, repo: true, db: true, org_file: { path: '.service.yml' } })
})

t.test(
  "an organisation's locks outlast its repository, and nothing is done until it is there again",
  async (t) => {
    const org = await add('org-12', 'service-config')
    const hello = await add('org-12')
    await arrive(
      world.push(org, [{ '.service.yml': 'locked: [settings.dry_run]\nsettings: { dry_run: true }' }])
    )
    t.match(await of(hello), { isReadable: true, locked: { length: 1 } })
    const params = pathOf(hello)
    const gate = {
      name: 'a',
      conditions: [{ metric: 'open_issues' as const, operator: '>=' as const, threshold: 0 }]
    }
    await client.POST('/api/gates/{owner}/{repo}', { params, body: gate })
    await client.POST('/api/gates/{owner}/{repo}/evaluate', { params, body: {} })
    await arrive(world.deleteRepository(org))
    const found = await of(hello)
    t.match(found, {
      isReadable: false,
      locked: { length: 1 },
      orgFile: { error: /service-config .* is gone/ }
    })
    t.equal(found.config.pillars.triage.enabled, false)
    const shown = (await client.GET('/api/config/{owner}/{repo}', { params })).data
    t.match(shown, { is_readable: false, layers: { org_file: { error: /is gone/ } } })
    t.match((await client.GET('/api/gates')).data?.repos, [{ unknown: /is gone/ }])

    await add('org-12', 'service-config')
    t.match(await of(hello), {
      isReadable: true,
      locked: { length: 0 },
      config: { settings: { dry_run: false } }
    })
  }
)

t.test(
  "an organisation's locks outlast another name of its repository, whatever it sets there",
  async (t) => {
    const org = await add('org-14', 'service-config')
    const hello = await add('org-14')
    await arrive(
      world.push(org, [{ '.service.yml': 'locked: [settings.dry_run]\nsettings: { dry_run: true }' }])
    )
    t.match(await of(hello), { isReadable: true, locked: { length: 1 } })
    await arrive(world.renameRepository(org, 'service-config-old'))
    const lost = {
      isReadable: false,
      locked: { length: 1 },
      orgFile: { error: /has another name/ },
      config: { settings: { dry_run: true }, pillars: { triage: { enabled: false } } }
    }
    t.match(await of(hello), lost)
    await arrive(world.push(org, [{ '.service.yml': 'settings: { dry_run: false }' }]))
    t.match(await of(hello), { isReadable: false, orgFile: { error: /has another name/ } })
    t.match(await of(org), { isReadable: true }, 'it has its own file')

    await arrive(world.renameRepository(org, 'service-config'))
    t.match(await of(hello), { isReadable: true, orgFile: { error: undefined } })
    await arrive(world.renameRepository(org, 'elsewhere'))
    t.match(await of(hello), { isReadable: false })
    await add('org-14', 'service-config')
    t.match(await of(hello), { isReadable: true, locked: { length: 0 } })
  }
)

t.test("an organisation's file that was emptied goes with its repository", async (t) => {
  const org = await add('org-13', 'service-config')
  const hello = await add('org-13')
  await arrive(
    world.push(org, [{ '.service.yml': 'locked: [settings.dry_run]\nsettings: { dry_run: true }' }])
  )
  t.match(await of(hello), { isReadable: true, config: { settings: { dry_run: true } } })
  await arrive(world.push(org, [{ '.service.yml': '# nothing' }]))
  await arrive(world.deleteRepository(org))
  t.match(await of(hello), { isReadable: true, orgFile: null, config: { settings: { dry_run: false } } })
})

t.test('only the file of the organisation may lock', async (t) => {
  const hello = await add('org-11')
  await arrive(world.push(hello, [{ '.service.yml': 'locked: [settings.dry_run]' }]))
  t.match((await known(hello)).file.error, /\/locked is not a known key/)
})
