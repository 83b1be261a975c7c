// Whoever installs the package need not think about what npm says.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { PACKAGE_FOLDER } from '#paths.js'

interface Installed {
  engines?: { node?: string }
  hasInstallScript?: boolean
  /** For other systems: skipped where it does not fit. */
  optional?: boolean
}

const read = (name: string) => JSON.parse(readFileSync(join(PACKAGE_FOLDER, name), 'utf8'))
// Cast: the file is ours.
const own = read('package.json') as {
  engines: { node: string }
  allowScripts: Record<string, boolean>
  private?: boolean
  license: string
}
// Cast: npm writes this file.
const { packages } = read('package-lock.json') as { packages: Record<string, Installed> }

type Version = readonly [major: number, minor: number, patch: number]
const SMALLEST = versionOf(own.engines.node)

function versionOf(text: string): Version {
  const [major = 0, minor = 0, patch = 0] = text
    .replace(/^\D+/, '')
    .split('.')
    .map((part) => Number(part) || 0)
  return [major, minor, patch]
}

function compare(a: Version, b: Version): number {
  const at = a.findIndex((part, i) => part !== b[i])
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}

/** Enough of the ranges of npm for what packages say of Node. */
function allows(range: string, version: Version): boolean {
  return range.split('||').some((alternative) =>
    alternative
      .trim()
      .split(/(?<![<>=^~])\s+/)
      .every((comparator) => holds(comparator.replaceAll(' ', ''), version))
  )
}

function holds(comparator: string, version: Version): boolean {
  const bound = versionOf(comparator)
  if (comparator === '*' || comparator === '') return true
  if (comparator.startsWith('>=')) return compare(version, bound) >= 0
  if (comparator.startsWith('>')) return compare(version, bound) > 0
  if (comparator.startsWith('<')) return compare(version, bound) < 0
  return version[0] === bound[0] && compare(version, bound) >= 0
}

t.test('every installed package supports the smallest Node that this one does', async (t) => {
  t.notOk(allows('>=22', SMALLEST), 'the check finds what is not supported')
  const unsupported = Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { engines }]) => ({ path, range: engines?.node ?? '*' }))
    .filter(({ range }) => !allows(range, SMALLEST))
  t.same(unsupported, [])
})

t.test('whether a package may run a script while it is installed is decided here', async (t) => {
  const undecided = Object.entries(packages)
    .filter(([path, { hasInstallScript, optional }]) => path !== '' && hasInstallScript && !optional)
    .map(([path]) => path.split('node_modules/').at(-1) ?? path)
    .filter((name) => !Object.hasOwn(own.allowScripts, name))
  t.same(undecided, [])
})

t.test('it can be published by accident only after somebody has chosen a licence', async (t) => {
  t.equal(own.private ?? false, own.license === 'UNLICENSED')
})
