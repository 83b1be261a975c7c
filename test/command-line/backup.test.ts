import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync
} from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { LOCK_NAME } from '#data-directory.js'
import { emptyHomeOf, homeOf, serviceProcess } from '#test/harness/process.js'
import { SERVER } from '#test/harness/server.js'
import { until } from '#test/harness/until.js'
import { runProgram, startProgram } from './program.js'

/** Only an embedded database is backed up by the service itself. */
const EMBEDDED = { skip: SERVER !== undefined }

const ID = randomUUID()

/** Beside the data directory, which is the folder of the test. */
function folderFor(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'backup-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  return folder
}

t.test('a backup, restored elsewhere, starts with the same rows and secrets', EMBEDDED, async (t) => {
  // Without secrets of its own, so that they are generated.
  const { API_KEY: _, SESSION_SECRET: __, ...home } = await homeOf(t)
  const folder = folderFor(t)
  const file = join(folder, 'backup.tar.gz')
  const service = serviceProcess(t, home)
  await service.start()
  t.equal(await service.deliver(ID), 202)
  const running = await runProgram(['backup', file], home)
  t.match(running, { code: 1, err: /in use by process \d+.*stop the service, back up, and start it again/ })
  t.same(readdirSync(folder), [])
  await service.stop()

  t.match(await runProgram(['backup', file], home), { code: 0, out: /contains secrets/ })
  t.equal(statSync(file).mode & 0o777, 0o600)
  t.match(await runProgram(['backup', file], home), { code: 1, err: /exists already/ })

  const DATA_DIR = join(folder, 'restored')
  t.match(await runProgram(['restore', file], { ...home, DATA_DIR }), {
    code: 0,
    out: /Start the service/
  })
  const secrets = (directory: string) => readFileSync(join(directory, 'secrets.json'), 'utf8')
  t.equal(secrets(DATA_DIR), secrets(home['DATA_DIR'] ?? ''))
  t.match(await runProgram(['restore', file], { ...home, DATA_DIR }), { code: 1, err: /is not empty/ })
  const restored = serviceProcess(t, { ...home, DATA_DIR })
  await restored.start()
  const { data } = await restored
    .clientWith(JSON.parse(secrets(DATA_DIR)).apiKey)
    .GET('/api/deliveries/{id}', { params: { path: { id: ID } } })
  t.match(data, { delivery_id: ID })
  await restored.stop()
})

t.test('a damaged backup is refused, and leaves the directory empty', EMBEDDED, async (t) => {
  const home = await homeOf(t)
  const folder = folderFor(t)
  const file = join(folder, 'backup.tar.gz')
  await runProgram(['backup', '--without-secrets', file], home)
  truncateSync(file, statSync(file).size - 20)
  const DATA_DIR = join(folder, 'restored')
  const { code, out, err } = await runProgram(['restore', file], { ...home, DATA_DIR })
  t.same([code, out], [1, ''])
  t.match(
    err,
    /^\S+backup\.tar\.gz is damaged: unexpected end of file\. Nothing was restored\. Restore another backup\.$/m
  )
  t.same(readdirSync(DATA_DIR), [])
})

t.test(
  'an interrupted restore ends with the number of its signal, and leaves the directory empty',
  EMBEDDED,
  async (t) => {
    const home = await homeOf(t)
    const folder = folderFor(t)
    const [file, pipe] = [join(folder, 'backup.tar.gz'), join(folder, 'pipe')]
    await runProgram(['backup', '--without-secrets', file], home)
    const whole = readFileSync(file)
    execFileSync('mkfifo', [pipe])
    const DATA_DIR = join(folder, 'restored')
    for (const [signal, expected] of [
      ['SIGINT', 130],
      ['SIGTERM', 143]
    ] as const) {
      const { child, ended } = startProgram(['restore', pipe], { ...home, DATA_DIR })
      const writer = await open(pipe, 'w')
      await writer.writeFile(whole.subarray(0, whole.length / 2))
      await until(
        'it restores',
        async () =>
          existsSync(DATA_DIR) && readdirSync(DATA_DIR).some((name) => name.startsWith('.restoring-'))
      )
      child.kill(signal)
      // It ends while the rest is written.
      await writer.writeFile(whole.subarray(whole.length / 2)).catch(() => undefined)
      await writer.close()
      t.match(await ended, {
        code: expected,
        out: '',
        err: new RegExp(`^${signal} has interrupted the command`, 'm')
      })
      t.same(readdirSync(DATA_DIR), [])
    }
  }
)

t.test('what a killed restore leaves is taken neither for data nor for nothing', EMBEDDED, async (t) => {
  const folder = folderFor(t)
  mkdirSync(join(folder, 'killed/.restoring-1234'), { recursive: true })
  const home = { ...(await homeOf(t)), DATA_DIR: join(folder, 'killed') }
  const told = /A restore was interrupted in \S+killed: \.restoring-1234 holds a part/
  await t.rejects(serviceProcess(t, home).start(), { message: told })
  const file = join(folder, 'backup.tar.gz')
  writeFileSync(file, '')
  t.match(await runProgram(['restore', file], home), { code: 1, err: told })
  t.same(readdirSync(home.DATA_DIR), ['.restoring-1234'])
})

t.test('a link in the data directory is named, and not left out in silence', EMBEDDED, async (t) => {
  const home = await homeOf(t)
  symlinkSync(tmpdir(), join(home['DATA_DIR'] ?? '', 'database', 'elsewhere'))
  const { code, err } = await runProgram(['backup', join(folderFor(t), 'x')], home)
  t.equal(code, 1)
  t.match(err, /database\/elsewhere is a link, which no backup can contain/)
})

t.test('the lock of another container is not taken for that of a dead process', EMBEDDED, async (t) => {
  const home = await homeOf(t)
  const lock = join(home['DATA_DIR'] ?? '', LOCK_NAME)
  writeFileSync(lock, JSON.stringify({ pid: 1, began: '1', host: 'another-container', nonce: 'other' }))
  const { code, err } = await runProgram(['backup', join(folderFor(t), 'x')], home)
  t.equal(code, 1)
  t.match(err, /of another-container, another machine or container/)
})

const IS_ROOT = process.getuid?.() === 0

t.test(
  'another user than that of the service is refused',
  { skip: SERVER !== undefined || !IS_ROOT },
  async (t) => {
    const home = await homeOf(t)
    chownSync(join(home['DATA_DIR'] ?? '', 'database'), 1_000, 1_000)
    const { code, err } = await runProgram(['backup', join(folderFor(t), 'x')], home)
    t.equal(code, 1)
    t.match(err, /belongs to the user with the id 1000, and this is user 0/)
  }
)

t.test('where there is no database there is nothing to back up, and no directory is made', async (t) => {
  const DATA_DIR = join(t.testdir(), 'none')
  t.match(await runProgram(['backup'], { DATA_DIR }), { code: 1, err: /There is no database in .*none/ })
  t.same(readdirSync(join(DATA_DIR, '..')), [])
})

t.test('with a server, the command of its own tools is told, without the password', async (t) => {
  const settings = {
    ...(await emptyHomeOf(t)),
    DATABASE_URL: 'postgres://me:hush-hush@db.test:5433/service?sslmode=require&sslpassword=hush-hush'
  }
  const calls: [string[], RegExp][] = [
    [['backup'], /pg_dump .*--dbname='postgres:\/\/me@db\.test:5433\/service\?sslmode=require'/],
    [['restore', 'x'], /pg_restore .*--dbname='postgres:\/\/me@db\.test:5433\/service\?sslmode=require'/]
  ]
  // Through a pooler, what a restore sets for its connection would stay with one of the server.
  const pooled = {
    ...settings,
    DATABASE_URL: 'postgres://me@pooler.test/service',
    DATABASE_SESSION_URL: settings.DATABASE_URL
  }
  for (const [args, command] of calls)
    for (const environment of [settings, pooled]) {
      const { code, err } = await runProgram(args, environment)
      t.equal(code, 1)
      t.match(err, command)
      t.notMatch(err, /hush/)
    }
})

t.test('a wrong call says how it is done', async (t) => {
  for (const args of [['restore'], ['restore', 'a', 'b'], ['backup', '--all'], ['backup', 'a', 'b']])
    t.match(await runProgram(args), { code: 2, err: /^usage: /m }, args.join(' '))
})
