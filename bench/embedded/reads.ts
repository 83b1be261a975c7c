// Lists on the embedded database, beside bare Fastify with the same queries by hand on the same database: each has a
// directory of its own, and every query stops the event loop of both.
import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseIn } from '#open-database.js'
import { type Contestant, start } from '../contestant.js'
import { dataOf } from '../data.js'
import type { BenchOptions } from '../index.js'
import { startReads } from '../mirror/service.js'
import { compareAll, contestant, MIRROR, wantedOf } from '../reads.js'
import { copyIntoDirectory } from './copy.js'

export async function measureEmbeddedReads({ scale, only, kept }: BenchOptions): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-reads-'))
  const [ours, theirs] = [join(directory, 'service'), join(directory, 'bare')]
  const running: Contestant[] = []
  try {
    await copyIntoDirectory(await dataOf(scale), databaseIn(ours))
    cpSync(ours, theirs, { recursive: true })
    const service = await startReads({ DATA_DIR: ours, ROLE: 'all' }, kept)
    running.push(service)
    const rival = await start(contestant('bare-reads'), { DATABASE_DIRECTORY: databaseIn(theirs) })
    running.push(rival)
    const rivals = MIRROR.map((path) => ({ path, rival, name: 'by hand', wanted: wantedOf(kept) }))
    await compareAll(only, service, rivals)
  } finally {
    await Promise.all(running.map((one) => one.stop()))
    await rm(directory, { recursive: true, force: true })
  }
}
