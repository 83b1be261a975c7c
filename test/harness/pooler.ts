// PgBouncer in transaction mode before the server of the tests, if it is installed here.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { PACKAGE_FOLDER } from '#paths.js'
import { freePort } from '../../bench/free-port.js'
import { until } from './until.js'

const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find(existsSync)

export const noPooler = PROGRAM === undefined && 'PgBouncer is not installed'

/** It refuses to run as root. */
const NOBODY = 65_534

/** A pooler with few connections to the server; returns the address of the database through it. */
export async function startPooler(t: Test, database: string): Promise<string> {
  const url = new URL(database)
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'pooler-'))
  await chmod(folder, 0o755)
  const [file, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')]
  await writeFile(file, configurationOf(url, { port, users }))
  // PgBouncer logs in with what its clients have shown. A server that asks for no password takes any.
  url.username ||= 'postgres'
  url.password ||= 'any'
  await writeFile(users, `"${url.username}" "${decodeURIComponent(url.password)}"\n`)
  const asNobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const pooler = spawn(PROGRAM ?? '', ['-q', file], { ...asNobody, stdio: 'ignore' })
  t.teardown(() => stop(pooler, folder))
  await until('the pooler listens', () => listens(port))
  url.host = `127.0.0.1:${port}`
  return url.href
}

/** The one that ships, but for where it listens, to where it leads, and how few connections it has. */
function configurationOf(server: URL, { port, users }: { port: number; users: string }): string {
  const own: [RegExp, string][] = [
    [/^service = .*$/m, `* = host=${server.hostname} port=${server.port || '5432'}`],
    [/^listen_addr = .*$/m, 'listen_addr = 127.0.0.1'],
    [/^listen_port = .*$/m, `listen_port = ${port}`],
    [/^auth_file = .*$/m, `auth_file = ${users}`],
    [/^default_pool_size = .*$/m, 'default_pool_size = 3']
  ]
  const shipped = readFileSync(join(PACKAGE_FOLDER, 'docs/deploy/pgbouncer.ini'), 'utf8')
  return own.reduce((text, [line, its]) => text.replace(line, its), shipped)
}

async function stop(pooler: ChildProcess, folder: string): Promise<void> {
  const ended = once(pooler, 'exit')
  if (pooler.exitCode === null && pooler.kill('SIGKILL')) await ended
  await rm(folder, { recursive: true })
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false
  )
  socket.destroy()
  return isOpen
}
