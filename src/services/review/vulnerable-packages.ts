// Which packages that a change adds or moves have known vulnerabilities, by the local copy of the advisory database.
import type { Deps } from '#deps.js'
import type { AdvisoryFinding } from '#domain/dependencies/advisories/match.js'
import { versionKey } from '#domain/dependencies/findings/observation.js'
import type { ReviewedChange, VulnerablePackage } from '#domain/review/change.js'
import { type MovedPackage, movedPackages } from '#domain/review/dependency-moves.js'
import { compareWithDatabase } from '../dependencies/matching.js'
import { openNotes } from '../dependencies/notes.js'

/** Advisories without a severity count as this. */
const UNRATED = 'medium'

/** Without a copy of the database nothing is known. */
export async function vulnerablePackages(deps: Deps, change: ReviewedChange): Promise<VulnerablePackage[]> {
  const moved = movedPackages(change)
  if (moved.length === 0) return []
  const located = moved.flatMap((one) =>
    [one.version, ...one.former].map((version) => ({ ...one, version, direct: null, dev: false }))
  )
  const findings = await compareWithDatabase(deps, located, openNotes())
  const of = (one: MovedPackage, version: string) => findings.get(versionKey({ ...one, version })) ?? []
  return moved.flatMap((one) => {
    const old = new Set(one.former.flatMap((version) => of(one, version).map(nameOf)))
    return of(one, one.version).map((finding) => ({
      path: one.path,
      ecosystem: one.ecosystem,
      name: one.name,
      version: one.version,
      severity: finding.severity ?? UNRATED,
      advisory: nameOf(finding),
      fixedIn: finding.patchedVersion,
      isOld: old.has(nameOf(finding))
    }))
  })
}

const nameOf = ({ ids }: AdvisoryFinding) => ids[0] ?? ''
