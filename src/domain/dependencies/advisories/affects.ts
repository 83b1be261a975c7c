// Which versions an advisory affects, by the evaluation that OSV documents, and which one puts it right.
import { compareVersions, type ReadVersion, readVersion } from '../versions/versions.js'
import type { AffectedPackage, RangeEvent } from './advisory.js'
import { isStart } from './events.js'

type AffectedVersions = Pick<AffectedPackage, 'ecosystem' | 'versions' | 'ranges'>

/** Null where nobody can say: the version cannot be read, or no version and no range is named. */
export function affectsVersion(affected: AffectedVersions, version: string): boolean | null {
  if (affected.versions.includes(version)) return true
  const read = readVersion(affected.ecosystem, version)
  if (!read) return null
  if (affected.ranges.length > 0) return affected.ranges.some((range) => isInRange(range, read))
  return affected.versions.length === 0 ? null : affected.versions.some((one) => read.compareTo(one) === 0)
}

/** After every version. */
const ENDLESS = '*'

function isInRange(range: readonly RangeEvent[], version: ReadVersion): boolean {
  const isAffected = range.reduce((was, event) => stateAfter(was, event, version), false)
  return isAffected && isBeforeLimit(range, version)
}

/** Whether the version is affected by all events up to this one; what cannot be compared changes nothing. */
function stateAfter(was: boolean, event: RangeEvent, version: ReadVersion): boolean {
  const { kind, version: at } = event
  const order = isStart(event) ? 1 : version.compareTo(at)
  if (order === null) return was
  if (kind === 'introduced') return was || order >= 0
  if (kind === 'fixed') return was && order < 0
  return kind === 'last_affected' ? was && order <= 0 : was
}

/** A version is in the range if it comes before any of the limits; without one there is none. */
function isBeforeLimit(range: readonly RangeEvent[], version: ReadVersion): boolean {
  const limits = range.filter(({ kind }) => kind === 'limit')
  return (
    limits.length === 0 ||
    limits.some((limit) => limit.version === ENDLESS || (version.compareTo(limit.version) ?? 0) < 0)
  )
}

/** Nobody fixes one thing so many times: whoever says so wants to be read for ever. */
const MOST_TRIED = 100

/**
 * The lowest fixed version above the installed one that the advisory does not affect in turn; null without one. The
 * ranges that the installed version is in count first, and the others where these have no fix.
 */
export function patchedVersion(affected: AffectedVersions, installed: string): string | null {
  const read = readVersion(affected.ecosystem, installed)
  if (!read) return null
  const own = affected.ranges.filter((range) => isInRange(range, read))
  return soundFix(affected, own, read) ?? soundFix(affected, affected.ranges, read)
}

function soundFix(
  affected: AffectedVersions,
  ranges: AffectedVersions['ranges'],
  installed: ReadVersion
): string | null {
  const fixes = ranges
    .flatMap((range) =>
      range.filter(({ kind, version }) => kind === 'fixed' && (installed.compareTo(version) ?? 0) < 0)
    )
    .map(({ version }) => version)
    .sort((a, b) => compareVersions(affected.ecosystem, a, b) ?? 0)
    .slice(0, MOST_TRIED)
  return fixes.find((fix) => affectsVersion(affected, fix) === false) ?? null
}
