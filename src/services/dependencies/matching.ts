// Compares the packages of a repository with the local copy of the advisory database.
import type { Deps } from '#deps.js'
import type { Advisory, LeftOutReason } from '#domain/dependencies/advisories/advisory.js'
import {
  type AdvisoryFinding,
  matchPackages,
  type ResolvedPackage
} from '#domain/dependencies/advisories/match.js'
import { normalisePackageName, packageKey } from '#domain/dependencies/advisories/names.js'
import { versionKey } from '#domain/dependencies/findings/observation.js'
import type { LocatedPackage } from '#domain/dependencies/findings/resolved-packages.js'
import { ADVISORY_SEVERITIES } from '#schemas/dependencies/enums.js'
import { advisoriesOf, type PackageAdvisory } from '#store/dependencies/advisories.js'
import type { ScanNotes } from './notes.js'

const KEYS_AT_ONCE = 500
const MOST_NAMED = 5

/** Findings by the version that they are about. */
export async function compareWithDatabase(
  { db }: Pick<Deps, 'db'>,
  packages: readonly LocatedPackage[],
  notes: ScanNotes
): Promise<Map<string, AdvisoryFinding[]>> {
  const versions = versionsByPackage(packages)
  const keys = [...versions.keys()]
  const found = new Map<string, AdvisoryFinding[]>()
  const undecided = new Set<string>()
  for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
    const some = keys.slice(from, from + KEYS_AT_ONCE)
    const rows = await advisoriesOf(db, some)
    const wanted = some.flatMap((key) => versions.get(key) ?? [])
    const matches = matchPackages(wanted, advisoriesByKey(rows, versions))
    for (const finding of matches.findings) {
      const key = versionKey(finding.package)
      found.set(key, [...(found.get(key) ?? []), finding])
    }
    for (const { id } of matches.undecided) undecided.add(id)
    noteCommitRanges(rows, notes)
  }
  if (undecided.size > 0)
    notes.add(
      `${undecided.size} advisories cannot be compared with the installed versions: ${named(undecided)}.`
    )
  return found
}

/** Which versions lie in ranges of commits, only a clone of the package could tell. */
function noteCommitRanges(rows: readonly PackageAdvisory[], notes: ScanNotes): void {
  const ids = new Set(rows.filter(({ leftOut }) => leftOut.includes(COMMIT_RANGES)).map(({ id }) => id))
  if (ids.size > 0) notes.add(`Ranges of commits are left out, in ${ids.size} advisories: ${named(ids)}.`)
}

const COMMIT_RANGES: LeftOutReason = 'git_ranges'

const named = (ids: ReadonlySet<string>) =>
  [...ids].slice(0, MOST_NAMED).join(', ') + (ids.size > MOST_NAMED ? ', …' : '')

function versionsByPackage(packages: readonly LocatedPackage[]): Map<string, ResolvedPackage[]> {
  const versions = new Map<string, Map<string, ResolvedPackage>>()
  for (const { ecosystem, name, version } of packages) {
    const key = packageKey(ecosystem, name)
    const known = versions.get(key) ?? new Map<string, ResolvedPackage>()
    known.set(version, { ecosystem, name, version })
    versions.set(key, known)
  }
  return new Map([...versions].map(([key, known]) => [key, [...known.values()]]))
}

function advisoriesByKey(
  rows: readonly PackageAdvisory[],
  versions: ReadonlyMap<string, readonly ResolvedPackage[]>
): Map<string, Advisory[]> {
  const byKey = new Map<string, Advisory[]>()
  for (const row of rows) {
    const [first] = versions.get(row.packageKey) ?? []
    if (!first) continue
    const known = byKey.get(row.packageKey) ?? []
    known.push(advisoryFrom(row, first))
    byKey.set(row.packageKey, known)
  }
  return byKey
}

function advisoryFrom(row: PackageAdvisory, { ecosystem, name }: ResolvedPackage): Advisory {
  const normalName = normalisePackageName(ecosystem, name)
  return {
    id: row.id,
    aliases: row.aliases,
    summary: row.summary,
    details: '',
    isWithdrawn: false,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    modifiedAt: null,
    severity: ADVISORY_SEVERITIES.find((one) => one === row.severity) ?? null,
    score: row.scoreTenths === null ? null : row.scoreTenths / 10,
    vector: null,
    affected: row.affected.map((one) => ({ ...one, ecosystem, name, normalName })),
    links: [],
    leftOut: []
  }
}
