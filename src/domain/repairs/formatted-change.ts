// What laying out files anew has come to.
import { type FormatRequest, type RepairChange, type RepairRefusal, refuseRepair } from './repair.js'

type PrettierResult = { texts: readonly string[]; why?: never } | { why: string }

/** A repair only where each file that the log names is another one then. */
export function toRepairChange(
  { files, explanation }: FormatRequest,
  formatted: PrettierResult
): RepairChange | RepairRefusal {
  if (formatted.why !== undefined) return refuseRepair(formatted.why)
  const patched = files.map(({ path, text: before }, at) => ({
    path,
    before,
    after: formatted.texts[at] ?? before
  }))
  const same = patched.find(({ before, after }) => before === after)
  return same
    ? refuseRepair(`With the settings of the repository, Prettier changes nothing in ${same.path}.`)
    : { is: 'change', files: patched, explanation }
}
