// What a start costs, and what the idle service holds: from nothing, on an existing database, on Postgres.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PACKAGE_FOLDER } from '../src/paths.js'
import { costOf, freshDatabase, median, start } from './contestant.js'

const MAIN = join(PACKAGE_FOLDER, 'dist/src/main.js')
const ROUNDS = 5
const SETTLE_MS = 15_000

export async function measureStart(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-start-'))
  const embedded = { DATA_DIR: directory, NODE_OPTIONS: '' }
  await report('embedded, first start', embedded, { rounds: 1, settle: false })
  await report('embedded, existing database', embedded, { rounds: ROUNDS, settle: false })
  await report('embedded, idle', embedded, { rounds: 1, settle: true })
  const server = {
    DATABASE_URL: await freshDatabase('bench_start'),
    API_KEY: 'bench-key',
    SESSION_SECRET: 'a session secret for the bench alone'
  }
  await report('Postgres, first start', server, { rounds: 1, settle: false })
  await report('Postgres, existing database', server, { rounds: ROUNDS, settle: false })
  await report('Postgres, idle', server, { rounds: 1, settle: true })
  await rm(directory, { recursive: true, force: true })
}

async function report(
  name: string,
  environment: NodeJS.ProcessEnv,
  how: { rounds: number; settle: boolean }
) {
  const costs: { answeredMs: number; cpuSeconds: number; rssMb: number }[] = []
  for (let round = 0; round < how.rounds; round += 1) {
    const began = performance.now()
    const service = await start(MAIN, environment)
    const answeredMs = performance.now() - began
    if (how.settle) await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
    costs.push({ answeredMs, ...(await costOf(service)) })
    await service.stop()
  }
  const of = (pick: (cost: (typeof costs)[number]) => number) => median(costs.map(pick))
  console.log(
    `${name.padEnd(28)} first answer after ${of((cost) => cost.answeredMs).toFixed(0)} ms  ` +
      `${of((cost) => cost.cpuSeconds).toFixed(2)} s of CPU  ${of((cost) => cost.rssMb).toFixed(0)} MB resident`
  )
}
