// Recounts all stored counters from the rows, to check that a test left them consistent.
import { getTableName, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { registry } from '#capabilities/index.js'
import type { Measure } from '#domain/counters/counter.js'
import type { Tally } from '#domain/counters/tally.js'
import { TallySums } from '#domain/counters/tally.js'
import { findDeliveryFaults } from '#services/recount/days.js'
import { allActivityDrift } from '#store/activity/activity.js'
import { SUM_TABLES, type SumTable } from '#store/counters/tables.js'
import { FLEET } from '#store/counters/tallies.js'
import { fleetDrift, wrongOpenCounts } from '#store/recount/recounts.js'
import { type Db, rowsOf } from '#store/sql/database.js'
import { type RepositoryTable, tableName } from '#store/sql/repository-table.js'
import { repositories } from '#tables/mirror/repositories.js'
import { groupedBy } from '../../demo/fleet/basics/groups.js'

/** A group of counters, and the tables that may make it wrong. */
interface Recount {
  tables: readonly string[]
  wrong(db: Db): Promise<string[]>
}

const SHOWN = registry.tables.flatMap(({ live, ...table }) => (live ? [{ ...table, live }] : []))
const r = alias(repositories, 'r')

const recounts: readonly Recount[] = [
  ...SUM_TABLES.map((table) => ({
    tables: [table, 'repositories', ...countedIn(table).map(tableName)],
    wrong: (db: Db) => wrongTallies(db, table)
  })),
  { tables: ['tallies', 'repositories'], wrong: wrongCounts },
  { tables: ['activity', 'activity_sums'], wrong: wrongActivity },
  { tables: ['webhook_deliveries', 'delivery_hours'], wrong: wrongHours },
  { tables: ['audit_entries', 'audit_days', 'audit_parties', 'audit_head'], wrong: wrongAudit },
  { tables: ['governance_entries', 'governance_sums'], wrong: wrongGovernance },
  { tables: ['repositories', ...SHOWN.map(tableName)], wrong: wronglyShown }
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

function countedIn(sums: SumTable): RepositoryTable[] {
  return registry.tables.filter(({ counted }) => counted?.sums === sums)
}

interface Written {
  /** The table that counts, or `kept` for a stored sum. */
  name: string
  repoId: number
  row: string
}

/** The tallies of each repository and of the fleet, in one statement each. */
async function wrongTallies(db: Db, table: SumTable): Promise<string[]> {
  const rows = countedIn(table).map(
    (one) =>
      sql`select ${tableName(one)}::text as name, own.* from (${one.counted?.rowsAsText(sql`true`)}) as own`
  )
  const stored = sql`select 'kept' as name, repo_id::float8 as "repoId",
    json_build_array(day::text, measure, sum(amount))::text as row
    from ${sql.raw(table)} where repo_id <> ${FLEET} group by repo_id, day, measure`
  const rowTexts = await rowsOf<Written>(db, sql.join([stored, ...rows], sql` union all `))
  const byPlace = groupedBy(rowTexts, ({ repoId }) => repoId)
  const own = [...byPlace].flatMap(([repoId, of]) =>
    faultsAmong(table, of).map((tally) => inWords(`${table} of ${repoId}`, tally))
  )
  return [...own, ...(await fleetDrift(db, table)).map((tally) => inWords(`${table} over all`, tally))]
}

/** The faults of one repository. */
function faultsAmong(table: SumTable, rowTexts: readonly Written[]): Tally[] {
  const byName = groupedBy(rowTexts, ({ name }) => name)
  const rowsIn = (name: string) => (byName.get(name) ?? []).map(({ row }) => row)
  const sums = new TallySums().add(rowsIn('kept').map(tallyIn), -1)
  for (const one of countedIn(table)) sums.add(one.counted?.tallies(rowsIn(tableName(one))) ?? [])
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

async function wrongGovernance(db: Db): Promise<string[]> {
  const rows = await rowsOf<{ what: string }>(
    db,
    sql`with counted as (
        select actor, target_type, success, count(*) as entries from governance_entries group by 1, 2, 3
      )
      select 'governance_sums: ' || to_json(compared)::text as what from (
        (table counted except table governance_sums) union all (table governance_sums except table counted)
      ) as compared`
  )
  return rows.map(({ what }) => what)
}

/** Rows that are visible although they or their repository ended, or hidden although neither did. */
async function wronglyShown(db: Db): Promise<string[]> {
  const parts = SHOWN.map(({ table, repoId, live }) => {
    const isThere = live.unless ? sql`${live.unless} is null` : sql`true`
    return sql`select ${getTableName(table)}::text || ': ' || count(*) as what from ${table}
      join ${repositories} r on ${r.hostId} = ${repoId}
      where ${live.column} <> (${isThere} and ${r.deletedAt} is null) having count(*) > 0`
  })
  const rows = await rowsOf<{ what: string }>(db, sql.join(parts, sql` union all `))
  return rows.map(({ what }) => `rows shown although they should not be, or hidden: ${what}`)
}
