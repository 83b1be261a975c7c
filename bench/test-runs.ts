// Runs with large test reports: what reading one costs the service, first when no test is known, then when all are.
import { createHmac } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import postgres from 'postgres'
import { addArtifact } from '#demo/world/ci/artifacts.js'
import { zipOf } from '#demo/world/ci/zip.js'
import { type Delivery, type Repository, startWorld, type World } from '#demo/world/world.js'
import { startAsApp } from './as-app.js'
import { type Contestant, costOf, median, urlOf } from './contestant.js'

const TESTS = 10_000
const ROUNDS = 7
const WANTED_SECONDS = 1
const LOOK_AGAIN_MS = 50
const DATABASE = 'bench_test_runs'
const SECRET = 'bench-secret-0123456789'

export async function measureTestRuns(): Promise<void> {
  const world = await startWorld({ hourly: 1_000_000 })
  const { installation } = world.createInstallation('octo-org')
  const { repository } = world.createRepository('octo-org/hello', { installation })
  const service = await startAsApp(DATABASE, world.url, {
    HOST_WEBHOOK_SECRET: SECRET
  })
  const sql = postgres(urlOf(DATABASE), { max: 1 })
  try {
    await until(async () => (await sql`select 1 from syncs where status = 'idle'`).length > 0)
    const bench: TestRunBench = { world, repository, service, sql }
    console.log(`first run   ${(await ingest(bench, 0)).toFixed(2)} s of CPU for ${TESTS} tests`)
    const rounds: number[] = []
    for (let round = 1; round <= ROUNDS; round += 1) rounds.push(await ingest(bench, round))
    const all = rounds.map((seconds) => seconds.toFixed(2)).join(' ')
    console.log(
      `later runs  ${median(rounds).toFixed(2)} s (less than ${WANTED_SECONDS} wanted; rounds ${all})`
    )
    const [sizes] = await sql<{ results: string; tests: string }[]>`
      select pg_size_pretty(pg_total_relation_size('test_results')) as results,
        pg_size_pretty(pg_total_relation_size('flaky_tests')) as tests`
    console.log(`tables      ${sizes?.results} of results, ${sizes?.tests} of tests`)
  } finally {
    await sql.end()
    await service.stop()
    await world.close()
  }
}

interface TestRunBench {
  world: World
  repository: Repository
  service: Contestant
  sql: postgres.Sql
}

/** One test in a thousand fails each time. */
function reportOf(round: number): Buffer {
  const cases = Array.from({ length: TESTS }, (_, at) => {
    const fails = (at * 7919 + round) % 1_000 === 0
    const inside = fails ? `<failure message="expected ${at}" type="AssertionError"/>` : ''
    return `<testcase classname="suite.number.${at % 100}" name="does what it should in case ${at}" time="0.01">${inside}</testcase>`
  })
  return zipOf([{ path: 'junit.xml', content: `<testsuite name="all">${cases.join('\n')}</testsuite>` }])
}

async function ingest({ world, repository, service, sql }: TestRunBench, round: number): Promise<number> {
  world.advance(60_000)
  const { run } = world.createRun(repository)
  addArtifact(world.state, run, { name: 'test-results', archive: reportOf(round) })
  const before = await costOf(service)
  for (const delivery of world.completeRun(repository, run.id, 'success')) await deliver(service, delivery)
  await until(
    async () => (await sql`select 1 from test_runs where run_id = ${run.id} and status = 'read'`).length > 0
  )
  // What follows belongs to it.
  await setTimeout(1_000)
  return (await costOf(service)).cpuSeconds - before.cpuSeconds
}

async function deliver({ port }: Contestant, { event, guid, body }: Delivery): Promise<void> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const reply = await fetch(`http://127.0.0.1:${port}/webhooks/host`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-github-event': event,
      'x-github-delivery': guid,
      'x-hub-signature-256': `sha256=${createHmac('sha256', SECRET).update(text).digest('hex')}`
    },
    body: text
  })
  if (reply.status !== 202) throw new Error(`the delivery was answered ${reply.status}`)
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await setTimeout(LOOK_AGAIN_MS)
}
