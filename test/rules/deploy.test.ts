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
}

t.test('the compose file passes every setting on, from a variable of the same name', async (t) => {
  // Cast: the file is ours.
  const { 'x-environment': passed } = parse(read('docs/deploy/compose.yml')) as ComposeFile
  t.same(Object.keys(passed).sort(), VARIABLES.filter((name) => !FIXED.includes(name)).sort())
  const own = Object.entries(passed).filter(([name, value]) => !value.startsWith(`\${${name}:`))
  t.same(own.map(([name]) => name).sort(), ['DATABASE_URL', 'NODE_ENV'])
})

t.test('the README lists every setting', async (t) => {
  const listed = new Set(
    [...read('README.md').matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell = '']) => namesIn(cell))
  )
  t.same(
    VARIABLES.filter((name) => !listed.has(name)),
    []
  )
})

const namesIn = (cell: string) => [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name)
