// What a prepared database holds, and how it is made to hold just that again: quicker than to begin a new one.
import type { Database } from '#store/sql/database.js'

type Execute = Database['execute']

interface Seed {
  table: string
  columns: string
  rows: string
  digest: string
}

export interface Contents {
  /** Changes with each change of tables, columns, triggers, functions or constraints. */
  catalogue: string
  /** Tells which tables hold what they should not. */
  findChanged: string
  seeds: Map<string, Seed>
  sequences: string
}

const OURS = "('public', 'drizzle', 'pgboss')"

const CATALOGUE = `select concat_ws('|',
  (select concat(count(*), ' ', max(c.oid)) from pg_class c join pg_namespace n on n.oid = relnamespace where nspname in ${OURS}),
  (select concat(count(*), ' ', max(xmin::text::bigint)) from pg_attribute where attrelid > 16383),
  (select concat(count(*), ' ', max(xmin::text::bigint)) from pg_trigger),
  (select concat(count(*), ' ', max(xmin::text::bigint)) from pg_proc),
  (select concat(count(*), ' ', max(xmin::text::bigint)) from pg_constraint)) as catalogue`

const TABLES = `select c.oid::regclass::text as name,
  (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
    where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where nspname in ${OURS} and relkind in ('r', 'p') and not relispartition order by 1`

const SEQUENCES = `select format('%I.%I', schemaname, sequencename) as name, start_value::text as start,
  coalesce(last_value, 0)::text as last from pg_sequences where schemaname in ${OURS} order by 1`

const digestOf = (table: string) =>
  `(select coalesce(md5(string_agg(t::text, ',' order by t::text)), '') from ${table} t)`

/** Of a database that nobody has used yet. */
export async function readContents(execute: Execute): Promise<Contents> {
  const seeds = new Map<string, Seed>()
  const tables = (await execute(TABLES, [])).rows.map(({ name, columns }) => ({
    table: String(name),
    columns: String(columns)
  }))
  for (const { table, columns } of tables) {
    const text = `select coalesce(json_agg(t), '[]')::text as rows, ${digestOf(table)} as digest from ${table} t`
    const [found] = (await execute(text, [])).rows
    if (found?.['rows'] === '[]') continue
    seeds.set(table, { table, columns, rows: String(found?.['rows']), digest: String(found?.['digest']) })
  }
  const changes = tables.map(({ table }) => {
    const seed = seeds.get(table)
    const isChanged = seed ? `${digestOf(table)} <> '${seed.digest}'` : `exists (select from ${table})`
    return `select '${table}' as name where ${isChanged}`
  })
  return {
    catalogue: await catalogueOf(execute),
    findChanged: changes.join(' union all '),
    seeds,
    sequences: JSON.stringify((await execute(SEQUENCES, [])).rows)
  }
}

async function catalogueOf(execute: Execute): Promise<string> {
  return String((await execute(CATALOGUE, [])).rows[0]?.['catalogue'])
}

/**
 * Whether it holds just what it held; a database whose tables themselves were changed is not taken back. What has changed
 * is looked at first.
 */
export async function restoreContents(
  execute: Execute,
  contents: Contents,
  look?: (changed: readonly string[]) => Promise<void>
): Promise<boolean> {
  if ((await catalogueOf(execute)) !== contents.catalogue) return false
  const changed = (await execute(contents.findChanged, [])).rows.map(({ name }) => String(name))
  await look?.(changed)
  if (changed.length > 0) await execute(restoring(changed, contents))
  const sequences = (await execute(SEQUENCES, [])).rows
  if (JSON.stringify(sequences) !== contents.sequences) await execute(restartingSequences(contents))
  return true
}

/** Keys and triggers stand aside meanwhile: what they guard is as it was in the end. */
function restoring(changed: readonly string[], { seeds }: Contents): string {
  const inserts = changed.flatMap((name) => {
    const seed = seeds.get(name)
    if (!seed) return []
    const { table, columns, rows } = seed
    const literal = `'${rows.replaceAll("'", "''")}'::json`
    return `insert into ${table} (${columns}) overriding system value select ${columns} from json_populate_recordset(null::${table}, ${literal})`
  })
  return [
    'begin',
    'set local session_replication_role = replica',
    ...changed.map((table) => `delete from ${table}`),
    ...inserts,
    'commit'
  ].join('; ')
}

function restartingSequences({ sequences }: Contents): string {
  const wanted: { name: string; start: string; last: string }[] = JSON.parse(sequences)
  return wanted
    .map(({ name, start, last }) =>
      last === '0' ? `select setval('${name}', ${start}, false)` : `select setval('${name}', ${last}, true)`
    )
    .join('; ')
}
