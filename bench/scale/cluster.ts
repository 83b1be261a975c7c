// Processes of the service on one database of their own, and what they and the database use of the machine.
import { generateKeyPairSync } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import postgres from 'postgres'
import { SERVICE } from '#paths.js'
import { type Contestant, costOf, launch, processorSeconds, start } from '../contestant.js'
import { SECRET, type SignedDelivery } from './stream.js'

const LOOK_AGAIN_MS = 50
const LONGEST_MS = 300_000

export type Role = 'all' | 'web' | 'worker'

export interface ClusterOptions {
  /** The database as the bench reaches it, and as the processes do. */
  databaseUrl: string
  serviceUrl: string
  hostUrl: string
  roles: readonly Role[]
  /** How many repositories the host has. */
  repositories: number
}

export interface Usage {
  /** Processor seconds of each process, and of the backends; undefined if Postgres runs on another machine. */
  processes: number[]
  postgres: number | undefined
  /** Where the log of the server ends, in bytes, and the full pages that it holds. */
  wal: number
  fullPages: number
  at: number
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

export async function startCluster({
  databaseUrl,
  serviceUrl,
  hostUrl,
  roles,
  repositories
}: ClusterOptions) {
  const environment = {
    DATABASE_URL: serviceUrl,
    API_KEY: 'bench-key-0123456789',
    SESSION_SECRET: 'a session secret for the bench alone',
    HOST_WEBHOOK_SECRET: SECRET,
    HOST_API_URL: hostUrl,
    HOST_APP_ID: '12',
    HOST_APP_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn'
  }
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  const processes: Contestant[] = []
  for (const role of roles)
    processes.push(await (role === 'worker' ? launch : start)(SERVICE, { ...environment, ROLE: role }))
  const ports = processes.flatMap(({ port }, at) => (roles[at] === 'worker' ? [] : [port]))
  const isSynced = async () => {
    const [row] =
      await sql`select count(*)::int as count from syncs where finished_at is not null and status = 'idle'`
    return Number(row?.['count']) >= repositories
  }
  await until(isSynced, 'the repositories were not synced')
  await until(() => isDone(sql), 'the jobs of the start were not done')
  return {
    /** Sends them as fast as they are accepted; returns how many seconds that took. */
    async send(deliveries: readonly SignedDelivery[], senders: number): Promise<number> {
      // Of its own: a process closes connections that were idle for long, maybe while a request is on its way.
      const agent = new Agent({ keepAlive: true })
      const began = performance.now()
      const waiting = deliveries.entries()
      const work = async () => {
        for (const [at, delivery] of waiting) await post(agent, ports[at % ports.length] ?? 0, delivery)
      }
      await Promise.all(Array.from({ length: senders }, work))
      agent.destroy()
      return (performance.now() - began) / 1000
    },
    /** Until every delivery is handled, and nothing that followed from them is due. */
    allDone: () => until(() => isDone(sql), 'the deliveries were not handled'),
    usage: () => usageOf(sql, processes),
    async stop() {
      await Promise.all(processes.map((one) => one.stop()))
      await sql.end()
    }
  }
}

async function until(isSo: () => Promise<boolean>, complaint: string): Promise<void> {
  const endsAt = performance.now() + LONGEST_MS
  while (!(await isSo())) {
    if (performance.now() > endsAt) throw new Error(complaint)
    await setTimeout(LOOK_AGAIN_MS)
  }
}

async function isDone(sql: postgres.Sql): Promise<boolean> {
  const rows = await sql`select from webhook_deliveries where state = 'queued'
    union all
    select from pgboss.job where name not like '\\_\\_%'
      and (state = 'active' or (state < 'active' and start_after <= now())) limit 1`
  return rows.length === 0
}

function post(agent: Agent, port: number, { headers, body }: SignedDelivery): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request({ agent, port, path: '/webhooks/host', method: 'POST', headers }, (reply) => {
      reply.resume().on('end', () => {
        if (reply.statusCode === 202) resolve()
        else reject(new Error(`a delivery was answered with ${reply.statusCode}`))
      })
    })
    sent.on('error', reject).end(body)
  })
}

async function usageOf(sql: postgres.Sql, processes: readonly Contestant[]): Promise<Usage> {
  const cpus = await Promise.all(processes.map(async (one) => (await costOf(one)).cpuSeconds))
  const [position] = await sql`select (pg_current_wal_insert_lsn() - '0/0')::float8 as wal,
    (select wal_fpi from pg_stat_wal)::float8 as pages`
  return {
    processes: cpus,
    postgres: await backendSeconds(sql),
    wal: Number(position?.['wal']),
    fullPages: Number(position?.['pages']),
    at: performance.now()
  }
}

/** Of the connections of the service, by the kernel's own account. */
async function backendSeconds(sql: postgres.Sql): Promise<number | undefined> {
  const rows = await sql`select pid from pg_stat_activity
    where datname = current_database() and application_name = 'repository-automation-service'`
  const all = await Promise.all(rows.map(({ pid }) => processorSeconds(Number(pid), 'postgres')))
  const known = all.filter((one) => one !== undefined)
  return known.length < rows.length ? undefined : known.reduce((sum, one) => sum + one, 0)
}
