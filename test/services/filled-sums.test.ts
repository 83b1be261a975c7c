import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import t from 'tap'
import { MIGRATIONS_FOLDER } from '../../src/paths.js'
import { rowsOf } from '../../src/store/database.js'
import { startTestService } from '../app.js'
import { judgeIssue } from './fixtures/findings.js'
import { NETWORK, startHealed } from './fixtures/healed.js'
import { forget, step, take } from './fixtures/histories.js'
import { checkSums } from './fixtures/recount.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())
const { deps } = service

function statementsOf(migration: string): string[] {
  const file = readdirSync(MIGRATIONS_FOLDER).find((name) => name.endsWith(`_${migration}.sql`)) ?? ''
  return readFileSync(join(MIGRATIONS_FOLDER, file), 'utf8').split('--> statement-breakpoint')
}

const fills = statementsOf('sums_of_filters').filter((statement) => /insert into "tallies"/i.test(statement))

/** What the service kept before that migration. */
const OLDER = sql`delete from tallies where day = 'infinity' or (day = '-infinity'
  and measure ~ '^(issues[.][a-z]+[.]of[.]|prs[.](closed|merged)[.](risk[.]|size[.]|draft))')`

t.test('for rows that are there already, the migration adds just what they count for', async (t) => {
  t.equal(fills.length, 3)
  const property = fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
    await forget(deps)
    for (const one of steps) await take(deps, one)
    for (const id of [101, 202]) await judgeIssue(deps, id, { triageType: 'bug', triagePriority: 'high' })
    await deps.transaction(async (tx) => {
      await tx.execute(OLDER)
      for (const statement of fills) await tx.execute(sql.raw(statement))
    })
    await checkSums(t, deps)
    if (!t.passing()) throw new Error('see above')
  })
  await fc.assert(property, { numRuns: 20, endOnFailure: true })
})

t.test('an attempt to heal without a log counts for no type of failure after the migration', async (t) => {
  const { failed, send, configure, deps } = await startHealed(t)
  await send(failed([{ name: 'build' }], { branch: 'a' }))
  await configure({ pillars: { ci_healing: { enabled: false } } })
  await send(failed([{ log: NETWORK }], { branch: 'b' }))
  const counted = sql`measure = 'heals.type.unknown.all'`
  t.ok((await rowsOf(deps.db, sql`select from tallies where ${counted}`)).length > 0)
  await deps.transaction(async (tx) => {
    await tx.execute(sql`update tallies set amount = amount + 1 where ${counted}`)
    for (const one of statementsOf('remedies').filter((statement) => /type.+unknown/.test(statement)))
      await tx.execute(sql.raw(one))
  })
  await checkSums(t, deps)
})
