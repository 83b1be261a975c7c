// Which tables of the embedded database are due for a vacuum, or for new statistics, by the rules of autovacuum.
import type { Database } from '../sql/database.js'

export interface DueStep {
  statement: string
  table: string
  /** How much it may read, and write to the log, at most. */
  bytes: number
}

/**
 * Autovacuum waits for a fifth of the rows of a large table as well. All that time nothing else runs here, so there it
 * is done sooner and takes less.
 */
const MOST_ROWS = 50_000

/**
 * Long values (TOAST) are tables of their own, and the catalogue is vacuumed too. Postgres forgets its counts when the
 * process ends, so what has grown by a fifth since the last time is due as well: `analyze` then counts the dead rows. A
 * vacuum reads the pages that have changed since the last one, and all indexes. Transaction ids must be frozen before they
 * are used again, in every page.
 */
const FIND_DUE = `with seen as (
    select *, oid::regclass::text as name, greatest(reltuples, 0) as live, age(relfrozenxid) > 150000000 as is_old,
      pg_relation_size(oid) / current_setting('block_size')::int as pages, pg_stat_get_dead_tuples(oid) as dead
    from pg_class where relkind in ('r', 'm', 't') and relpersistence <> 't'),
  judged as (
    select *, pages > 128 + 1.2 * relpages as has_grown,
      case when is_old then pages else least(pages, greatest(pages - relallvisible, 0) + dead) end as changed
    from seen)
  select 'vacuum (process_toast false, parallel 0) ' || name as statement, name,
    changed * current_setting('block_size')::int + pg_indexes_size(oid) as bytes
  from judged where has_grown or is_old or dead > 50 + least(0.2 * live, ${MOST_ROWS})
    or pg_stat_get_ins_since_vacuum(oid) > 1000 + least(0.2 * live, ${MOST_ROWS})
  union all
  select 'analyze ' || name, name, 0
  from judged where relkind <> 't' and (has_grown or pg_stat_get_mod_since_analyze(oid) > 50 + 0.1 * live)`

export async function findDue(execute: Database['execute']): Promise<DueStep[]> {
  const { rows } = await execute(FIND_DUE, [])
  return rows.map(({ statement, name, bytes }) => ({
    statement: String(statement),
    table: String(name),
    bytes: Number(bytes)
  }))
}
