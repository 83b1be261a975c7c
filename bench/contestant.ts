// Starts a program to be measured as a process of its own, and waits until it answers.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import postgres from 'postgres'
import { freePort } from './free-port.js'

export interface Contestant {
  port: number
  process: ChildProcess
  stop(): Promise<void>
}

export async function start(file: string, environment: NodeJS.ProcessEnv): Promise<Contestant> {
  const contestant = await launch(file, environment)
  await untilItAnswers(contestant.port, contestant.process)
  return contestant
}

/** Starts a program that may listen on no port, and waits for nothing. */
export async function launch(file: string, environment: NodeJS.ProcessEnv): Promise<Contestant> {
  if (!existsSync(file)) throw new NotPrepared(`This benchmark runs ${file}, which \`npm run build\` makes.`)
  const port = await freePort()
  const child = spawn(process.execPath, [file], {
    // As `npm start` and the image set it.
    env: { PATH: process.env['PATH'], PORT: String(port), MALLOC_ARENA_MAX: '2', ...environment },
    stdio: ['ignore', 'ignore', 'inherit']
  })
  const exited = once(child, 'exit')
  const kill = () => child.kill('SIGKILL')
  // A bench that is interrupted leaves nothing behind.
  process.once('exit', kill)
  return {
    port,
    process: child,
    async stop() {
      child.kill('SIGTERM')
      await exited
      process.off('exit', kill)
    }
  }
}

async function untilItAnswers(port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) throw new Error(`it ended with code ${child.exitCode}`)
    const reply = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined)
    await reply?.arrayBuffer()
    if (reply) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('it never answered')
}

const SERVER = process.env['BENCH_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** Something that a benchmark needs is not there; the message says what to do. */
export class NotPrepared extends Error {}

/** An empty database of the bench's own. */
export async function freshDatabase(name: string): Promise<string> {
  await onServer(async (sql) => {
    await sql.unsafe(`drop database if exists ${name} with (force)`)
    await sql.unsafe(`create database ${name}`)
  })
  return urlOf(name)
}

export function urlOf(name: string): string {
  const url = new URL(SERVER)
  url.pathname = `/${name}`
  return url.href
}

export async function onServer<T>(work: (sql: postgres.Sql) => PromiseLike<T>): Promise<T> {
  const sql = postgres(SERVER, { max: 1, onnotice: () => {} })
  try {
    await sql.unsafe('select 1').catch((error: unknown) => {
      throw new NotPrepared(
        `This benchmark needs a PostgreSQL server, and the one at ${new URL(SERVER).host} does not let it in (${error}). ` +
          'Start it, or name another one: BENCH_DATABASE_URL=postgres://… npm run bench -- NAME'
      )
    })
    return await work(sql)
  } finally {
    await sql.end()
  }
}

/** Processor seconds and resident megabytes of a process, by the kernel's own account. */
export async function costOf({ process: child }: Contestant): Promise<{ cpuSeconds: number; rssMb: number }> {
  const cpuSeconds = await processorSeconds(Number(child.pid))
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  const rssKb = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])
  return { cpuSeconds: cpuSeconds ?? 0, rssMb: rssKb / 1024 }
}

const TICKS_PER_SECOND = 100

/** What a process has used, by the kernel's account; undefined if this machine has none of this number and name. */
export async function processorSeconds(pid: number, name = ''): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const nameEnd = stat.lastIndexOf(')')
  if (nameEnd === -1 || !stat.slice(0, nameEnd).includes(name)) return undefined
  const fields = stat.slice(nameEnd + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
