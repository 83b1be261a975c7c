// What the documentation tells people to type, to call and to write is what the service knows.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { PACKAGE_FOLDER, SERVICE } from '#paths.js'
import { VARIABLES } from '#settings/environment.js'
import { seedRepository } from '../fixtures/seed.js'
import { KEY, startTestService } from '../harness/app.js'
import { checkBuilt } from '../harness/built.js'
import { operationsOf } from './document.js'
import { blocksOf, GUIDES, readPage, withoutBlocks } from './pages.js'

const PAGES = ['README.md', 'CONTRIBUTING.md', ...GUIDES]

const service = await startTestService({ work: false })
t.teardown(() => service.close())
await seedRepository(service.deps, { hostId: 42, fullName: 'octo-org/hello', installationId: 1 })

/** The commands of a page: each a line, without its comment and with its continuations. */
function commandsOf(page: string): string[] {
  return blocksOf(page, 'sh')
    .flatMap((block) => block.replaceAll(/\\\n\s*/g, '').split('\n'))
    .map((line) => line.replace(/\s+# .*$/, '').trim())
    .filter((line) => line !== '')
}

/** The words of a command, as a shell parts them. */
const wordsOf = (command: string) =>
  [...command.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) => word.replaceAll(/^['"]|['"]$/g, ''))

const VARIABLE_NAMES: readonly string[] = VARIABLES
const folderOfKey = t.testdir({ data: { 'secrets.json': JSON.stringify({ apiKey: KEY }) } })
const { scripts } = JSON.parse(readPage('package.json'))
checkBuilt(SERVICE, [join(PACKAGE_FOLDER, 'src', 'command-line')])
const usage = execFileSync(process.execPath, [SERVICE, '--help'], { encoding: 'utf8' })
const programCommands = [...usage.matchAll(/^ {2}([a-z-]+) {2}/gm)].map(([, name = '']) => name)

type Fault = string | undefined
const unless = (holds: boolean, fault: string): Fault => (holds ? undefined : fault)
const exists = (path: string): Fault => unless(existsSync(join(PACKAGE_FOLDER, path)), `${path} is not there`)

/** What a command begins with, and what is wrong with it. */
const KINDS: readonly [RegExp, (command: string) => Fault | Promise<Fault>][] = [
  [/^curl /, faultOfCall],
  [/^KEY=\$\(node /, faultOfKey],
  [/^npm (ci|install)\b/, () => undefined],
  [/^npm (run )?[a-z:]+/, (command) => faultOfScript(scriptOf(command))],
  [/^node dist\//, (command) => exists(command.split(' ')[1] ?? '')],
  [/^\.ci\/run/, () => exists('.ci/run')]
]

const scriptOf = (command: string) => (/^npm (?:run )?([a-z:]+)/.exec(command) ?? [])[1] ?? ''

/** Of a script, and of the command of the program that it calls. */
function faultOfScript(name: string): Fault {
  if (!Object.hasOwn(scripts, name)) return `no script: ${name}`
  const [, called] = /dist\/service\/main\.js ([a-z-]+)/.exec(scripts[name]) ?? []
  return unless(called === undefined || programCommands.includes(called), `no command: ${called}`)
}

const SETTINGS = /^(?:(?!KEY=)[A-Z_]+=(?:\$\([^)]*\)|\S*)\s+)*/

/** Of the settings before a command, and of each of its parts. */
async function faultsOf(command: string): Promise<string[]> {
  const [settings = ''] = SETTINGS.exec(command) ?? []
  const names = [...settings.matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name)
  const faults: Fault[] = names.map((name) => unless(VARIABLE_NAMES.includes(name), `no setting: ${name}`))
  for (const part of command.slice(settings.length).split(' && ')) {
    const kind = KINDS.find(([begins]) => begins.test(part))
    faults.push(kind === undefined ? `no test knows ${part}` : await kind[1](part))
  }
  return faults.filter((fault) => fault !== undefined)
}

/** A call is right if the service does what it asks, or tells why the thing that is named does not allow it. */
async function faultOfCall(command: string): Promise<Fault> {
  const { method, url, headers, payload } = requestOf(command)
  const { statusCode, body } = await service.inject({
    method,
    url,
    headers,
    ...(payload === undefined ? {} : { payload })
  })
  const isRefused = [400, 401, 405, 415, 500].includes(statusCode) || body.includes('nothing at this path')
  return unless(!isRefused, `${method} ${url}: ${statusCode} ${body}`)
}

function requestOf(command: string) {
  const words = wordsOf(command)
  const after = (flag: string) => words.flatMap((word, at) => (word === flag ? [words[at + 1] ?? ''] : []))
  const url = words.find((word) => word.startsWith('http://127.0.0.1:3000')) ?? ''
  const [method = 'GET'] = after('-X')
  const filled = { $KEY: KEY, $DELIVERY: 'a-delivery', JOB_ID: '7f1c6f0e-4a0e-4d55-9f5e-6a1f3d9b2c11' }
  const fill = (text: string) =>
    Object.entries(filled).reduce((was, [name, value]) => was.replace(name, value), text)
  return {
    method: method as 'GET', // Cast: the injector only accepts known methods.
    url: fill(url.replace('http://127.0.0.1:3000', '')),
    headers: Object.fromEntries(after('-H').map((header) => fill(header).split(/:\s*/, 2))),
    payload: after('-d')[0]
  }
}

/** Run where a first start has left its secrets. */
function faultOfKey(command: string): Fault {
  const said = execFileSync('sh', ['-c', `${command}\nprintf %s "$KEY"`], {
    cwd: folderOfKey,
    encoding: 'utf8'
  })
  return unless(said === KEY, `${command} says ${said}`)
}

for (const page of PAGES) {
  t.test(`each command of ${page} is one that works`, async (t) => {
    for (const command of commandsOf(readPage(page))) t.same(await faultsOf(command), [], command)
  })
}

t.test('a command, a call and a setting that do not exist are found', async (t) => {
  const url = 'http://127.0.0.1:3000'
  const wrong = [
    'make all',
    'npm run no-such-script',
    'npm ci && npx repository-automation-service doctor',
    'NO_SUCH_SETTING=1 npm start',
    'node dist/no-such-file.js',
    `curl ${url}/api/repos`,
    `curl -H "Authorization: Bearer $KEY" ${url}/api/nothing`,
    `curl -H "Authorization: Bearer $KEY" '${url}/api/issues?state=unheard'`
  ]
  for (const command of wrong) t.equal((await faultsOf(command)).length, 1, command)
})

const published = operationsOf((await service.inject({ url: '/openapi.json' })).json())
const shapeOf = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')
const known = new Set(published.map(({ method, path }) => `${method} ${shapeOf(path)}`))
const PATHS_OF_PAGES = new Set(['GET /docs', 'GET /dashboard'])

t.test('each call that a page names is an operation of the API', async (t) => {
  for (const page of PAGES) {
    const named = [...withoutBlocks(readPage(page)).matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/[^\s`?]*)/g)]
    const unknown = named
      .map(([, method, path = '']) => `${method} ${shapeOf(path)}`)
      .filter((name) => !known.has(name) && !PATHS_OF_PAGES.has(name))
    t.same(unknown, [], page)
  }
})

const reference = readPage('docs/configuration.md')

t.test('each key that a page names is a key of the configuration, or begins some', async (t) => {
  for (const page of PAGES) {
    const named = [...withoutBlocks(readPage(page)).matchAll(/`((?:pillars|settings)\.[\w.]+)/g)]
    const unknown = named
      .map(([, key = '']) => key)
      .filter((key) => !reference.includes(`\`${key}\``) && !reference.includes(`\`${key}.`))
    t.same(unknown, [], page)
  }
})

/** Of the tests, and what stands for a value. */
const OTHER_VARIABLES = ['TEST_DATABASE_URL', 'CHROMIUM_PATH', 'DATE', 'KEY_FILE']
const OTHER_WORDS = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE']

t.test('each variable that a page names is a setting', async (t) => {
  for (const page of PAGES) {
    const named = [...withoutBlocks(readPage(page)).matchAll(/`([A-Z][A-Z_]+)`/g)].map(
      ([, name = '']) => name
    )
    t.same(
      named.filter((name) => ![...VARIABLES, ...OTHER_VARIABLES, ...OTHER_WORDS].includes(name)),
      [],
      page
    )
  }
})

t.test('each example of a configuration is valid, and each other example can be read', async (t) => {
  for (const page of PAGES) {
    const text = readPage(page)
    for (const example of blocksOf(text, 'json')) t.ok(JSON.parse(example), page)
    for (const example of blocksOf(text, 'yaml')) {
      if (Array.isArray(parse(example))) continue
      const { data } = await service.client.POST('/api/config/validate', { body: { yaml: example } })
      t.match(data, { valid: true, errors: [] }, `${page}: ${example}`)
    }
  }
})
