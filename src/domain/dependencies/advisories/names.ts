// What advisories call ecosystems and packages, and what the product calls them.
import type { Ecosystem } from '#schemas/dependencies/enums.js'

/** In lower case, of the OSV databases and of the platform's alerts. */
const ECOSYSTEM_NAMES: ReadonlyMap<string, Ecosystem> = new Map<string, Ecosystem>([
  ['npm', 'npm'],
  ['pypi', 'pip'],
  ['pip', 'pip'],
  ['go', 'go'],
  ['maven', 'maven'],
  ['rubygems', 'rubygems'],
  ['crates.io', 'cargo'],
  ['rust', 'cargo'],
  ['cargo', 'cargo'],
  ['nuget', 'nuget'],
  ['packagist', 'composer'],
  ['composer', 'composer'],
  ['pub', 'pub'],
  ['hex', 'hex'],
  ['erlang', 'hex'],
  ['conancenter', 'conan'],
  ['hackage', 'hackage'],
  ['cran', 'cran'],
  ['swifturl', 'swift'],
  ['swift', 'swift'],
  ['github actions', 'actions'],
  ['actions', 'actions']
])

/** What follows a colon is a release or a repository of the ecosystem: `Maven:https://…`, `Debian:12`. */
export function ecosystemNamed(name: string): Ecosystem {
  return ECOSYSTEM_NAMES.get((name.split(':')[0] ?? '').trim().toLowerCase()) ?? 'unknown'
}

const CASELESS: ReadonlySet<Ecosystem> = new Set<Ecosystem>([
  'nuget',
  'composer',
  'pub',
  'hex',
  'actions',
  'swift'
])

/** The name by which packages are compared: two spellings that the ecosystem takes for one become one. */
export function normalisePackageName(ecosystem: Ecosystem, name: string): string {
  const trimmed = name.trim()
  if (ecosystem === 'pip') return trimmed.toLowerCase().replaceAll(/[-_.]+/g, '-')
  if (ecosystem === 'cargo') return trimmed.toLowerCase().replaceAll('_', '-')
  if (ecosystem === 'swift')
    return trimmed
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/\.git$/, '')
  return CASELESS.has(ecosystem) ? trimmed.toLowerCase() : trimmed
}

/** By this key the advisories of a package are looked up. */
export const packageKey = (ecosystem: Ecosystem, name: string) =>
  `${ecosystem}:${normalisePackageName(ecosystem, name)}`
