// The stream of changes hears of every table that a topic names, and of each table it is said whether a page shows it.
import { getTableName } from 'drizzle-orm'
import t from 'tap'
import { TOPICS } from '#schemas/operation/stream.js'
import { TABLES_OF, topicOf } from '#store/operation/changes.js'
import { openTestDatabase } from '#test/harness/database.js'
import { everyTable } from '#test/harness/tables.js'
import { sourcesIn } from './syntax.js'

/** Nobody is told of these. */
const QUIET: Readonly<Record<string, readonly string[]>> = {
  'follows what is told, in the same transaction': [
    'activity_sums',
    'audit_days',
    'audit_head',
    'audit_parties',
    'dependency_manifests',
    'delivery_hours',
    'evidence_tallies',
    'feedback_sums',
    'gate_days',
    'gate_standings',
    'governance_sums',
    'managed_action_events',
    'reconciliation_tasks',
    'tallies',
    'test_days',
    'test_results'
  ],
  'is written all the time, and asked for from time to time': [
    'host_budgets',
    'host_cooldowns',
    'host_hours',
    'model_days',
    'rate_limits',
    'sync_walks'
  ],
  'is shown by no page': [
    'action_checks',
    'advisories',
    'advisory_packages',
    'change_notes',
    'change_sets',
    'comment_commands',
    'delivery_checks',
    'idempotency_keys',
    'item_activity',
    'labels',
    'recount_repairs',
    'recount_walks',
    'triage_models',
    'update_plans'
  ]
}

const told = Object.values(TABLES_OF).flat().map(getTableName)
const quiet = Object.values(QUIET).flat()

t.test(
  'each topic has tables, each table one topic at most, and the others are said to be quiet',
  async (t) => {
    for (const topic of TOPICS) t.ok(TABLES_OF[topic].length > 0, topic)
    t.same([...told, ...quiet].sort(), [...everyTable.values()].map(getTableName).sort())
    t.equal(topicOf('issues'), 'issues')
    t.equal(topicOf('tallies'), undefined)
  }
)

/** `tgtype` has a bit each for inserts, deletes and updates, and none for the row or for before. */
const TELLS = 4 + 8 + 16

t.test('exactly these tables tell when a statement has written them', async (t) => {
  const test = await openTestDatabase()
  t.teardown(() => test.drop())
  const { rows } = await test.database.execute(
    `select tgrelid::regclass::text as name, tgtype::int as kind, tgenabled::text as enabled from pg_trigger
     where tgfoid = 'change_is_told'::regproc`,
    []
  )
  t.same(rows.map(({ name }) => name).sort(), [...told].sort())
  for (const { name, kind, enabled } of rows) t.same([kind, enabled], [TELLS, 'O'], String(name))
})

t.test('nothing notifies from inside a transaction, for which the commits of all would wait', async (t) => {
  const test = await openTestDatabase()
  t.teardown(() => test.drop())
  const { rows } = await test.database.execute(
    `select proname from pg_proc where pronamespace = 'public'::regnamespace and prosrc ~* 'notify'`,
    []
  )
  t.same(rows, [], 'no function of the database')
  const notifying = sourcesIn('src').filter(({ text }) => /pg_notify/i.test(text))
  t.same(
    notifying.map(({ fileName }) => fileName),
    ['src/store/sql/announcements.ts']
  )
})
