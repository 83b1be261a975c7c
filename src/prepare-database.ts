// Creates all tables of an empty database, including those of the job queue.
import { jobs } from '#capabilities/index.js'
import { openQueue } from '#queue/engine.js'
import type { Database } from '#store/sql/database.js'
import { type MigrateOptions, migrate } from '#store/sql/migrate.js'

export async function prepareDatabase(database: Database, options?: MigrateOptions): Promise<void> {
  await migrate(database, options)
  const fail = (error: unknown) => {
    throw error
  }
  const queue = await openQueue({ database, jobs, supervises: false, onError: fail })
  await queue.drain(0)
}
