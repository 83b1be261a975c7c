// What can be read of a migration without a database: its files agree with each other, and it stays small enough to review.
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { PACKAGE_FOLDER } from '#paths.js'

/** Of what one migration says in SQL; the baseline, which is all that was there when it was made, may be longer. */
const MOST_LINES = 100

interface Entry {
  idx: number
  tag: string
  when: number
}

const numberOf = (index: number) => String(index).padStart(4, '0')

function entriesIn(folder: string): Entry[] {
  return JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')).entries
}

/** Where the files do not agree: a line for each place that does not hold what the journal lets one expect. */
function disagreements(folder: string): string[] {
  const entries = entriesIn(folder)
  const expected: [what: string, found: unknown[], expected: unknown[]][] = [
    ['numbers', entries.map(({ tag }) => tag.slice(0, 5)), entries.map((_, index) => `${numberOf(index)}_`)],
    ['positions', entries.map(({ idx }) => idx), entries.map((_, index) => index)],
    // A database passes over a migration that is older than one it has seen.
    ['moments', entries.map(({ when }) => when), entries.map(({ when }) => when).sort((a, b) => a - b)],
    ['files', readdirSync(folder).sort(), [...entries.map(({ tag }) => `${tag}.sql`), 'meta'].sort()],
    [
      'snapshots',
      readdirSync(join(folder, 'meta')).sort(),
      [`${numberOf(entries.length - 1)}_snapshot.json`, '_journal.json']
    ]
  ]
  return expected.flatMap(([what, found, wanted]) =>
    found.join() === wanted.join() ? [] : [`${what}: ${found.join(', ')} instead of ${wanted.join(', ')}`]
  )
}

function tooLong(folder: string): string[] {
  return entriesIn(folder)
    .slice(1)
    .map(({ tag }) => ({ tag, lines: readFileSync(join(folder, `${tag}.sql`), 'utf8').split('\n').length }))
    .filter(({ lines }) => lines > MOST_LINES)
    .map(({ tag, lines }) => `${tag}: ${lines} lines, at most ${MOST_LINES}`)
}

const brokenRules = (folder: string) => [...disagreements(folder), ...tooLong(folder)]

/** What `npm run migrate` needs, with tables that may be changed. */
function copyOfThePackage(t: Test): string {
  const copy = mkdtempSync(join(tmpdir(), 'migrations-'))
  t.teardown(() => rmSync(copy, { recursive: true }))
  for (const name of ['package.json', 'drizzle.config.ts', 'tsconfig.json'])
    copyFileSync(join(PACKAGE_FOLDER, name), join(copy, name))
  cpSync(join(PACKAGE_FOLDER, 'drizzle'), join(copy, 'drizzle'), { recursive: true })
  // The tables may use what the schemas and the domain say.
  for (const name of ['node_modules', 'schemas', 'src'])
    symlinkSync(join(PACKAGE_FOLDER, name), join(copy, name))
  return copy
}

function runMigrate(copy: string, name: string): void {
  execFileSync('npm', ['run', 'migrate', '--', '--name', name], { cwd: copy, stdio: 'ignore' })
}

t.test(
  'the files of the migrations agree, only the newest snapshot is kept, and each is short',
  async (t) => {
    t.same(brokenRules(join(PACKAGE_FOLDER, 'drizzle/migrations')), [])
  }
)

t.test(
  'nothing is in the tables that no migration has brought: after a change, npm run migrate',
  async (t) => {
    const copy = copyOfThePackage(t)
    const migrations = join(copy, 'drizzle/migrations')
    const before = readdirSync(migrations, { recursive: true })
    runMigrate(copy, 'nothing')
    t.same(readdirSync(migrations, { recursive: true }), before)
  }
)

t.test('a changed table brings a migration of its own and one snapshot in place of the last', async (t) => {
  const copy = copyOfThePackage(t)
  const migrations = join(copy, 'drizzle/migrations')
  const count = entriesIn(migrations).length
  const former = join(migrations, 'meta', `${numberOf(count - 1)}_snapshot.json`)
  const kept = readFileSync(former, 'utf8')
  const added = `import { integer as whole, pgTable as table } from 'drizzle-orm/pg-core'
export const later = table('later', { id: whole().primaryKey() })
`
  writeFileSync(join(copy, 'drizzle/tables/mirror/later.ts'), added)
  runMigrate(copy, 'later')
  const file = join(migrations, `${numberOf(count)}_later.sql`)
  t.match(readFileSync(file, 'utf8'), /^CREATE TABLE "later" \(\n.*\n\);\s*$/)
  t.notOk(existsSync(former))
  t.same(brokenRules(migrations), [])
  runMigrate(copy, 'nothing')
  t.equal(entriesIn(migrations).length, count + 1, 'the kept snapshot is enough for the next migration')

  writeFileSync(former, kept)
  appendFileSync(file, '-- more\n'.repeat(MOST_LINES))
  t.match(brokenRules(migrations), [/^snapshots: /, /_later: \d+ lines/])
})
