// What one delivery of each kind costs, from its arrival to the end of all that follows from it.
import { appendFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { type Cluster, startCluster, type Usage } from './cluster.js'
import { type Fleet, KINDS, type Kind } from './stream.js'
import { openWireTap, type WireCount, type WireTap } from './wire-tap.js'

const EACH = 300
const WARM_UP = 90
const SENDERS = 8
const IDLE_MS = 6_000
/** How long the server may keep its figures to itself. */
const STATISTICS_MS = 1_200
const KILO = 1_000

export interface Cost {
  payload: number
  statements: number
  transactions: number
  wal: number
  fullPages: number
  service: number
  postgres: number | undefined
}

interface Measured {
  cost: Cost
  seconds: number
  texts: WireCount['texts']
}

export interface CostOptions {
  databaseUrl: string
  fleet: Fleet
  /** How many deliveries of each kind. */
  scale: number
  only: string
  /** Each statement and how often it came goes here, if it has a name. */
  out: string
}

/** The weighted costs tell what a delivery of the mix costs. */
export async function measureCosts(options: CostOptions): Promise<void> {
  const { databaseUrl, fleet, scale, only, out } = options
  const tap = await openWireTap(databaseUrl)
  const hostUrl = fleet.url
  const repositories = fleet.repositories.length
  const cluster = await startCluster({
    databaseUrl,
    serviceUrl: tap.url,
    hostUrl,
    roles: ['all'],
    repositories
  })
  try {
    for (const kind of KINDS) await cluster.send(fleet.ofKind(kind, WARM_UP), SENDERS)
    await cluster.allDone()
    const idle = await measureIdle(cluster, tap)
    console.log(`idle, per second      ${described(perSecond(idle))}`)
    for (const kind of KINDS.filter((one) => one.includes(only))) {
      const measured = await measureKind({ cluster, tap, fleet, kind, count: EACH * scale })
      console.log(`${kind.padEnd(22)}${described(less(measured, idle, EACH * scale))}`)
      if (out !== '') await appendFile(out, listed(kind, measured.texts, EACH * scale))
    }
  } finally {
    await cluster.stop()
    tap.close()
  }
}

async function measureIdle(cluster: Cluster, tap: WireTap): Promise<Measured> {
  return measuring(cluster, tap, async () => {
    await setTimeout(IDLE_MS)
    return 0
  })
}

interface KindRun {
  cluster: Cluster
  tap: WireTap
  fleet: Fleet
  kind: Kind
  count: number
}

async function measureKind({ cluster, tap, fleet, kind, count }: KindRun): Promise<Measured> {
  const deliveries = fleet.ofKind(kind, count)
  return measuring(cluster, tap, async () => {
    await cluster.send(deliveries, SENDERS)
    await cluster.allDone()
    return deliveries.reduce((sum, { body }) => sum + body.length, 0)
  })
}

async function measuring(cluster: Cluster, tap: WireTap, work: () => Promise<number>): Promise<Measured> {
  await setTimeout(STATISTICS_MS)
  const before = await cluster.usage()
  tap.take()
  const payload = await work()
  await setTimeout(STATISTICS_MS)
  const { statements, transactions, texts } = tap.take()
  const after = await cluster.usage()
  const cost = { payload, statements, transactions, ...between(before, after) }
  return { cost, seconds: (after.at - before.at) / 1000, texts }
}

function between(before: Usage, after: Usage): Pick<Cost, 'wal' | 'fullPages' | 'service' | 'postgres'> {
  const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0)
  const isKnown = before.postgres !== undefined && after.postgres !== undefined
  return {
    wal: after.wal - before.wal,
    fullPages: after.fullPages - before.fullPages,
    service: sum(after.processes) - sum(before.processes),
    postgres: isKnown ? Number(after.postgres) - Number(before.postgres) : undefined
  }
}

/** Each delivery's part of what was measured, without what an idle service uses in the same time. */
function less({ cost, seconds }: Measured, idle: Measured, count: number): Cost {
  const rest = (value: number, ofIdle: number) => (value - (ofIdle * seconds) / idle.seconds) / count
  return mapped(cost, idle.cost, rest)
}

const perSecond = ({ cost, seconds }: Measured): Cost => mapped(cost, cost, (value) => value / seconds)

function mapped(cost: Cost, other: Cost, of: (value: number, other: number) => number): Cost {
  const postgres = cost.postgres === undefined ? undefined : of(cost.postgres, other.postgres ?? 0)
  return {
    payload: of(cost.payload, other.payload),
    statements: of(cost.statements, other.statements),
    transactions: of(cost.transactions, other.transactions),
    wal: of(cost.wal, other.wal),
    fullPages: of(cost.fullPages, other.fullPages),
    service: of(cost.service, other.service),
    postgres
  }
}

function described({ payload, statements, transactions, wal, fullPages, service, postgres }: Cost): string {
  const backends = postgres === undefined ? 'on another machine' : `${(postgres * KILO).toFixed(2)} ms`
  return [
    `payload ${(payload / KILO).toFixed(1)} kB`,
    `statements ${statements.toFixed(1)}`,
    `transactions ${transactions.toFixed(1)}`,
    `WAL ${(wal / KILO).toFixed(1)} kB with ${fullPages.toFixed(2)} full pages`,
    `CPU service ${(service * KILO).toFixed(2)} ms, Postgres ${backends}`
  ].join('  ')
}

function listed(kind: Kind, texts: WireCount['texts'], count: number): string {
  const lines = [...texts]
    .sort(([, a], [, b]) => b - a)
    .map(([text, times]) => `${(times / count).toFixed(2)}\t${text.replaceAll(/\s+/g, ' ').trim()}`)
  return `\n# ${kind}\n${lines.join('\n')}\n`
}
