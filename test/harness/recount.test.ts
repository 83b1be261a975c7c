import { type SQL, sql } from 'drizzle-orm'
import t from 'tap'
import { openTestDatabase, type TestDatabase } from './database.js'

/** Of each kind of sum one that is wrong, and how its fault begins. */
const PLANTED: readonly [beginning: string, SQL][] = [
  [
    'delivery_hours: ',
    sql`insert into delivery_hours (hour, event_name, total) values (date_trunc('hour', now(), 'UTC'), 'issues', 1)`
  ],
  ['tallies over all: ', sql`insert into tallies values (0, '-infinity', 'repos', 0, 1)`],
  [
    'evidence_tallies of 1: ',
    sql`insert into evidence_tallies values (1, '-infinity', 'actions.tried', 0, 1)`
  ],
  ['activity_sums: ', sql`insert into activity_sums values (1, '-infinity', 'webhook', 'processed', 0, 1)`],
  ['audit_parties: ', sql`insert into audit_parties values ('actor', 'octocat', 1, '2026-01-01')`],
  ['governance_sums: ', sql`insert into governance_sums values ('octocat', 'repo', true, 1)`]
]

const plant = ({ database }: TestDatabase) =>
  database.transaction(async (tx) => {
    for (const [, statement] of PLANTED) await tx.execute(statement)
  })

t.test('dropping a test database with wrong sums fails and lists them', async (t) => {
  const test = await openTestDatabase()
  await plant(test)
  const lines = await test.drop().then(
    () => [],
    (error: Error) => error.message.split('\n')
  )
  t.equal(lines.shift(), 'Sums are wrong:')
  t.equal(lines.length, PLANTED.length)
  for (const [beginning] of PLANTED)
    t.ok(
      lines.some((line) => line.startsWith(beginning)),
      beginning
    )
})

t.test('dropping a test database with wrong sums passes if the test announced them', async (t) => {
  const test = await openTestDatabase()
  test.leaveWrongSums('planted')
  await plant(test)
  await t.resolves(test.drop())
})

t.test('dropping a test database with correct sums passes', async (t) => {
  const test = await openTestDatabase()
  await t.resolves(test.drop())
})
