// What an audit entry costs the change that it tells of: transactions of eight writers on Postgres, with and without.
import { sql } from 'drizzle-orm'
import { recordAudit } from '#services/audit/record.js'
import type { Database } from '#store/sql/database.js'
import { migrate } from '#store/sql/migrate.js'
import { openPostgres } from '#store/sql/postgres.js'
import { freshDatabase, median } from './contestant.js'

const WRITERS = 8
const ROUNDS = 5
const SECONDS = 3
/** Between two changes of a writer, where there is any: 8 writers make 400 changes a second. */
const PAUSES_MS = [20, 0]

export async function measureAudit(): Promise<void> {
  const database = openPostgres(await freshDatabase('bench_audit'))
  await migrate(database)
  await database.execute('create table changes (writer int primary key, n int not null)')
  await database.execute(`insert into changes select n, 0 from generate_series(1, ${WRITERS}) as n`)
  for (const pauseMs of PAUSES_MS) await compare(database, pauseMs)
  await database.close()
}

async function compare(database: Database, pauseMs: number): Promise<void> {
  console.log(pauseMs === 0 ? 'without a pause' : `a pause of ${pauseMs} ms after each change`)
  const costs: number[] = []
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const bare = await measure(database, pauseMs, false)
    const audited = await measure(database, pauseMs, true)
    if (round === 0) continue
    costs.push(audited.p50 - bare.p50)
    console.log(`  without: ${said(bare)}   with: ${said(audited)}`)
  }
  console.log(`  an entry costs ${median(costs).toFixed(2)} ms at p50 (median of ${ROUNDS} rounds)`)
}

interface Times {
  p50: number
  p99: number
  perSecond: number
}

const said = ({ p50, p99, perSecond }: Times) =>
  `p50 ${p50.toFixed(2)} ms  p99 ${p99.toFixed(2)} ms  ${perSecond.toFixed(0)}/s`

async function measure(database: Database, pauseMs: number, audited: boolean): Promise<Times> {
  const endsAt = performance.now() + SECONDS * 1000
  const lanes = Array.from({ length: WRITERS }, async (_, at) => {
    const times: number[] = []
    while (performance.now() < endsAt) {
      const began = performance.now()
      await change(database, at + 1, audited)
      times.push(performance.now() - began)
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs * 2 * Math.random()))
    }
    return times
  })
  const times = (await Promise.all(lanes)).flat().sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { p50: at(0.5), p99: at(0.99), perSecond: times.length / SECONDS }
}

async function change({ transaction }: Database, writer: number, audited: boolean): Promise<void> {
  await transaction(async (tx) => {
    await tx.execute(sql`update changes set n = n + 1 where writer = ${writer}`)
    if (!audited) return
    await recordAudit(tx, {
      category: 'config_change',
      eventType: 'patch',
      actor: `writer-${writer}`,
      actorType: 'human',
      repo: `octo-org/service-${writer}`,
      payload: { path: 'settings.dry_run', before: { dry_run: false }, after: { dry_run: true } },
      occurredAt: new Date()
    })
  })
}
