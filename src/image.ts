// Makes a prepared database, so that a first start need not make one from nothing. Run by the build.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { jobs } from './jobs/index.js'
import { openQueue } from './jobs/queue.js'
import { DATABASE_IMAGE, PACKAGE_FOLDER } from './paths.js'
import type { Database } from './store/database.js'
import { openEmbedded } from './store/embedded.js'
import { migrate } from './store/migrate.js'

/** Makes all tables, those of the job queue too. */
export async function prepare(database: Database): Promise<void> {
  await migrate(database)
  const fail = (error: unknown) => {
    throw error
  }
  const queue = await openQueue({ database, jobs, keeper: false, onError: fail })
  await queue.drain(0)
}

/** An embedded database is never made from another: two of three would be copied at each first start for nothing. */
async function dropTemplates(database: Database): Promise<void> {
  await database.execute('update pg_database set datistemplate = false', [])
  for (const name of ['template0', 'template1']) await database.execute(`drop database ${name}`, [])
  await database.execute('checkpoint', [])
}

if (process.argv[1] === join(PACKAGE_FOLDER, 'dist', 'src', 'image.js')) {
  const database = await openEmbedded({})
  await prepare(database)
  await dropTemplates(database)
  await writeFile(DATABASE_IMAGE, await database.dump())
  await database.close()
}
