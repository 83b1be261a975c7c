import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { MIGRATIONS_FOLDER, PACKAGE_FOLDER } from '#paths.js'
import { openEmbedded } from '#store/embedded/embedded.js'
import { migrate } from '#store/sql/migrate.js'
import { openPostgres } from '#store/sql/postgres.js'
import { newDatabase } from '../harness/server.js'

const ROWS_FOLDER = join(PACKAGE_FOLDER, 'test/rules/migration-rows')
const DRIZZLE_KIT = join(PACKAGE_FOLDER, 'node_modules/.bin/drizzle-kit')
const TABLES = ['--dialect=postgresql', '--schema=./drizzle/tables/*/*.ts']

interface Migration {
  idx: number
  tag: string
  when: number
}

const journal: { entries: Migration[] } = readJson('meta/_journal.json')
const migrations = journal.entries
const numberOf = ({ tag }: Migration) => tag.slice(0, 4)

function readJson(name: string) {
  return JSON.parse(readFileSync(join(MIGRATIONS_FOLDER, name), 'utf8'))
}

// Each test begins with an empty database: making a new one would cost seconds.
const server = process.env['TEST_DATABASE_URL']
const made = server === undefined ? undefined : await newDatabase(server)
const database = made === undefined ? await openEmbedded({}) : openPostgres(made.url)
t.teardown(async () => {
  await database.close()
  await made?.drop()
})
t.beforeEach(() =>
  database.execute('drop schema if exists drizzle cascade; drop schema public cascade; create schema public')
)

async function textsOf(query: string): Promise<string[]> {
  return (await database.execute(query, [])).rows.map(({ text }) => String(text))
}

/** A folder with these migrations only, the given texts in place of their own. */
function folderWith(t: Test, entries: Migration[], texts: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'meta'))
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
  for (const { tag } of entries) {
    const text = texts[tag] ?? readFileSync(join(MIGRATIONS_FOLDER, `${tag}.sql`), 'utf8')
    writeFileSync(join(folder, `${tag}.sql`), text)
  }
  return folder
}

/** The tool as a program: as a module it adds methods to all arrays and texts of this process. */
function exportTables(): string {
  return execFileSync(DRIZZLE_KIT, ['export', ...TABLES], {
    cwd: PACKAGE_FOLDER,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore']
  })
}

/** Columns, constraints and indexes as the database itself describes them. */
const CATALOG = `
  select format('%s.%s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
    a.attnotnull, pg_get_expr(d.adbin, d.adrelid)) as text
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
  union all select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
  from pg_constraint where connamespace = 'public'::regnamespace
  union all select indexdef from pg_indexes where schemaname = 'public'
  order by text`

const TABLE_NAMES = `select tablename::text as text from pg_tables where schemaname = 'public' order by text`

t.test('the migrations make the very database that the tables describe', async (t) => {
  await migrate(database)
  const migrated = await textsOf(CATALOG)
  t.ok(migrated.length > 50, `${migrated.length} columns, constraints and indexes`)
  await database.execute('drop schema public cascade; create schema public; create extension pg_trgm')
  await database.execute(exportTables())
  t.same(migrated, await textsOf(CATALOG))
})

/** What the tables cannot say: a migration adds it by hand. Which tables tell of changes is a rule of its own. */
const BY_HAND = `
  select format('trigger %s of %s', tgname, tgrelid::regclass) as text from pg_trigger
  where not tgisinternal and tgfoid <> 'change_is_told'::regproc
  union all select format('function %s', proname) from pg_proc where pronamespace = 'public'::regnamespace
    and not exists (select 1 from pg_depend where objid = pg_proc.oid and deptype = 'e')
  union all select format('extension %s', extname) from pg_extension where extnamespace = 'public'::regnamespace
  union all select format('unlogged %s', relname) from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'u'
  union all select format('%s %s', array_to_string(reloptions, ' '), relname) from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and reloptions is not null
  order by text`

t.test('the migrations make by hand what the tables cannot say', async (t) => {
  await migrate(database)
  t.same((await textsOf(BY_HAND)).sort(), [
    'extension pg_trgm',
    'fillfactor=80 webhook_deliveries',
    'function audit_is_kept',
    'function change_is_told',
    'function decisions_are_kept',
    'function issue_is_revised',
    'trigger audit_entries_kept of audit_entries',
    'trigger audit_entries_not_emptied of audit_entries',
    'trigger audit_exports_final of audit_exports',
    'trigger audit_exports_kept of audit_exports',
    'trigger audit_exports_not_emptied of audit_exports',
    'trigger audit_head_kept of audit_head',
    'trigger audit_head_not_emptied of audit_head',
    'trigger decisions_no_delete of decisions',
    'trigger decisions_no_update of decisions',
    'trigger governance_entries_kept of governance_entries',
    'trigger governance_entries_not_emptied of governance_entries',
    'trigger issues_revised of issues',
    'unlogged change_notes',
    'unlogged rate_limits'
  ])
})

t.test('each migration applies to a database that is filled, in all of its tables', async (t) => {
  t.same(
    readdirSync(ROWS_FOLDER).sort(),
    migrations.map((migration) => `${numberOf(migration)}.sql`),
    'sample rows for each migration, and for nothing else'
  )
  for (const migration of migrations) {
    await migrate(database, { folder: folderWith(t, migrations.slice(0, migration.idx + 1)) })
    const rows = readFileSync(join(ROWS_FOLDER, `${numberOf(migration)}.sql`), 'utf8')
    await database.execute(rows)
    for (const table of await textsOf(TABLE_NAMES)) {
      const [row] = await textsOf(`select 'a row' as text from "${table}" limit 1`)
      t.equal(row, 'a row', `${table} after ${migration.tag}`)
    }
  }
})

/** Applies these migrations, with the sample rows of each. */
async function applyWithRows(t: Test, applied: Migration[]): Promise<void> {
  for (const migration of applied) {
    await migrate(database, { folder: folderWith(t, migrations.slice(0, migration.idx + 1)) })
    await database.execute(readFileSync(join(ROWS_FOLDER, `${numberOf(migration)}.sql`), 'utf8'))
  }
}

const ITEMS = `
  select concat_ws(' ', source, coalesce(target_number::text, '-'), action_type, status, detail) as text
  from activity where source <> 'webhook' order by source, source_id`

const WRONG_SUMS = `
  select concat_ws(' ', repo_id, hour, source, status, sum(amount)) as text from (
    select c.repo_id, c.hour, source, status, 1 as amount from activity cross join lateral (values
      (0::bigint, '-infinity'::timestamptz), (0, date_trunc('hour', created_at, 'UTC')), (repo_id, '-infinity')
    ) as c (repo_id, hour)
    union all select repo_id, hour, source, status, -amount from activity_sums
  ) as compared group by repo_id, hour, source, status having sum(amount) <> 0`

t.test(
  'items of the feed from before are told in the words of today, and what was left out is there',
  async (t) => {
    await applyWithRows(t, migrations.slice(0, 32))
    await database.execute(`
    insert into maintenance_actions (id, repo_id, action_type, target_type, target_number, idempotency_key, status, result,
      attempts, created_at, applied_at)
    values (500, 42, 'branch_cleanup', 'branch', 'fix', 'branch-cleanup:42:fix', 'applied', 'It was deleted.', 1, now(), now());
    insert into activity (source, source_id, repo_id, target_number, action_type, status, detail, created_at)
      select 'ai_review', id, repo_id, pr_number, coalesce(verdict, 'review'),
        case status when 'queued' then 'pending' else 'blocked' end, 'before', started_at from ai_reviews
      union all select 'ai_review', 99, 42, 8, 'needs_discussion', 'commented', 'before', '2026-01-02T10:00:00Z'
      union all select 'ci_heal', id, repo_id, null, 'network', status, 'before', created_at from heal_attempts
      union all select 'issue_fix', id, repo_id, issue_number, 'simple', status, 'before', created_at from fix_attempts
    on conflict do nothing;
    delete from activity_sums;
    insert into activity_sums (repo_id, hour, source, status, lane, amount)
    select c.repo_id, c.hour, source, status, c.lane, count(*) from activity cross join lateral (values
      (0::bigint, '-infinity'::timestamptz, 3), (0, date_trunc('hour', created_at, 'UTC'), 3), (repo_id, '-infinity', 0)
    ) as c (repo_id, hour, lane) group by 1, 2, 3, 4, 5`)
    t.same(await textsOf(WRONG_SUMS), [])
    await migrate(database)
    t.same(await textsOf(ITEMS), [
      'ai_review 7 review request_changes high confidence, 1 finding',
      'ai_review 7 review pending before',
      'ai_review 8 review needs_discussion before',
      'ci_heal 9 network merged ',
      'enforcement - violation open main',
      'issue_fix 1 merged merged simple, part of v1.0.0',
      'maintainer 7 label applied ',
      'maintainer - branch_cleanup applied It was deleted.',
      'merge_queue 1 queued pending Change'
    ])
    t.same(await textsOf(WRONG_SUMS), [])
  }
)

const APPLIED = `select created_at::text as text from drizzle.__drizzle_migrations order by created_at`

t.test('processes that start together all find the database migrated, and migrate it once', async (t) => {
  if (made !== undefined) await migrateTogether(t, made.url)
  // The embedded database belongs to one process, whose starts can only follow each other.
  else for (const _start of [1, 2, 3]) await migrate(database)
  t.same(
    await textsOf(APPLIED),
    migrations.map(({ when }) => String(when))
  )
})

async function migrateTogether(t: Test, url: string): Promise<void> {
  const processes = Array.from({ length: 4 }, () => openPostgres(url))
  t.teardown(() => Promise.all(processes.map((one) => one.close())))
  await Promise.all(processes.map((one) => migrate(one)))
}

t.test('a migration that fails leaves the database as it was', async (t) => {
  await migrate(database)
  const before = [await textsOf(CATALOG), await textsOf(APPLIED)]
  const last = migrations.at(-1)
  const broken = { idx: migrations.length, tag: '9999_broken', when: (last?.when ?? 0) + 1 }
  const text = 'create table half (id int);\n--> statement-breakpoint\nalter table nowhere add column id int;'
  await t.rejects(
    migrate(database, { folder: folderWith(t, [...migrations, broken], { [broken.tag]: text }) })
  )
  t.same([await textsOf(CATALOG), await textsOf(APPLIED)], before)
})

t.test('an extension that cannot be created is told, with what to run, and nothing is changed', async (t) => {
  await migrate(database)
  const before = [await textsOf(CATALOG), await textsOf(APPLIED)]
  const next = { idx: migrations.length, tag: '9999_extended', when: (migrations.at(-1)?.when ?? 0) + 1 }
  const text = 'CREATE EXTENSION IF NOT EXISTS not_a_part_of_postgres;'
  await t.rejects(migrate(database, { folder: folderWith(t, [...migrations, next], { [next.tag]: text }) }), {
    message: /lacks the extension not_a_part_of_postgres.*Run `CREATE EXTENSION not_a_part_of_postgres;`/
  })
  t.same([await textsOf(CATALOG), await textsOf(APPLIED)], before)
})

t.test('a database that is newer than the code is refused in words, and left alone', async (t) => {
  const newer = { idx: migrations.length, tag: '9999_newer', when: (migrations.at(-1)?.when ?? 0) + 1 }
  const text = 'create table later (id int);'
  await migrate(database, { folder: folderWith(t, [...migrations, newer], { [newer.tag]: text }) })
  const before = [await textsOf(CATALOG), await textsOf(APPLIED)]
  await t.rejects(migrate(database), {
    message: new RegExp(
      `newer than this version.* ${migrations.length + 1} migrations.* ${migrations.length}\\.`
    )
  })
  t.same([await textsOf(CATALOG), await textsOf(APPLIED)], before)
})

t.test('a database of an older development version is refused in words, and left alone', async (t) => {
  const when = (migrations[0]?.when ?? 0) - 1000
  const former = { idx: 0, tag: '0000_former', when }
  const since = { idx: 1, tag: '0001_since', when: when + 2000 }
  const texts = {
    [former.tag]: 'create table installations (id int);',
    [since.tag]: 'create table since (id int);'
  }
  // What began otherwise is refused, however late its last migration is.
  for (const entries of [[former], [former, since]]) {
    await migrate(database, { folder: folderWith(t, entries, texts) })
    const before = [await textsOf(CATALOG), await textsOf(APPLIED)]
    await t.rejects(migrate(database), {
      message: /older development version.*no upgrade.*Start with an empty database: .*DATABASE_URL.*DATA_DIR/
    })
    t.same([await textsOf(CATALOG), await textsOf(APPLIED)], before)
  }
})
