// How many deliveries of the mix one, two and four processes accept and handle, and what is busy meanwhile.
import { cpus } from 'node:os'
import { type Cluster, type Role, startCluster, type Usage } from './cluster.js'
import type { Fleet } from './stream.js'

const DELIVERIES = 1_500
const WARM_UP = 300
const SENDERS = 48
const MILLI = 1_000
const MICRO = 1_000_000

const LAYOUTS: readonly (readonly Role[])[] = [
  ['all'],
  ['all', 'all'],
  ['all', 'all', 'all', 'all'],
  ['web', 'worker'],
  ['web', 'worker', 'worker', 'worker']
]

export interface Throughput {
  accepted: number
  handled: number
  /** Processor seconds for each second that passed. */
  load: { processes: number[]; postgres: number | undefined; bench: number; machine: number }
  /** Processor seconds for each delivery. */
  each: { service: number; postgres: number | undefined; bench: number }
}

export interface ThroughputOptions {
  openDatabase: () => Promise<string>
  openFleet: () => Promise<Fleet>
  scale: number
  /** Only layouts that have this in their name. */
  only: string
}

export async function measureProcesses({
  openDatabase,
  openFleet,
  scale,
  only
}: ThroughputOptions): Promise<void> {
  console.log(`\n${cpus().length} processors for the service, Postgres, the emulated host and what sends`)
  let single: Throughput | undefined
  for (const roles of LAYOUTS.filter((one) => named(one).includes(only))) {
    const databaseUrl = await openDatabase()
    const fleet = await openFleet()
    const hostUrl = fleet.url
    const repositories = fleet.repositories.length
    const cluster = await startCluster({ databaseUrl, serviceUrl: databaseUrl, hostUrl, roles, repositories })
    try {
      const found = await measure(cluster, fleet, DELIVERIES * scale)
      single ??= found
      console.log(`${named(roles).padEnd(18)}${described(found, predicted(single, roles, found))}`)
    } finally {
      await cluster.stop()
      await fleet.close()
    }
  }
}

async function measure(cluster: Cluster, fleet: Fleet, count: number): Promise<Throughput> {
  await cluster.send(fleet.mixed(WARM_UP), SENDERS)
  await cluster.allDone()
  const deliveries = fleet.mixed(count)
  const [before, benchBefore, busyBefore] = [await cluster.usage(), process.cpuUsage(), busySeconds()]
  const accepting = await cluster.send(deliveries, SENDERS)
  await cluster.allDone()
  const [after, bench] = [await cluster.usage(), process.cpuUsage(benchBefore)]
  const machine = busySeconds() - busyBefore
  return throughputOf(
    { before, after, accepting, machine, bench: (bench.user + bench.system) / MICRO },
    count
  )
}

/** Of all processors, whoever keeps them busy. */
function busySeconds(): number {
  const times = cpus().map(({ times: { user, nice, sys, irq } }) => user + nice + sys + irq)
  return times.reduce((sum, one) => sum + one, 0) / MILLI
}

interface Run {
  before: Usage
  after: Usage
  accepting: number
  bench: number
  machine: number
}

function throughputOf({ before, after, accepting, bench, machine }: Run, count: number): Throughput {
  const seconds = (after.at - before.at) / MILLI
  const processes = after.processes.map((cpu, at) => cpu - (before.processes[at] ?? 0))
  const isKnown = before.postgres !== undefined && after.postgres !== undefined
  const postgres = isKnown ? Number(after.postgres) - Number(before.postgres) : undefined
  const service = processes.reduce((sum, one) => sum + one, 0)
  return {
    accepted: count / accepting,
    handled: count / seconds,
    load: {
      processes: processes.map((one) => one / seconds),
      postgres: postgres === undefined ? undefined : postgres / seconds,
      bench: bench / seconds,
      machine: machine / seconds
    },
    each: {
      service: service / count,
      postgres: postgres === undefined ? undefined : postgres / count,
      bench: bench / count
    }
  }
}

/**
 * What the cost of a delivery with one process lets expect: each process has one thread for its work, and all together have
 * what others leave of the processors.
 */
function predicted({ each }: Throughput, roles: readonly Role[], { load }: Throughput): number {
  const working = roles.filter((role) => role !== 'web').length
  const { processes, postgres = 0, bench, machine } = load
  const own = processes.reduce((sum, one) => sum + one, 0) + postgres + bench
  const left = cpus().length - Math.max(0, machine - own)
  return Math.min(working / each.service, left / (each.service + (each.postgres ?? 0) + each.bench))
}

function named(roles: readonly Role[]): string {
  const counts = new Map<Role, number>()
  for (const role of roles) counts.set(role, (counts.get(role) ?? 0) + 1)
  return [...counts].map(([role, count]) => `${count} ${role}`).join(' + ')
}

function described({ accepted, handled, load, each }: Throughput, expected: number): string {
  const busy = load.processes.map((one) => one.toFixed(2)).join(' ')
  const postgres = load.postgres === undefined ? 'on another machine' : load.postgres.toFixed(2)
  return [
    `accepted ${accepted.toFixed(0)}/s  handled ${handled.toFixed(0)}/s (expected ${expected.toFixed(0)})`,
    `processors used: processes ${busy}, Postgres ${postgres}, bench ${load.bench.toFixed(2)}, all ${load.machine.toFixed(2)}`,
    `each: service ${(each.service * MILLI).toFixed(2)} ms` +
      (each.postgres === undefined ? '' : `, Postgres ${(each.postgres * MILLI).toFixed(2)} ms`),
    `first at its limit: ${limitOf(load)}`
  ].join('  ')
}

const NEARLY_ALL = 0.9

/** The rest of the machine may be busy with other things, which then are the limit. */
function limitOf({ processes, bench, machine }: Throughput['load']): string {
  if (Math.max(...processes) > NEARLY_ALL) return 'the thread of a process'
  if (bench > NEARLY_ALL) return 'the bench'
  if (machine > cpus().length * NEARLY_ALL) return 'the processors of the machine'
  return 'none: waits for locks or for the disk'
}
