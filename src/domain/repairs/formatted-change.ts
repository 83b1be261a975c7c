// Turns the output of Prettier into a repair.
import { type FormatRequest, type RepairChange, type RepairRefusal, refuseRepair } from './repair.js'

type PrettierResult = { texts: readonly string[]; why?: never } | { why: string }

/** A repair only if every file named by the log changed. */
export function toRepairChange(
  { files, explanation }: FormatRequest,
  formatted: PrettierResult
): RepairChange | RepairRefusal {
  if (formatted.why !== undefined) return refuseRepair(formatted.why)
  const patched = files.map(({ path, text: before }, index) => ({
    path,
    before,
    after: formatted.texts[index] ?? before
  }))
  const same = patched.find(({ before, after }) => before === after)
  return same
    ? refuseRepair(`With the settings of the repository, Prettier changes nothing in ${same.path}.`)
    : { is: 'change', files: patched, explanation }
}
