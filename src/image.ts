// Makes a prepared database, so that a first start need not make one from nothing. Run by the build.
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { jobs } from './jobs/index.js'
import { openQueue } from './jobs/queue.js'
import { DATABASE_IMAGE } from './paths.js'
import { openEmbedded } from './store/embedded.js'
import { migrate } from './store/migrate.js'

export async function makeImage(file: string): Promise<void> {
  const database = await openEmbedded({})
  await migrate(database)
  const fail = (error: unknown) => {
    throw error
  }
  const queue = await openQueue({ database, jobs, keeper: false, onError: fail })
  await queue.drain(0)
  await writeFile(file, await database.dump())
  await database.close()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await makeImage(DATABASE_IMAGE)
