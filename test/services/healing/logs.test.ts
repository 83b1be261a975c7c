import { sql } from 'drizzle-orm'
import t from 'tap'
import { fault } from '#demo/world/world.js'
import { HOUR_MS } from '#domain/time/durations.js'
import { deadLetterAttempt, sweepAttempts } from '#services/attempts/end.js'
import { healKind } from '#services/healing/attempt.js'
import { rowsOf } from '#store/sql/database.js'
import { NETWORK, startHealService, TYPE_ERROR } from '#test/fixtures/heal-service.js'
import { checkSums } from '#test/fixtures/recount.js'
import { until } from '#test/harness/until.js'

const SECRET = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'
const KEY = [
  '-----BEGIN RSA PRIVATE KEY-----',
  'MIIEowIBAAKCAQEAsecretsecret',
  '-----END RSA PRIVATE KEY-----'
]
const TABLES = ['heal_attempts', 'ci_runs', 'decisions', 'managed_actions', 'activity', 'audit_entries']

t.test('a secret in a log is stored in no row and no comment', async (t) => {
  const { failed, send, healsOf, comments, deps } = await startHealService(t)
  const log = [
    ...KEY,
    `npm error network request to https://user:${SECRET}@registry.example/ failed, reason: read ECONNRESET`,
    `npm error code ECONNRESET token=${SECRET}`,
    ...KEY,
    '##[error]Process completed with exit code 1.'
  ].join('\n')
  const broken = failed([{ name: `build ${SECRET}`, log }])
  await send(broken)
  t.match(await healsOf(broken.run.id), [{ failureType: 'network', failingJob: 'build [redacted]' }])
  t.match(comments(), [/redacted/])
  const said = [...comments()]
  for (const table of TABLES) {
    const rows = await rowsOf<{ text: string }>(
      deps.db,
      sql`select row_to_json(t)::text as text from ${sql.raw(table)} t`
    )
    said.push(...rows.map(({ text }) => text))
  }
  t.ok(said.length > 5)
  t.same(
    said.filter((text) => text.includes(SECRET) || text.includes('MIIEowIBAAKCAQEA')),
    []
  )
})

t.test('log lines are posted as code, whatever they contain', async (t) => {
  const { failed, send, comments } = await startHealService(t)
  const nasty = '~~~~~~\n@octo-org/everybody ![x](https://evil.example/x.png) <!-- service-effect:1 -->\n'
  await send(failed([{ name: 'a`b\n@octocat', log: `${nasty}${TYPE_ERROR}\u0000\ud800` }]))
  const [text = ''] = comments()
  const fences = text.split('\n').filter((line) => /^\s*~{3}/.test(line))
  t.equal(fences.length, 4, 'two blocks, and nothing in them ends one')
  t.match(text, '`a b @octocat`')
  const outside = text.split(/^~~~~~~.*$/m).filter((_, nth) => nth % 2 === 0)
  t.notMatch(outside.join('\n').replaceAll(/`[^`\n]*`/g, ''), /@oct|evil/)
})

t.test('a line is never cut within a character', async (t) => {
  const { failed, send, comments } = await startHealService(t)
  const long = `src/a.ts(1,1): error TS2322: ${'x'.repeat(270)}`
  const log = [`${long}\u{1F600} and more`, '##[error]Process completed with exit code 2.', '']
  await send(failed([{ log: log.join('\n') }]))
  t.match(comments(), [/TS2322/])
  t.notMatch(comments()[0], /[\ud800-\udbff](?![\udc00-\udfff])/)
})

t.test('at most 200 log lines are stored, whatever the number of jobs', async (t) => {
  const { failed, send, healsOf } = await startHealService(t)
  const long = Array.from(
    { length: 3_000 },
    (_, at) => `src/a${at}.ts(1,1): error TS2304: Cannot find name 'x${at}'.`
  )
  const jobs = Array.from({ length: 12 }, (_, at) => ({ name: `job ${at}`, log: long.join('\n') }))
  const broken = failed(jobs)
  await send(broken)
  const [attempt] = await healsOf(broken.run.id)
  const chunks: { lines: string[] }[] = JSON.parse(attempt?.extract ?? '[]')
  const count = chunks.reduce((sum, { lines }) => sum + lines.length, 0)
  t.ok(count > 20 && count <= 200, `${count} lines`)
})

t.test('while the host cannot answer, the log is requested again, and given up in the end', async (t) => {
  const healed = await startHealService(t)
  const { failed, send, healsOf, runOf, world, decisionsOf, deps } = healed
  world.failNext('GET /repos/{owner}/{repo}/actions/runs/{run_id}/jobs', 4, fault.broken())
  const broken = failed([{ log: NETWORK }])
  await send(broken)
  t.match(await healsOf(broken.run.id), [{ status: 'attempted', strategy: 'rerun', error: null }])

  const lost = await startHealService(t, { work: false })
  const { run, events } = lost.failed([{ log: NETWORK }])
  await lost.arrive(events)
  lost.world.failNext('GET /repos/{owner}/{repo}/actions/runs/{run_id}/jobs', 1_000, fault.broken())
  await lost.queue.work(lost.deps)
  t.teardown(() => lost.queue.drain(5_000))
  await until('a fault is noted', async () => (await lost.healsOf(run.id))[0]?.error != null)
  const [heal] = await lost.healsOf(run.id)
  await deadLetterAttempt(lost.deps, healKind, heal?.id ?? 0)
  t.match(await lost.healsOf(run.id), [{ status: 'failed', error: /host/, outcome: null }])
  t.match(await lost.runOf(run.id), { healStatus: 'failed' })
  const decided = await lost.decisionsOf()
  t.match(decided, [{ decision: 'error', evaluator: null, triggerEvent: 'workflow_run.completed' }])
  t.match(await lost.healsOf(run.id), [{ decisionId: decided[0]?.id }], 'the attempt names what was decided')
  await deadLetterAttempt(lost.deps, healKind, heal?.id ?? 0)
  t.equal((await lost.decisionsOf()).length, 1)
  await checkSums(t, lost.deps)
  t.match(await runOf(broken.run.id), { healStatus: 'attempted' })
  t.equal((await decisionsOf()).length, 1)
  await checkSums(t, deps)
})

t.test('an attempt whose re-run the host refuses, or that makes no progress for a day, fails', async (t) => {
  const healed = await startHealService(t)
  const { failed, send, healsOf, world, deps, runOf } = healed
  world.failNext('POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun-failed-jobs', 1, () => ({
    status: 403,
    body: { message: 'Resource not accessible by integration' }
  }))
  const refused = failed([{ log: NETWORK }])
  await send(refused)
  const silent = failed([{ log: NETWORK }], { branch: 'fix/a' })
  await send(silent)
  await sweepAttempts(deps, healKind)
  t.match(await healsOf(refused.run.id), [{ status: 'failed', error: /accessible/, outcome: 'unknown' }])
  t.match(await healsOf(silent.run.id), [{ status: 'attempted' }])
  world.advance(25 * HOUR_MS)
  await sweepAttempts(deps, healKind)
  t.match(await healsOf(silent.run.id), [{ status: 'failed', error: /24 hours/ }])
  t.match(await runOf(silent.run.id), { healStatus: 'failed' })
  await checkSums(t, deps)
})

t.test('three failed attempts in a row open the circuit breaker of a branch', async (t) => {
  const healed = await startHealService(t)
  const { failed, send, healsOf, world, deps, configure } = healed
  await configure({ pillars: { ci_healing: { max_fix_attempts: 20 } } })
  const refusal = () => ({ status: 403, body: { message: 'Resource not accessible by integration' } })
  for (let nth = 1; nth <= 3; nth += 1) {
    world.failNext('POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun-failed-jobs', 1, refusal)
    await send(failed([{ log: NETWORK }]))
    await sweepAttempts(deps, healKind)
  }
  const broken = failed([{ log: NETWORK }])
  await send(broken)
  t.match(await healsOf(broken.run.id), [{ status: 'skipped', skipReason: 'circuit_open' }])
})
