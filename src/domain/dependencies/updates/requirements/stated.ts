// What manifests state of a package, whatever the notation of their ecosystem.
import type { Ecosystem } from '#schemas/dependencies/enums.js'
import { satisfies } from '../../versions/requirements/satisfies.js'
import { compareVersions, majorOf } from '../../versions/versions.js'
import { raiseInterval, startOfInterval } from './intervals.js'
import { isBelowFix, type RaisedRequirement, type RaiseOptions, raiseRequirement, startsAt } from './raise.js'

/** Ecosystems of which a version that stands alone is the lowest one, or the only one. */
const INTERVALS: ReadonlySet<Ecosystem> = new Set<Ecosystem>(['maven', 'nuget', 'go'])

export function raiseStated(
  ecosystem: Ecosystem,
  requirement: string,
  to: string,
  options: RaiseOptions
): RaisedRequirement {
  return INTERVALS.has(ecosystem)
    ? raiseInterval(ecosystem, requirement, to, options)
    : raiseRequirement(ecosystem, requirement, to, options)
}

/** Whether no version below this one is allowed, or a lock file chooses and this one is allowed. */
export function statesFix(ecosystem: Ecosystem, requirement: string, to: string, isLocked: boolean): boolean {
  if (!INTERVALS.has(ecosystem))
    return (
      startsAt(ecosystem, requirement, to) === true ||
      (isLocked && satisfies(ecosystem, requirement, to) === true)
    )
  const start = startOfInterval(ecosystem, requirement)
  return start !== null && (compareVersions(ecosystem, start, to) ?? -1) >= 0
}

/**
 * Whether a fix of the installed version is one for what is stated here: it takes that version, or what it begins with
 * is a lower one of the same major version. What cannot be read may be.
 */
export function isAskingFor(
  ecosystem: Ecosystem,
  requirement: string,
  { installed, to }: { installed: string; to: string }
): boolean {
  if (!INTERVALS.has(ecosystem))
    return satisfies(ecosystem, requirement, installed) !== false || isBelowFix(ecosystem, requirement, to)
  const start = startOfInterval(ecosystem, requirement)
  if (start === null || compareVersions(ecosystem, start, installed) === 0) return true
  return (
    (compareVersions(ecosystem, start, to) ?? 0) < 0 &&
    (ecosystem === 'go' || majorOf(ecosystem, start) === majorOf(ecosystem, to))
  )
}
