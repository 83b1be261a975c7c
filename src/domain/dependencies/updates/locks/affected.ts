// Which locked versions a fix is for.
import type { Ecosystem } from '#schemas/dependencies/enums.js'
import { compareVersions, majorOf } from '../../versions/versions.js'

/** The installed version, and whatever is older than the fix and of its major version. */
export function isAffectedPin(
  ecosystem: Ecosystem,
  version: string,
  { installed, to }: { installed: string; to: string }
): boolean {
  if ((compareVersions(ecosystem, version, to) ?? 0) >= 0) return false
  const isOfFix = majorOf(ecosystem, version) === majorOf(ecosystem, to)
  return isOfFix || compareVersions(ecosystem, version, installed) === 0
}
