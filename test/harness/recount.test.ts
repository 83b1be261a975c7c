import { sql } from 'drizzle-orm'
import t from 'tap'
import { openTestDatabase } from './database.js'

const PLANTED = [
  sql`insert into delivery_hours (hour, event_name, total) values (date_trunc('hour', now(), 'UTC'), 'issues', 1)`,
  sql`insert into tallies values (0, '-infinity', 'repos', 0, 1)`,
  sql`insert into evidence_tallies values (1, '-infinity', 'actions.tried', 0, 1)`,
  sql`insert into activity_sums values (1, '-infinity', 'webhook', 'processed', 0, 1)`,
  sql`insert into audit_parties values ('actor', 'octocat', 1, '2026-01-01')`,
  sql`insert into governance_sums values ('octocat', 'repo', true, 1)`
]

t.test('dropping a test database with wrong sums fails and lists them', async (t) => {
  for (const statement of PLANTED) {
    const test = await openTestDatabase()
    await test.database.transaction(async (tx) => void (await tx.execute(statement)))
    await t.rejects(test.drop(), { message: /^Sums are wrong:\n(?!not counted)/ })
  }
})

t.test('dropping a test database with wrong sums passes if the test announced them', async (t) => {
  for (const statement of PLANTED) {
    const test = await openTestDatabase()
    test.leaveWrongSums('planted')
    await test.database.transaction(async (tx) => void (await tx.execute(statement)))
    await t.resolves(test.drop())
  }
})

t.test('dropping a test database with correct sums passes', async (t) => {
  const test = await openTestDatabase()
  await t.resolves(test.drop())
})
