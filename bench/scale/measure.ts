// What the service costs past one machine: per delivery and kind, and with one, two and four processes on one Postgres.
import { cpus } from 'node:os'
import type postgres from 'postgres'
import { freshDatabase, onServer } from '../contestant.js'
import type { BenchOptions } from '../index.js'
import { measureCosts } from './costs.js'
import { measureProcesses } from './processes.js'
import { openFleet } from './stream.js'

/** Two runs at once have a database each. */
const DATABASE = `bench_scale_${process.pid}`

/** With a kind, `costs` or `processes`, only that part. */
export async function measureScale({ kind, scale, only, out }: BenchOptions): Promise<void> {
  await onServer(describeServer)
  try {
    if (kind !== 'processes') await costs({ scale, only, out })
    if (kind !== 'costs')
      await measureProcesses({ openDatabase: () => freshDatabase(DATABASE), openFleet, scale, only })
  } finally {
    await onServer((sql) => sql.unsafe(`drop database if exists ${DATABASE} with (force)`))
  }
}

/** Others on the same server would count in its log, so whoever reads the figures must know of them. */
async function describeServer(sql: postgres.Sql): Promise<void> {
  // So that no checkpoint that was due makes the log repeat pages in the middle.
  await sql.unsafe('checkpoint').catch(() => console.log('No checkpoint: it needs the right to make one.'))
  const [server] = await sql`select current_setting('server_version') as version,
    (select count(*)::int from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()) as others`
  console.log(`Postgres ${server?.['version']}, Node ${process.versions.node}, ${cpus().length} processors`)
  if (Number(server?.['others']) > 0)
    console.log(`${server?.['others']} other connections: the WAL of their work is in the figures.`)
}

async function costs(options: Pick<BenchOptions, 'scale' | 'only' | 'out'>): Promise<void> {
  const fleet = await openFleet()
  try {
    await measureCosts({ ...options, databaseUrl: await freshDatabase(DATABASE), fleet })
  } finally {
    await fleet.close()
  }
}
