// The tests of a repository that another one replaces.
import { sql } from 'drizzle-orm'
import { ID_LENGTH } from '#domain/flaky-tests/identity.js'
import { flakyTests } from '#tables/flaky-tests/flaky-tests.js'
import { bareColumns, type Tx } from '../sql/database.js'
import type { RepositoryPair } from '../sql/repository-table.js'

const column = bareColumns(flakyTests)

/** Gives each test the id that reports of the successor will give it, as `testIdOf` makes it. */
export async function identifyMovedTests(tx: Tx, { orphan, successor }: RepositoryPair): Promise<void> {
  const text = sql`${`${successor}:`}::text || ${column.suite} || ':' || ${column.name}`
  await tx.execute(sql`update ${flakyTests}
    set ${column.testId} = left(encode(sha256(convert_to(${text}, 'UTF8')), 'hex'), ${ID_LENGTH}::int)
    where ${column.repoId} = ${orphan}`)
}
