// What laying out files anew has come to.
import { type Change, type Formatting, type Refusal, refused } from './repair.js'

type Formatted = { texts: readonly string[]; why?: never } | { why: string }

/** A repair only where each file that the log names is another one then. */
export function finished({ files, explanation }: Formatting, formatted: Formatted): Change | Refusal {
  if (formatted.why !== undefined) return refused(formatted.why)
  const patched = files.map(({ path, text: before }, at) => ({
    path,
    before,
    after: formatted.texts[at] ?? before
  }))
  const same = patched.find(({ before, after }) => before === after)
  return same
    ? refused(`By the settings of the repository Prettier changes nothing in ${same.path}.`)
    : { is: 'change', files: patched, explanation }
}
