// What a start costs, and what the idle service holds: from nothing, on an existing database, on Postgres; beside a bare
// Fastify with the same driver.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PACKAGE_FOLDER, SERVICE } from '#paths.js'
import { costOf, freshDatabase, median, start } from './contestant.js'

const BARE = join(PACKAGE_FOLDER, 'dist/bench/contestants/bare-start.js')
const ROUNDS = 5
const SETTLE_MS = 15_000

export async function measureStart(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-start-'))
  await measure('embedded', { DATA_DIR: join(directory, 'service') }, { DATA_DIR: join(directory, 'bare') })
  const server = { DATABASE_URL: await freshDatabase('bench_start') }
  const secrets = {
    API_KEY: 'bench-key-0123456789',
    SESSION_SECRET: 'a session secret for the bench alone'
  }
  await measure('Postgres', { ...server, ...secrets }, server)
  await rm(directory, { recursive: true, force: true })
}

async function measure(name: string, ours: NodeJS.ProcessEnv, theirs: NodeJS.ProcessEnv): Promise<void> {
  print(`${name}, first start`, await costOfStart(SERVICE, ours))
  await costOfStart(BARE, theirs)
  const costs: { service: Cost[]; bare: Cost[] } = { service: [], bare: [] }
  // In turns, so that a machine which is busy for a while slows both.
  for (let round = 0; round < ROUNDS; round += 1) {
    costs.service.push(await costOfStart(SERVICE, ours))
    costs.bare.push(await costOfStart(BARE, theirs))
  }
  const [service, bare] = [medians(costs.service), medians(costs.bare)]
  print(`${name}, existing database`, service)
  print(`${name}, bare Fastify`, bare)
  console.log(
    `${name}: x${(service.cpuSeconds / bare.cpuSeconds).toFixed(2)} of its CPU, x${(service.rssMb / bare.rssMb).toFixed(2)} of its memory`
  )
  print(`${name}, idle`, await costOfStart(SERVICE, ours, SETTLE_MS))
}

interface Cost {
  answeredMs: number
  cpuSeconds: number
  rssMb: number
}

async function costOfStart(file: string, environment: NodeJS.ProcessEnv, settleMs = 0): Promise<Cost> {
  const began = performance.now()
  const contestant = await start(file, environment)
  const answeredMs = performance.now() - began
  await new Promise((resolve) => setTimeout(resolve, settleMs))
  const cost = await costOf(contestant)
  await contestant.stop()
  return { answeredMs, ...cost }
}

function medians(costs: Cost[]): Cost {
  const of = (pick: (cost: Cost) => number) => median(costs.map(pick))
  return {
    answeredMs: of((cost) => cost.answeredMs),
    cpuSeconds: of((cost) => cost.cpuSeconds),
    rssMb: of((cost) => cost.rssMb)
  }
}

function print(name: string, { answeredMs, cpuSeconds, rssMb }: Cost): void {
  console.log(
    `${name.padEnd(28)} first answer after ${answeredMs.toFixed(0)} ms  ${cpuSeconds.toFixed(2)} s of CPU  ${rssMb.toFixed(0)} MB resident`
  )
}
