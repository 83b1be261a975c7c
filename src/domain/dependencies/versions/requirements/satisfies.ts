// Whether a version is one that a manifest asks for.
import type { Ecosystem } from '#schemas/dependencies/enums.js'
import { compareLists, LONGEST_VERSION } from '../parts.js'
import { readVersion } from '../versions.js'
import { isWithin, LONGEST_REQUIREMENT, type Requirement, type VersionBound } from './bounds.js'
import { parseGemRequirement } from './gem-requirements.js'
import { satisfiesSpecifiers } from './pip-specifiers.js'
import { parseCargoRequirement, parseComposerConstraint, parseNpmRange } from './semver-ranges.js'

const PARSERS: Partial<Record<Ecosystem, (text: string) => Requirement | null>> = {
  npm: parseNpmRange,
  cargo: parseCargoRequirement,
  composer: parseComposerConstraint,
  rubygems: parseGemRequirement
}

/** Npm and Cargo take a pre-release only of the numbers of which the requirement names one. */
const NAMED_PRERELEASES: ReadonlySet<Ecosystem> = new Set<Ecosystem>(['npm', 'cargo'])

/** Null where the requirement or the version cannot be read, or the notation of the ecosystem is not known. */
export function satisfies(ecosystem: Ecosystem, requirement: string, version: string): boolean | null {
  if (requirement.length > LONGEST_REQUIREMENT || version.length > LONGEST_VERSION) return null
  if (ecosystem === 'pip') return satisfiesSpecifiers(requirement, version)
  const parsed = PARSERS[ecosystem]?.(requirement.trim())
  if (!parsed || !readVersion(ecosystem, version)) return null
  return parsed.some(
    (bounds) => isWithin(ecosystem, bounds, version) && mayBePrerelease(ecosystem, bounds, version)
  )
}

function mayBePrerelease(ecosystem: Ecosystem, bounds: readonly VersionBound[], version: string): boolean {
  const read = readVersion(ecosystem, version)
  if (!read?.isPrerelease || !NAMED_PRERELEASES.has(ecosystem)) return true
  return bounds.some((bound) => {
    // The least version of all is ours, not named by anybody.
    if (bound.op === '<' && bound.version.endsWith('-0')) return false
    const named = readVersion(ecosystem, bound.version)
    return named?.isPrerelease === true && compareLists(named.numbers, read.numbers) === 0
  })
}
