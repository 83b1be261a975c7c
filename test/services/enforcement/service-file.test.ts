import { sql } from 'drizzle-orm'
import t from 'tap'
import { payloadOf } from '#demo/world/world.js'
import { MINUTE_MS } from '#domain/time/durations.js'
import { loadConfig } from '#services/configuration/resolve.js'
import { handleDelivery } from '#services/deliveries/handle.js'
import { runConfigValidation } from '#services/enforcement/config-validation.js'
import { rowsOf } from '#store/sql/database.js'
import { startActionService } from '#test/fixtures/action-service.js'

const acting = await startActionService(t)
const { deps, world, deeds, repository, repoId } = acting
t.beforeEach(async () => {
  world.mend()
  deeds.checks.length = 0
  await acting.configure({})
})

/** What is pushed arrives, and its checks are made; says how many jobs checked and which actions came of them. */
async function push(changes: Parameters<typeof world.push>[1][number], branch?: string, times = 1) {
  for (const delivery of world.push(repository, [changes], branch)) {
    const { event, guid: id } = delivery
    await acting.deliver({ event, id, payload: payloadOf(delivery) })
  }
  const queued = sql`select id::float8 as id from webhook_deliveries where state = 'queued' order by id`
  for (const { id } of await rowsOf<{ id: number }>(deps.db, queued)) await handleDelivery(deps, id)
  const asked = await rowsOf<{ data: string }>(
    deps.db,
    sql`delete from pgboss.job where name = 'config.check' returning data::text as data`
  )
  for (const { data } of asked)
    for (let at = 0; at < times; at += 1) await runConfigValidation(deps, JSON.parse(data))
  const made = await rowsOf<{ id: number }>(
    deps.db,
    sql`select id::float8 as id from managed_actions where source = 'config_validation' and status = 'approved'`
  )
  for (const { id } of made) await acting.carryOut(id)
  return asked.length
}

const FILE = '.github/.service.yml'

t.test(
  'a commit on any branch that changes the file gets a check that says whether it is valid and where not',
  async (t) => {
    t.equal(await push({ 'README.md': 'hi' }, 'topic'), 0)
    t.equal(await push({ [FILE]: 'pillars:\n  gardening: {}\n' }, 'topic'), 1)
    t.match(deeds.checks, [
      {
        name: 'service/config-validation',
        head_sha: /^[0-9a-f]{40}$/,
        conclusion: 'success',
        title: '.github/.service.yml is valid, with 1 warning',
        output: {
          summary:
            /Warning\*\* `.github\/.service.yml` in line 2, column 14: \/pillars\/gardening is not a known key/
        }
      }
    ])
    await push({ [FILE]: 'settings:\n  dry_run: ghp_0123456789abcdef\n  a: {b: 1, b: 2}\n' }, 'topic')
    await push({ [FILE]: 'settings:\n  dry_run: perhaps\n' })
    t.match(deeds.checks.slice(1), [
      { conclusion: 'failure', output: { summary: /line 3, column 13: The key b occurs twice/ } },
      {
        conclusion: 'failure',
        title: '1 error in .github/.service.yml',
        output: { summary: /line 2, column 12: \/settings\/dry_run must be true or false/ }
      }
    ])
    t.notMatch(JSON.stringify(deeds.checks), 'ghp_')
  }
)

t.test('a commit that deletes the file gets a passing check', async (t) => {
  await push({ [FILE]: 'version: 1' })
  await push({ [FILE]: null })
  t.match(deeds.checks[1], { conclusion: 'success', title: 'There is no configuration file' })
})

t.test('a commit gets one check, however often it is pushed and its job runs', async (t) => {
  const file = { [FILE]: 'version: 1 # once' }
  await push(file, 'topic', 2)
  await push(file, 'other')
  t.equal(deeds.checks.length, 1)
})

t.test('a dry run posts no check, and stores the one it would have posted', async (t) => {
  await acting.configure({ settings: { dry_run: true } })
  await push({ [FILE]: 'version: 9' }, 'dry')
  t.same(deeds.checks, [])
  const [row] = await rowsOf<{ status: string; why: string; arguments: string }>(
    deps.db,
    sql`select status, error_message as why, arguments from managed_actions order by id desc limit 1`
  )
  t.match(row, {
    status: 'cancelled',
    why: 'Dry-run mode',
    arguments: /"conclusion":"neutral","title":"1 error/
  })
})

t.test('while the file in force is invalid, commits still get checks, and a dry run stays one', async (t) => {
  const later = () => world.advance(6 * MINUTE_MS)
  for (const [dry, told] of [
    [false, 1],
    [true, 0]
  ] as const) {
    await push({ [FILE]: `settings: { dry_run: ${dry} }` })
    later()
    await loadConfig(deps, { repoId })
    await push({ [FILE]: 'settings: {' })
    later()
    t.equal((await loadConfig(deps, { repoId })).isReadable, false)
    deeds.checks.length = 0
    await push({ [FILE]: `version: 1 # ${dry}` }, `mend-${dry}`)
    t.equal(deeds.checks.length, told)
    await push({ [FILE]: null })
    later()
  }
})

t.test('while the configuration was never readable, the job is retried', async (t) => {
  await acting.forgetFile()
  await t.rejects(runConfigValidation(deps, { repo_id: repoId, head_sha: 'a'.repeat(40) }), {
    code: 'host_unavailable'
  })
  t.same(deeds.checks, [])
})
