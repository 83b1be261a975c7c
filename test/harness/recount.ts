// Recounts all stored counters from the rows, to check that a test left them consistent.
import { sql } from 'drizzle-orm'
import type { Measure } from '#domain/counters/counter.js'
import type { Tally } from '#domain/counters/tally.js'
import { TallySums } from '#domain/counters/tally.js'
import { findDeliveryFaults } from '#services/recount/days.js'
import { talliesOfRows } from '#services/recount/row-tallies.js'
import { allActivityDrift } from '#store/activity/activity.js'
import { SUM_TABLES, type SumTable } from '#store/counters/tables.js'
import { FLEET } from '#store/counters/tallies.js'
import {
  ROW_SOURCE_NAMES,
  ROW_SOURCES,
  type RowSourceName,
  readRow,
  rowsAsText
} from '#store/recount/counted-rows.js'
import { fleetDrift, wrongOpenCounts } from '#store/recount/recounts.js'
import { type Db, rowsOf } from '#store/sql/database.js'

/** A group of counters, and the tables that may make it wrong. */
interface Recount {
  tables: readonly string[]
  wrong(db: Db): Promise<string[]>
}

const tableOf = (name: RowSourceName) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const recounts: readonly Recount[] = [
  ...SUM_TABLES.map((table) => ({
    tables: [table, 'repositories', ...sourcesOf(table).map(tableOf)],
    wrong: (db: Db) => wrongTallies(db, table)
  })),
  { tables: ['tallies', 'repositories'], wrong: wrongCounts },
  { tables: ['activity', 'activity_sums'], wrong: wrongActivity },
  { tables: ['webhook_deliveries', 'delivery_hours'], wrong: wrongHours },
  { tables: ['audit_entries', 'audit_days', 'audit_parties', 'audit_head'], wrong: wrongAudit },
  {
    tables: ['repositories', 'issues', 'pull_requests', 'ci_runs', 'duplicate_signals'],
    wrong: wronglyShown
  }
]

/** Treats all tables as changed. */
export const ALL_SUMS = recounts.flatMap(({ tables }) => tables)

/** Describes each counter that is wrong after a change of these tables. */
export async function wrongSums(db: Db, changed: readonly string[]): Promise<string[]> {
  const wrong: string[] = []
  for (const recount of recounts)
    if (recount.tables.some((table) => changed.includes(table))) wrong.push(...(await recount.wrong(db)))
  return wrong
}

function sourcesOf(table: SumTable): RowSourceName[] {
  return ROW_SOURCE_NAMES.filter((name) => ROW_SOURCES[name].sums === table)
}

interface Written {
  name: RowSourceName | 'kept'
  repoId: number
  row: string
}

/** The tallies of each repository and of the fleet, in one statement each. */
async function wrongTallies(db: Db, table: SumTable): Promise<string[]> {
  const rows = sourcesOf(table).map(
    (name) => sql`select ${name}::text as name, own.* from (${rowsAsText(name, sql`true`)}) as own`
  )
  const stored = sql`select 'kept' as name, repo_id::float8 as "repoId",
    json_build_array(day::text, measure, sum(amount))::text as row
    from ${sql.raw(table)} where repo_id <> ${FLEET} group by repo_id, day, measure`
  const rowTexts = await rowsOf<Written>(db, sql.join([stored, ...rows], sql` union all `))
  const byPlace = groupBy(rowTexts, ({ repoId }) => repoId)
  const own = [...byPlace].flatMap(([repoId, of]) =>
    faultsAmong(of).map((tally) => inWords(`${table} of ${repoId}`, tally))
  )
  return [...own, ...(await fleetDrift(db, table)).map((tally) => inWords(`${table} over all`, tally))]
}

/** The faults of one repository. */
function faultsAmong(rowTexts: readonly Written[]): Tally[] {
  const sums = new TallySums()
  for (const [name, of] of groupBy(rowTexts, (one) => one.name)) {
    if (name === 'kept')
      sums.add(
        of.map(({ row }) => tallyIn(row)),
        -1
      )
    else
      sums.add(
        talliesOfRows(
          name,
          of.map(({ row }) => readRow(name, row))
        )
      )
  }
  return sums.all
}

function tallyIn(text: string): Tally {
  const [day, measure, amount]: [string, Measure, number] = JSON.parse(text)
  return { day, measure, amount }
}

const inWords = (where: string, { day, measure, amount }: Tally) =>
  `${where}: ${measure} (${day}) is ${Math.abs(amount)} too ${amount > 0 ? 'low' : 'high'}`

async function wrongCounts(db: Db): Promise<string[]> {
  return (await wrongOpenCounts(db)).map((repoId) => `what is open in repository ${repoId}`)
}

async function wrongActivity(db: Db): Promise<string[]> {
  const faults = await allActivityDrift(db)
  return faults.map((fault) => `activity_sums: ${JSON.stringify(fault)} is missing`)
}

async function wrongHours(db: Db): Promise<string[]> {
  const faults = await findDeliveryFaults(db)
  return faults.map((fault) => `delivery_hours: ${JSON.stringify(fault)} is missing`)
}

/** Checks the audit counters by day (of filing, not of the event) and by party, and the head of the chain. */
async function wrongAudit(db: Db): Promise<string[]> {
  const rows = await rowsOf<{ what: string }>(
    db,
    sql`with kinds as (
        select category, event_type, actor_type, count(*) as entries, min(seq) as first, max(seq) as last,
          min(occurred_at) as earliest, max(occurred_at) as latest
        from audit_entries group by 1, 2, 3
      ),
      kept as (
        select category, event_type, actor_type, sum(entries) as entries, min(first_seq) as first, max(last_seq) as last,
          min(earliest) as earliest, max(latest) as latest
        from audit_days group by 1, 2, 3
      ),
      parties as (
        select kind, name, count(*) as entries from audit_entries,
          lateral (values ('actor', actor), ('repo', repo_full_name)) as party (kind, name)
        where name is not null group by 1, 2
      )
      select 'audit_days: ' || to_json(compared)::text as what from (
        (table kinds except table kept) union all (table kept except table kinds)) as compared
      union all
      select 'audit_parties: ' || to_json(compared)::text from (
        (table parties except select kind, name, entries from audit_parties)
        union all (select kind, name, entries from audit_parties except table parties)) as compared
      union all
      select 'audit_head: ' || seq from audit_head where seq <> (select coalesce(max(seq), 0) from audit_entries)`
  )
  return rows.map(({ what }) => what)
}

/** Rows that are visible although they or their repository ended, or hidden although neither did. */
async function wronglyShown(db: Db): Promise<string[]> {
  const parts = ['issues', 'pull_requests', 'ci_runs', 'duplicate_signals'].map(
    (table) => sql`select ${table}::text || ' ' || t.id as what from ${sql.raw(table)} t
      join repositories r on r.host_id = t.repo_id where t.live <> (t.gone_at is null and r.deleted_at is null)`
  )
  const rows = await rowsOf<{ what: string }>(db, sql.join(parts, sql` union all `))
  return rows.map(({ what }) => `shown although it should not be, or hidden: ${what}`)
}

function groupBy<One, Key>(all: readonly One[], keyOf: (one: One) => Key): Map<Key, One[]> {
  const groups = new Map<Key, One[]>()
  for (const one of all) {
    const group = groups.get(keyOf(one))
    if (group) group.push(one)
    else groups.set(keyOf(one), [one])
  }
  return groups
}
