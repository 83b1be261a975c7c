// The package as another project gets it: packed, unpacked, compiled against and run.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import t from 'tap'
import { PACKAGE_FOLDER } from '#paths.js'
import { KEY, startTestService } from './harness/app.js'

const run = promisify(execFile)
const MODULES = join(PACKAGE_FOLDER, 'node_modules')
const NAME = 'repository-automation-service'

const project = t.testdir({
  node_modules: {},
  'package.json': JSON.stringify({ name: 'another-project', type: 'module' }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'ES2022',
      lib: ['ES2022', 'DOM'],
      module: 'NodeNext',
      strict: true,
      types: [],
      outDir: 'out',
      noEmitOnError: false
    },
    include: ['*.ts']
  })
})

/** Packs what the manifest says, and puts it where `npm install` would. */
async function install(): Promise<string> {
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', project], { cwd: PACKAGE_FOLDER })
  const archive = readdirSync(project).find((name) => name.endsWith('.tgz')) ?? ''
  const folder = join(project, 'node_modules', NAME)
  mkdirSync(folder)
  await run('tar', ['-xzf', join(project, archive), '-C', folder, '--strip-components=1'])
  for (const dependency of ['openapi-fetch', 'openapi-typescript-helpers']) {
    if (existsSync(join(MODULES, dependency)))
      symlinkSync(join(MODULES, dependency), join(project, 'node_modules', dependency))
  }
  return folder
}

const folder = await install()

/** The complaints of the compiler about this program, and nothing else it says. */
async function compile(name: string, program: string): Promise<string[]> {
  writeFileSync(join(project, `${name}.ts`), program)
  const compiler = spawn(process.execPath, [join(MODULES, 'typescript', 'bin', 'tsc'), '-p', '.'], {
    cwd: project
  })
  const [output] = await Promise.all([text(compiler.stdout), once(compiler, 'close')])
  return output.split('\n').filter((line) => line.startsWith(`${name}.ts`))
}

t.test('another project compiles against the client and calls a running service with it', async (t) => {
  const service = await startTestService({ work: false })
  t.teardown(() => service.close())
  const baseUrl = await service.app.listen({ port: 0, host: '127.0.0.1' })
  const complaints = await compile(
    'good',
    `import { createClient, type components } from '${NAME}/client'
declare const process: { env: Record<string, string> }
declare const console: { log(text: string): void }
const client = createClient({ baseUrl: process.env['BASE_URL'] ?? '', headers: { authorization: 'Bearer ${KEY}' } })
const { data } = await client.GET('/api/deliveries', { params: { query: { state: 'processed', per_page: 5 } } })
const total: number | undefined = data?.meta.total
const first: components['schemas']['Delivery'] | undefined = data?.data[0]
const { data: identity } = await client.GET('/api/auth/session')
console.log(JSON.stringify({ total, first, principal: identity?.principal }))
`
  )
  t.same(complaints, [])
  const { stdout } = await run(process.execPath, [join(project, 'out', 'good.js')], {
    env: { BASE_URL: baseUrl }
  })
  t.same(JSON.parse(stdout), { total: 0, principal: 'api' })
})

t.test('what the service does not have does not compile', async (t) => {
  const complaints = await compile(
    'bad',
    `import { createClient } from '${NAME}/client'
const client = createClient({ baseUrl: '' })
await client.GET('/api/nothing')
await client.GET('/api/deliveries', { params: { query: { state: 'no such state' } } })
await client.POST('/api/auth/login', { body: { password: 1 } })
const { data } = await client.GET('/health')
data?.nothing
`
  )
  t.same(
    [3, 4, 5, 7].filter((line) => !complaints.some((complaint) => complaint.startsWith(`bad.ts(${line},`))),
    [],
    complaints.join('\n')
  )
})

t.test('the package carries the document and what runs, and nothing of how it was made', async (t) => {
  const { resolve } = createRequire(join(project, 'package.json'))
  const document = JSON.parse(readFileSync(resolve(`${NAME}/openapi.json`), 'utf8'))
  t.match(document, { openapi: /^3\.1/, paths: { '/api/deliveries': {} } })
  for (const name of [
    'dist/service/main.js',
    'dist/database.tar.gz',
    'drizzle/migrations/meta/_journal.json'
  ])
    t.ok(existsSync(join(folder, name)), name)
  for (const name of ['src', 'test', 'bench', 'dist/bench', 'data', '.ci', 'node_modules'])
    t.notOk(existsSync(join(folder, name)), name)
})
