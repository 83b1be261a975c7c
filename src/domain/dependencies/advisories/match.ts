// Packages of a repository against the advisories of their names.
import type { AdvisorySeverity, Ecosystem } from '#schemas/dependencies/enums.js'
import { compareVersions } from '../versions/versions.js'
import type { Advisory, AffectedPackage } from './advisory.js'
import { affectsVersion, patchedVersion } from './affects.js'
import { type AliasGroup, mergeAliases } from './aliases.js'
import { joinParts } from './join-parts.js'
import { normalisePackageName, packageKey } from './names.js'
import { describeAffected } from './range-words.js'

export interface ResolvedPackage {
  ecosystem: Ecosystem
  name: string
  version: string
}

export interface AdvisoryFinding {
  package: ResolvedPackage
  /** All names of the vulnerability, the one it goes by first. */
  ids: readonly string[]
  summary: string
  severity: AdvisorySeverity | null
  score: number | null
  affectedVersions: string
  /** Null where none is known. */
  patchedVersion: string | null
  publishedAt: string | null
}

/** An advisory that names a package of which it cannot be said whether its version is affected. */
export interface UndecidedMatch {
  package: ResolvedPackage
  id: string
}

export interface PackageMatches {
  findings: AdvisoryFinding[]
  undecided: UndecidedMatch[]
}

/** `advisories` are looked up by `packageKey`; those that are withdrawn are no findings. */
export function matchPackages(
  packages: Iterable<ResolvedPackage>,
  advisories: ReadonlyMap<string, readonly Advisory[]>
): PackageMatches {
  const matches: PackageMatches = { findings: [], undecided: [] }
  for (const one of packages) {
    const known = advisories.get(packageKey(one.ecosystem, one.name))
    if (known) matchPackage(one, known, matches)
  }
  return matches
}

interface HitAdvisory extends Advisory {
  hit: AffectedPackage
  /** All that the advisory says of the package. */
  parts: readonly AffectedPackage[]
}

function matchPackage(one: ResolvedPackage, known: readonly Advisory[], matches: PackageMatches): void {
  const hits: HitAdvisory[] = []
  for (const advisory of known) {
    if (advisory.isWithdrawn) continue
    const parts = partsOf(one, advisory)
    const verdicts = parts.map((part) => ({ part, is: affectsVersion(part, one.version) }))
    const hit = verdicts.find(({ is }) => is)?.part
    if (hit) hits.push({ ...advisory, ...hit.rating, hit, parts })
    else if (verdicts.some(({ is }) => is === null)) matches.undecided.push({ package: one, id: advisory.id })
  }
  for (const group of mergeAliases(hits)) matches.findings.push(findingOf(one, group))
}

function partsOf({ ecosystem, name }: ResolvedPackage, { affected }: Advisory): AffectedPackage[] {
  const normal = normalisePackageName(ecosystem, name)
  return affected.filter((part) => part.ecosystem === ecosystem && part.normalName === normal)
}

/** The first record speaks; where it says nothing, the next one does. */
function findingOf(
  one: ResolvedPackage,
  { id, aliases, advisories }: AliasGroup<HitAdvisory>
): AdvisoryFinding {
  const scored = advisories.find(({ score }) => score !== null)
  const rated = scored ?? advisories.find(({ severity }) => severity !== null)
  return {
    package: one,
    ids: [id, ...aliases],
    summary: advisories.find(({ summary }) => summary !== '')?.summary ?? '',
    severity: rated?.severity ?? null,
    score: rated?.score ?? null,
    affectedVersions: advisories[0] ? describeAffected(advisories[0].hit) : '',
    patchedVersion: highestPatch(one, advisories),
    publishedAt: advisories.find(({ publishedAt }) => publishedAt !== null)?.publishedAt ?? null
  }
}

/** Where records disagree on the fixed version, the highest one satisfies them all. */
function highestPatch({ ecosystem, version }: ResolvedPackage, hits: readonly HitAdvisory[]): string | null {
  const patches = hits
    .map(({ hit, parts }) => patchedVersion(joinParts(hit, parts), version))
    .filter((patch) => patch !== null)
  return patches.sort((a, b) => compareVersions(ecosystem, b, a) ?? 0)[0] ?? null
}
