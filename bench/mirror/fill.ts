// Fills an empty database with what the service would hold of such a fleet, its sums included.

import type { PgTable } from 'drizzle-orm/pg-core'
import postgres from 'postgres'
import { randomOf } from '#demo/random.js'
import type { Measure } from '#domain/counters/counter.js'
import type { Tally } from '#domain/counters/tally.js'
import { tallyDifference } from '#domain/counters/tally.js'
import { talliesOfIssue, talliesOfPullRequest, talliesOfRun } from '#domain/mirror/tallies.js'
import { DAY_MS } from '#domain/time/durations.js'
import { countRepositories, mergeDays } from '#store/counters/tallies.js'
import { markCounted } from '#store/mirror/repositories.js'
import { migrate } from '#store/sql/migrate.js'
import { openPostgres } from '#store/sql/postgres.js'
import { ciRuns } from '#tables/mirror/ci-runs.js'
import { installations } from '#tables/mirror/installations.js'
import { issues } from '#tables/mirror/issues.js'
import { pullRequests } from '#tables/mirror/pull-requests.js'
import { repositories } from '#tables/mirror/repositories.js'
import { tallies } from '#tables/mirror/tallies.js'
import { copyInto } from './copy.js'
import { fillEvidence } from './evidence.js'
import { fillFindings } from './findings.js'
import { installationOf, type Planned, planFleet, type RepositoryRow, repositoryRow } from './fleet.js'
import { fillGovernance, type GovernedSize } from './governance.js'
import { itemsOf } from './items.js'
import { fillPipeline, type PipelineSize } from './pipeline.js'
import { fillQueues } from './queues.js'
import { runsOf } from './runs.js'
import { fillTests } from './tests.js'

const COUNTED_AT_ONCE = 50
const SUMS_AT_ONCE = 1_000

export async function fill(url: string, scale: number, now: Date): Promise<void> {
  const planned = planFleet(scale, now)
  await filled(url, { fleet: planned.map(({ row }) => row), now }, async (sql) => {
    const indexes = await dropIndexes(sql, ['issues', 'pull_requests', 'ci_runs', 'activity', 'decisions'])
    await copyRows(sql, planned, now)
    await fillEvidence(sql, { scale, repositories: planned.length, now })
    for (const index of indexes) await sql.unsafe(index)
  })
}

/** So many repositories, and so many rows of each list that is about keeping them. */
export async function fillGoverned(url: string, size: GovernedSize, now: Date): Promise<void> {
  await filled(url, { fleet: evenFleet(size, now), now }, (sql) => fillGovernance(sql, size, now))
}

/** As many as merge, in pipelines of which each has about ten events. */
const EVENTS_FOR_EACH_ENTRY = 10

/** So many repositories, so many events of their pipelines, and the queues that these are about. */
export async function fillEvents(url: string, size: PipelineSize, now: Date): Promise<void> {
  await filled(url, { fleet: evenFleet(size, now), now }, async (sql) => {
    const { repositories: count, events } = size
    await fillPipeline(sql, size, now)
    await fillQueues(sql, { repositories: count, entries: Math.round(events / EVENTS_FOR_EACH_ENTRY) }, now)
  })
}

/** About so many results of tests, and so many findings of scans. */
export interface TrustSize {
  repositories: number
  results: number
  findings: number
}

export async function fillTrust(url: string, size: TrustSize, now: Date): Promise<void> {
  await filled(url, { fleet: evenFleet(size, now), now }, async (sql) => {
    const indexes = await dropIndexes(sql, ['flaky_tests', 'vulnerabilities'])
    await fillTests(sql, size, now)
    await fillFindings(sql, size, now)
    for (const index of indexes) await sql.unsafe(index)
  })
}

const evenFleet = ({ repositories: length }: { repositories: number }, now: Date) =>
  Array.from({ length }, (_, at) => repositoryRow(at + 1, now))

interface Fleet {
  fleet: RepositoryRow[]
  now: Date
}

/** Everything but the repositories and the sums of all together comes from the callback. */
async function filled(
  url: string,
  { fleet, now }: Fleet,
  copyRest: (sql: postgres.Sql) => Promise<void>
): Promise<void> {
  const database = openPostgres(url)
  const sql = postgres(url, { onnotice: () => {} })
  try {
    await migrate(database)
    await copyFleet(sql, fleet, now)
    await copyRest(sql)
    // A repository is counted by the code that always counts them, over several connections as it always is.
    const hostIds = fleet.filter(({ deletedAt }) => deletedAt === null).map(({ hostId }) => hostId)
    await Promise.all(
      chunksOf(hostIds, COUNTED_AT_ONCE).map((some) =>
        database.transaction(async (tx) => {
          await markCounted(tx, some, true)
          await countRepositories(tx, some, 1)
        })
      )
    )
    // As the hourly sweep does.
    const round = { table: 'tallies', before: now, most: SUMS_AT_ONCE } as const
    while ((await database.transaction((tx) => mergeDays(tx, round))) > 0);
    await sql`vacuum analyze`
  } finally {
    await sql.end()
    await database.close()
  }
}

async function copyFleet(sql: postgres.Sql, fleet: RepositoryRow[], now: Date): Promise<void> {
  const ids = [...new Set(fleet.map(({ hostId }) => installationOf(hostId)))]
  await copyAll(
    sql,
    installations,
    ids.map((hostId) => ({
      hostId,
      accountLogin: `org-${hostId}`,
      accountType: 'Organization',
      targetId: hostId,
      suspendedAt: null,
      deletedAt: null,
      createdAt: new Date(now.getTime() - 730 * DAY_MS),
      updatedAt: now
    }))
  )
  await copyAll(sql, repositories, fleet)
}

async function copyAll<Table extends PgTable>(
  sql: postgres.Sql,
  table: Table,
  rows: Table['$inferInsert'][]
): Promise<void> {
  const copy = await copyInto(sql, table)
  await copy.write(rows)
  await copy.end()
}

/** Each repository has a chance of its own, so that it is the same one in a larger fleet of the same size of it. */
async function copyRows(sql: postgres.Sql, fleet: Planned[], now: Date): Promise<void> {
  const copies = {
    issues: await copyInto(sql, issues),
    pulls: await copyInto(sql, pullRequests),
    runs: await copyInto(sql, ciRuns),
    tallies: await copyInto(sql, tallies)
  }
  const open: { hostId: number; issues: number; prs: number }[] = []
  for (const planned of fleet) {
    const { hostId } = planned.row
    const random = randomOf(hostId)
    const items = itemsOf(planned, random, now)
    const runs = runsOf(planned, random, now)
    const sums = sumsOf([
      ...counted(items.issues).flatMap(talliesOfIssue),
      ...counted(items.pulls).flatMap(talliesOfPullRequest),
      ...counted(runs).flatMap(talliesOfRun)
    ])
    const at = (measure: Measure) => sums.find((sum) => sum.measure === measure)?.amount ?? 0
    open.push({ hostId, issues: at('issues.open'), prs: at('prs.open') })
    await copies.issues.write(items.issues)
    await copies.pulls.write(items.pulls)
    await copies.runs.write(runs)
    await copies.tallies.write(sums.map((sum) => ({ repoId: hostId, lane: 0, ...sum })))
  }
  const all: { end(): Promise<void> }[] = Object.values(copies)
  for (const copy of all) await copy.end()
  await sql`
    update repositories set open_issues = open.issues, open_prs = open.prs
    from json_to_recordset(${JSON.stringify(open)}::text::json) as open ("hostId" bigint, issues int, prs int)
    where host_id = open."hostId"`
}

/** What is gone counts for nothing. */
const counted = <Row extends { goneAt: Date | null }>(rows: Row[]) =>
  rows.filter(({ goneAt }) => goneAt === null)

const sumsOf = (added: Tally[]) => tallyDifference([], added)

/** Indexes are made faster of rows that are there than along with them. Says how to make them again. */
async function dropIndexes(sql: postgres.Sql, tables: string[]): Promise<string[]> {
  const found = await sql<{ indexname: string; indexdef: string }[]>`
    select indexname, indexdef from pg_indexes
    where schemaname = 'public' and tablename in ${sql(tables)}
      and not exists (select 1 from pg_constraint where conname = indexname)`
  for (const { indexname } of found) await sql.unsafe(`drop index ${indexname}`)
  return found.map(({ indexdef }) => indexdef)
}

function chunksOf<T>(items: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size)
  )
}
