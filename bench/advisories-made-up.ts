// Advisories of a made-up database in the shape of the real ones, and packages that they may name.
import type { ResolvedPackage } from '#domain/dependencies/advisories/match.js'
import type { Ecosystem } from '#schemas/dependencies/enums.js'
import { type Random, randomOf } from './mirror/random.js'

const SEED = 1
const NAMES = 60_000
/** This share of the packages has a name that advisories may know; of the others there is none. */
const KNOWN = 0.5
const DAYS = 2_000
const DAY_MS = 86_400_000

const ECOSYSTEMS = {
  npm: 45,
  PyPI: 20,
  Maven: 13,
  Go: 7,
  Packagist: 6,
  RubyGems: 3,
  'crates.io': 3,
  NuGet: 3
}
type Named = keyof typeof ECOSYSTEMS
/** What the product calls them. */
const OWN_NAMES: Readonly<Record<Named, Ecosystem>> = {
  npm: 'npm',
  PyPI: 'pip',
  Maven: 'maven',
  Go: 'go',
  Packagist: 'composer',
  RubyGems: 'rubygems',
  'crates.io': 'cargo',
  NuGet: 'nuget'
}
const WORDS =
  'a crafted request lets an attacker read files outside of the folder because input is not checked before it reaches the parser when header values are joined see also workaround upgrade to the patched version'.split(
    ' '
  )
const VECTORS = [
  'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
  'CVSS:3.1/AV:L/AC:H/PR:L/UI:N/S:U/C:H/I:N/A:N',
  'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:N/VI:N/VA:H/SC:N/SI:N/SA:N'
]

export interface MadeUpRecord {
  /** The names of the packages, as `packageKey` puts them. */
  keys: string[]
  json: string
}

export function* recordsOf(count: number): Generator<MadeUpRecord> {
  const random = randomOf(SEED)
  let twin: object | undefined
  for (let at = 0; at < count; at += 1) {
    // Python's database and the platform's tell of the same, each under its own id.
    const isTwin = twin !== undefined && random.chance(0.15)
    const record: object = isTwin ? { ...twin, id: `PYSEC-2024-${at}` } : recordOf(random, at)
    twin = record
    yield { keys: keysIn(record), json: JSON.stringify(record) }
  }
}

function keysIn(record: object): string[] {
  // The border to what this file makes: every record has packages.
  const { affected } = record as ReturnType<typeof recordOf>
  return [...new Set(affected.map(({ package: { ecosystem, name } }) => `${OWN_NAMES[ecosystem]}:${name}`))]
}

function recordOf(random: Random, at: number) {
  const ecosystem = random.weighted(ECOSYSTEMS)
  const published = new Date(Date.UTC(2020, 0, 1) + random.below(DAYS) * DAY_MS).toISOString()
  const count = random.chance(0.1) ? 2 + random.below(4) : 1
  return {
    schema_version: '1.6.7',
    id: `GHSA-${at.toString(36).padStart(4, '2')}-aaaa-bbbb`,
    modified: published,
    published,
    ...(random.chance(0.02) ? { withdrawn: published } : {}),
    aliases: [`CVE-2024-${at}`],
    summary: textOf(random, 10),
    details: textOf(random, 40 + Math.min(2_000, Math.floor(random.exponential(350)))),
    severity: [{ type: 'CVSS_V3', score: random.one(VECTORS) }],
    affected: Array.from({ length: count }, () => affectedOf(random, ecosystem)),
    references: Array.from({ length: 3 + random.below(8) }, (_, link) => ({
      type: 'WEB',
      url: `https://example.org/advisories/${at}/${link}`
    })),
    database_specific: { cwe_ids: ['CWE-79'], severity: 'HIGH', github_reviewed: true }
  }
}

const textOf = (random: Random, words: number) =>
  Array.from({ length: words }, () => random.one(WORDS)).join(' ')

function affectedOf(random: Random, ecosystem: Named) {
  const ranges = Array.from({ length: random.chance(0.15) ? 2 + random.below(4) : 1 }, (_, at) => ({
    type: ecosystem === 'npm' || ecosystem === 'Go' ? 'SEMVER' : 'ECOSYSTEM',
    events: [{ introduced: at === 0 ? '0' : `${at * 2}.0.0` }, endOf(random, at * 2)]
  }))
  const git = {
    type: 'GIT',
    repo: 'https://example.org/code',
    events: [{ introduced: '0' }, { fixed: 'ab'.repeat(20) }]
  }
  const listed = ecosystem === 'PyPI' ? Math.min(300, Math.floor(random.exponential(60))) : 0
  return {
    package: { ecosystem, name: nameOf(Math.floor(NAMES ** random.next())), purl: 'pkg:made/up' },
    ranges: random.chance(0.2) ? [...ranges, git] : ranges,
    ...(listed > 0 ? { versions: Array.from({ length: listed }, (_, at) => `0.${at % 30}.${at}`) } : {})
  }
}

function endOf(random: Random, major: number) {
  const version = `${major + random.below(2)}.${random.below(30)}.${random.below(20)}`
  return random.chance(0.9) ? { fixed: version } : { last_affected: version }
}

const nameOf = (rank: number) => `package-${rank.toString(36)}`

export function packagesOf(count: number): ResolvedPackage[] {
  const random = randomOf(SEED + 1)
  return Array.from({ length: count }, () => {
    const rank = random.chance(KNOWN) ? 1 + random.below(NAMES) : NAMES + random.below(NAMES)
    const version = `${random.below(4)}.${random.below(30)}.${random.below(20)}`
    return { ecosystem: OWN_NAMES[random.weighted(ECOSYSTEMS)], name: nameOf(rank), version }
  })
}
