// The client as another project gets it: packed alone, compiled against as that project is set up, and run.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { PassThrough, Transform } from 'node:stream'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import t from 'tap'
import { PACKAGE_FOLDER } from '#paths.js'
import { mirrorRuns } from '#services/mirror/mirror.js'
import { alertOf, startDependencies } from './fixtures/dependency-service.js'
import { runAt } from './fixtures/seed.js'
import { KEY } from './harness/app.js'
import { until } from './harness/until.js'

const run = promisify(execFile)
const MODULES = join(PACKAGE_FOLDER, 'node_modules')
const NAME = 'repository-automation-service-client'
const EXAMPLES = join(PACKAGE_FOLDER, 'examples')

const usual = { target: 'ES2022', strict: true, exactOptionalPropertyTypes: true }
const project = t.testdir({
  node_modules: { '@types': {} },
  'package.json': JSON.stringify({ name: 'another-project', type: 'module' }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      ...usual,
      // The types of Node, which another project has as well, are not ours to check.
      skipLibCheck: true,
      lib: ['ES2022', 'DOM'],
      module: 'NodeNext',
      types: ['node'],
      outDir: 'out'
    },
    include: ['*.ts']
  }),
  browser: {
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        ...usual,
        lib: ['ES2022', 'DOM', 'DOM.Iterable'],
        module: 'ESNext',
        moduleResolution: 'Bundler',
        types: [],
        noEmit: true
      },
      include: ['*.ts']
    })
  }
})

/** Packs the folder alone, and puts it where `npm install` would, with what it depends on and no more. */
async function install(): Promise<string> {
  const source = join(PACKAGE_FOLDER, 'openapi', 'client')
  await run('npm', ['pack', source, '--pack-destination', project], { cwd: PACKAGE_FOLDER })
  const archive = readdirSync(project).find((name) => name.endsWith('.tgz')) ?? ''
  const folder = join(project, 'node_modules', NAME)
  mkdirSync(folder)
  await run('tar', ['-xzf', join(project, archive), '-C', folder, '--strip-components=1'])
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  for (const dependency of [
    ...Object.keys(manifest.dependencies),
    'openapi-typescript-helpers',
    '@types/node'
  ])
    if (existsSync(join(MODULES, dependency)))
      symlinkSync(join(MODULES, dependency), join(project, 'node_modules', dependency))
  return folder
}

const folder = await install()

/** What the compiler says of a folder of the project. */
async function compile(directory: string): Promise<string[]> {
  const compiler = spawn(process.execPath, [join(MODULES, 'typescript', 'bin', 'tsc'), '-p', directory])
  const [output] = await Promise.all([text(compiler.stdout), once(compiler, 'close')])
  return output.split('\n').filter(Boolean)
}

const service = await startDependencies(t, { source: undefined })
let address = ''

async function mirror(runs: ReturnType<typeof runAt>[]): Promise<void> {
  const [repository] = (await service.client.GET('/api/repos')).data?.data ?? []
  const target = { repoId: repository?.host_id ?? 0 }
  await service.deps.transaction(async (tx) => void (await mirrorRuns(service.deps, tx, target, runs)))
}

/** What the examples are about: failed runs, and vulnerabilities of which one is open. */
async function startShowing(): Promise<void> {
  const [open, dismissed] = [
    alertOf({ packageName: '=cmd', severity: 'critical' }),
    alertOf({ state: 'dismissed' })
  ]
  service.alerts.alerts.push(open, dismissed)
  await service.scan()
  await mirror([1, 2, 3].map((id) => runAt(id, 0, { conclusion: 'failure' })))
  address = await service.app.listen({ port: 0, host: '127.0.0.1' })
}

const environment = (more: Record<string, string> = {}) => ({
  env: { SERVICE_URL: address, SERVICE_KEY: KEY, ...more }
})
const example = async (name: string) =>
  (await run(process.execPath, [join(project, 'out', `${name}.js`)], environment())).stdout.trim().split('\n')

t.test('the package holds the client and its types, and no server', async (t) => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.\w+$/.test(name)
  )
  t.same(files.filter((name) => !/^lib\/(client\/\w+(\.d)?\.[jt]s|types\.d\.ts)$/.test(name)).sort(), [
    'README.md',
    'package.json'
  ])
  const code = files.filter((name) => name.endsWith('.js')).map((name) => statSync(join(folder, name)).size)
  const bytes = code.reduce((sum, size) => sum + size, 0)
  t.ok(bytes > 1_000 && bytes < 10_000, `${bytes} bytes of code`)
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const { version, dependencies } = JSON.parse(readFileSync(join(PACKAGE_FOLDER, 'package.json'), 'utf8'))
  t.same(manifest.dependencies, { 'openapi-fetch': dependencies['openapi-fetch'] })
  t.equal(manifest.version, version)
  t.notOk(existsSync(join(PACKAGE_FOLDER, 'openapi/client/lib')), 'packing leaves nothing beside the sources')
})

const BROWSER = `import { createClient, type ErrorCode, paginate, RequestFailed, unwrap } from '${NAME}'
const client = createClient({ baseUrl: location.origin, retry: { attempts: 2 }, conditional: true })
for await (const issue of paginate(client, '/api/issues', { params: { query: { state: 'open' } } })) {
  const title: string = issue.title
  document.title = title
}
const path = { owner: 'octo-org', repo: 'hello' }
for await (const run of paginate(client, '/api/ci/{owner}/{repo}', { params: { path } })) run.heal_status === 'healed'
const { error } = await client.GET('/api/repos/{owner}/{repo}', { params: { path } })
if (error?.code === 'repo_not_found') document.title = error.message
try {
  unwrap(await client.GET('/api/repos'))
} catch (failure) {
  const code: ErrorCode | undefined = failure instanceof RequestFailed ? failure.code : undefined
  document.title = String(code)
}
`

const WRONG = `import { createClient, paginate } from '${NAME}'
const client = createClient({ baseUrl: '' })
paginate(client, '/api/issues/stats')
paginate(client, '/api/issues', { params: { query: { page: 2 } } })
const { error } = await client.GET('/api/repos')
if (error?.code === 'policy_not_found') throw error
await client.POST('/api/ci/{runId}/heal', { params: { path: { runId: 1 } }, body: { strategy: 'hope' } })
`

t.test('it compiles for browsers with a bundler, and what does not exist does not compile', async (t) => {
  writeFileSync(join(project, 'browser', 'good.ts'), BROWSER)
  writeFileSync(join(project, 'browser', 'wrong.ts'), WRONG)
  const complaints = await compile(join(project, 'browser'))
  const linesOfWrong = complaints.flatMap((line) => /wrong\.ts\((\d+),.*error/.exec(line)?.[1] ?? [])
  t.same(linesOfWrong, ['3', '4', '6', '7'])
  t.same(
    complaints.filter((line) => !/wrong\.ts|^ /.test(line)),
    []
  )
})

t.test('the examples compile for Node and do what they say at a running service', async (t) => {
  for (const name of readdirSync(EXAMPLES).filter((one) => one.endsWith('.ts')))
    cpSync(join(EXAMPLES, name), join(project, name))
  t.same(await compile(project), [])
  await startShowing()

  const healed = await example('heal-failed-runs')
  t.equal(healed.length, 3)
  t.ok(
    healed.every((line) => /^octo-org\/hello #\d+: will be healed$/.test(line)),
    healed.join('\n')
  )
  t.same(await example('open-vulnerabilities'), [
    'repository,package,severity,fixed in',
    `"octo-org/hello","'=cmd","critical","2.0.0"`
  ])
})

/** How the first stream arrives: its first changes in one piece, and after them everything or nothing. */
type Arrival = { atOnce: number; thenSilent?: boolean }

/** The service behind connections that can be broken: what each asked for first. */
async function breakable(arrival: Arrival) {
  const asked: string[] = []
  const open = new Set<Socket>()
  const isStream = (line: string) => line.includes('/api/stream')
  const server = createServer((near) => {
    const far = connect(Number(new URL(address).port), '127.0.0.1')
    near.once('data', (bytes) => {
      const [line = ''] = String(bytes).split('\r\n', 1)
      const isFirst = isStream(line) && !asked.some(isStream)
      asked.push(line)
      far.pipe(isFirst ? heldBack(arrival) : new PassThrough()).pipe(near)
    })
    near.pipe(far)
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => {
        near.destroy()
        far.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  // Cast: a server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    streams: () => asked.filter(isStream),
    break: () => open.forEach((socket) => void socket.destroy())
  }
}

function heldBack({ atOnce, thenSilent = false }: Arrival): Transform {
  const enough = new RegExp(`^(?:[^]*?event: changed[^]*?\\n\\n){${atOnce}}`)
  let held = ''
  let isHolding = true
  return new Transform({
    transform(bytes, _encoding, done) {
      if (!isHolding) return done(null, thenSilent ? undefined : bytes)
      held += bytes
      const [first] = enough.exec(held) ?? []
      isHolding = first === undefined
      done(null, thenSilent || isHolding ? first : held)
    }
  })
}

let changes = 10

/** The example that watches, beside a service in which things change for as long as somebody waits. */
async function watch(count: string, arrival: Arrival) {
  const between = await breakable(arrival)
  const watching = spawn(
    process.execPath,
    [join(project, 'out', 'watch-changes.js')],
    environment({ SERVICE_URL: between.url, COUNT: count })
  )
  t.teardown(() => watching.kill('SIGKILL'))
  let heard = ''
  watching.stdout.on('data', (bytes) => {
    heard += bytes
  })
  const changeUntil = (what: string, isSo: () => boolean) =>
    until(what, async () => {
      if (isSo()) return true
      changes += 1
      await mirror([runAt(changes, 0, { conclusion: 'success' })])
      return false
    })
  const untilTold = () => changeUntil('a change is told', () => heard.includes('"runs"'))
  /** What it has said may arrive after its end. */
  const untilEnded = async () => {
    await changeUntil('it ends', () => watching.exitCode !== null && watching.stdout.readableEnded)
    return heard.trim().split('\n')
  }
  return { between, watching, untilTold, untilEnded }
}

t.test('the example that watches hears of changes, also after its stream has broken', async (t) => {
  const arrival = { atOnce: 1, thenSilent: true }
  const { between, watching, untilTold, untilEnded } = await watch('4', arrival)
  await untilTold()
  between.break()
  const lines = await untilEnded()
  t.equal(watching.exitCode, 0)
  t.equal(lines.length, 4)
  for (const line of lines) t.match(line, /^\{.*"topics".*\} \{/)
  t.match(between.streams(), [/^GET \/api\/stream HTTP/, /^GET \/api\/stream\?last_event_id=[^ ]+ HTTP/])
})

t.test(
  'the example that watches ends after as many changes as were asked for, though more arrive at once',
  async (t) => {
    const { watching, untilEnded } = await watch('3', { atOnce: 6 })
    t.equal((await untilEnded()).length, 3)
    t.equal(watching.exitCode, 0)
  }
)
