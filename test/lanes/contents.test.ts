import t from 'tap'
import { openTestDatabase } from '../harness/database.js'
import { readContents, restoreContents } from './contents.js'

const { database, drop } = await openTestDatabase()
t.teardown(drop)
const { execute } = database

t.test('a database in which every table and sequence was used holds just what it held before', async (t) => {
  await dropChecks()
  const contents = await readContents(execute)
  const before = await dump()
  const tables = await tablesOf()
  t.ok(tables.length > 40, 'the tables are found')
  for (const table of tables) await dirty(table)
  for (const sequence of await sequencesOf()) await execute(`select nextval('${sequence}')`, [])
  const dirtied = await dump()
  const isSame = (name: string) => JSON.stringify(dirtied[name]) === JSON.stringify(before[name])
  t.same(Object.keys(before).filter(isSame), [], 'every table and sequence holds something else')
  t.ok(await restoreContents(execute, contents))
  t.same(await dump(), before)
})

t.test('a database whose triggers or tables were changed is not taken back', async (t) => {
  for (const change of [
    'alter table audit_entries disable trigger all',
    'create table further (id int)',
    'alter table issues add column further int',
    "create function further() returns int language sql as 'select 1'"
  ]) {
    const other = await openTestDatabase()
    const contents = await readContents(other.database.execute)
    await other.database.execute(change)
    t.notOk(await restoreContents(other.database.execute, contents), change)
    await other.drop()
  }
})

async function rowsOf(text: string): Promise<string[]> {
  return (await execute(text, [])).rows.map((row) => String(row['found']))
}

const tablesOf = () =>
  rowsOf(`select c.oid::regclass::text as found from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname in ('public', 'drizzle', 'pgboss') and relkind in ('r', 'p') and not relispartition`)

const sequencesOf = () =>
  rowsOf(`select format('%I.%I', schemaname, sequencename) as found from pg_sequences`)

/** Plausible values are not always possible ones. */
async function dropChecks(): Promise<void> {
  const checks =
    await rowsOf(`select format('alter table %s drop constraint %I', conrelid::regclass, conname) as found
    from pg_constraint where contype = 'c' and conrelid <> 0 and conparentid = 0 and conislocal
      and connamespace in ('public'::regnamespace, 'pgboss'::regnamespace) and coninhcount = 0
      and not exists (select from pg_class where oid = conrelid and relispartition)`)
  for (const drop of checks) await execute(drop, [])
}

/** The rows of every table, and where every sequence stands. */
async function dump(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const table of await tablesOf())
    found[table] = await rowsOf(`select t::text as found from ${table} t order by 1`)
  for (const sequence of await sequencesOf())
    found[sequence] = await rowsOf(`select concat(last_value, is_called) as found from ${sequence}`)
  return found
}

/** Puts one row of plausible values in the place of those that there are. */
async function dirty(table: string): Promise<void> {
  const values = await rowsOf(`select quote_ident(attname) || '=' || case
      when '${table}' = 'pgboss.job' and attname = 'name' then '''delivery.handle'''
      when typtype = 'e' then (select quote_literal(min(enumlabel)) from pg_enum where enumtypid = atttypid)
      when typcategory = 'A' then '''{}'''
      when typname in ('json', 'jsonb') then '''{}'''
      when typname = 'uuid' then 'gen_random_uuid()'
      when typname = 'xid8' then 'pg_current_xact_id()'
      when typname like 'timestamp%' then 'now()'
      when typcategory = 'D' then 'current_date'
      when typcategory = 'T' then '''1 second'''
      when typcategory = 'B' then 'true'
      when typcategory = 'N' then '1'
      else '''x''' end as found
    from pg_attribute join pg_type y on y.oid = atttypid
    where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attnotnull and not atthasdef`)
  const columns = values.map((value) => value.slice(0, value.indexOf('=')))
  const literals = values.map((value) => value.slice(value.indexOf('=') + 1))
  const insert =
    columns.length > 0
      ? `insert into ${table} (${columns}) overriding system value values (${literals})`
      : `insert into ${table} default values`
  // Keys and triggers stand aside, as they would ask for rows of other tables.
  await execute(
    `begin; set local session_replication_role = replica; delete from ${table}; ${insert}; commit`
  )
}
