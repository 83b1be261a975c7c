// What is deployed can be set as the service can.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { PACKAGE_FOLDER } from '#paths.js'
import { VARIABLES } from '#settings/environment.js'

const read = (name: string) => readFileSync(join(PACKAGE_FOLDER, name), 'utf8')

/** The image sets these, or they have no meaning with Postgres in a container. */
const FIXED = ['PORT', 'LISTEN_ADDRESS', 'DATA_DIR', 'DISK_RESERVE_MIB', 'GIT_SHA', 'ROLE', 'API_KEY']

interface ComposeFile {
  'x-environment': Record<string, string>
  services: Record<string, { image: string; read_only?: boolean; tmpfs?: string[] }>
}

// Cast: the file is ours.
const compose = parse(read('docs/deploy/compose.yml'), { merge: true }) as ComposeFile

t.test('the compose file passes every setting on, from a variable of the same name', async (t) => {
  const { 'x-environment': passed } = compose
  t.same(Object.keys(passed).sort(), VARIABLES.filter((name) => !FIXED.includes(name)).sort())
  const own = Object.entries(passed).filter(([name, value]) => !value.startsWith(`\${${name}:`))
  t.same(own.map(([name]) => name).sort(), ['DATABASE_URL', 'NODE_ENV'])
})

t.test('a process whose root is read-only can write where the service writes', async (t) => {
  const own = Object.entries(compose.services).filter(
    ([, { image }]) => image === 'repository-automation-service'
  )
  t.same(own.map(([name]) => name).sort(), ['web', 'worker'])
  for (const [name, { read_only, tmpfs }] of own) {
    t.equal(read_only, true, name)
    t.same(tmpfs, ['/data', '/tmp'], name)
  }
})

t.test('the page on settings lists every one, and no other', async (t) => {
  const listed = [...read('docs/guide/settings.md').matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell = '']) =>
    namesIn(cell)
  )
  t.same(listed.sort(), [...VARIABLES].sort())
})

const namesIn = (cell: string) => [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name)

interface ScaledFile {
  services: Record<
    string,
    { environment?: Record<string, string>; networks?: { default: { ipv4_address: string } } }
  >
}

t.test('the scaled compose file trusts its own proxy, and sets nothing that does not exist', async (t) => {
  // Compose's own tag, which takes the ports away.
  const text = read('docs/deploy/compose.scaled.yml').replace('!reset ', '')
  // Cast: the file is ours.
  const { services } = parse(text) as ScaledFile
  const { web, worker, proxy } = services
  for (const service of [web, worker]) {
    t.equal(service?.environment?.['TRUST_PROXY'], proxy?.networks?.default.ipv4_address)
    for (const name of Object.keys(service?.environment ?? {})) t.ok(VARIABLES.includes(name), name)
  }
  t.match(read('docs/deploy/Caddyfile'), /dynamic a web 3000/)
})

interface PooledFile {
  services: Record<string, { environment?: Record<string, string> }>
}

t.test('behind the pooler, what needs a session goes to Postgres itself', async (t) => {
  // Cast: the file is ours.
  const { services } = parse(read('docs/deploy/compose.pooler.yml')) as PooledFile
  const { 'x-environment': passed } = compose
  for (const name of ['web', 'worker']) {
    const { DATABASE_URL, DATABASE_SESSION_URL, ...others } = services[name]?.environment ?? {}
    t.equal(DATABASE_SESSION_URL, passed['DATABASE_URL'], name)
    t.equal(DATABASE_URL, passed['DATABASE_URL']?.replace('@postgres:5432', '@pooler:6432'), name)
    t.same(others, {}, name)
  }
  t.match(read('docs/deploy/pgbouncer.ini'), /^listen_port = 6432$/m)
})

t.test('the unit of systemd sets what exists, and starts the service', async (t) => {
  const unit = read('docs/deploy/systemd/repository-automation-service.service')
  const set = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => namesBefore(line))
  t.same(
    set.filter((name) => !VARIABLES.includes(name)),
    ['MALLOC_ARENA_MAX']
  )
  t.match(unit, /^ExecStart=\/usr\/bin\/node .*dist\/service\/main\.js start$/m)
})

const namesBefore = (line: string) => line.split(' ').map((pair) => pair.split('=', 1)[0] ?? '')
