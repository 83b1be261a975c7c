// Raises versions that stand alone or in the brackets of an interval, as in Maven, NuGet and Go.
import type { Ecosystem } from '#schemas/dependencies/enums.js'
import { compareVersions, majorOf, readVersion } from '../../versions/versions.js'
import type { RaisedRequirement } from './raise.js'

/** `[1.2]`, `[1.2,2.0)`; without brackets, a version alone. */
interface Interval {
  lower: string
  /** Undefined if it is one version; empty without a bound. */
  upper: string | undefined
  isClosed: boolean
  /** The place of `lower`. */
  from: number
}

function intervalIn(text: string): Interval | null {
  const opening = text[0] ?? ''
  if (!'[('.includes(opening) || opening === '')
    return /[[\](),\s$*]/.test(text) ? null : { lower: text, upper: undefined, isClosed: true, from: 0 }
  const closing = text.at(-1) ?? ''
  const [lower = '', upper, ...more] = text.slice(1, -1).split(',', 3)
  if (!'])'.includes(closing) || more.length > 0 || opening !== '[') return null
  const from = 1 + (lower.length - lower.trimStart().length)
  return { lower: lower.trim(), upper: upper?.trim(), isClosed: closing === ']', from }
}

/** The version at which a requirement of this kind begins; null where it cannot be read. */
export function startOfInterval(ecosystem: Ecosystem, text: string): string | null {
  const lower = intervalIn(text)?.lower.replace(/^v(?=\d)/, '')
  return lower !== undefined && readVersion(ecosystem, lower) ? lower : null
}

export function raiseInterval(
  ecosystem: Ecosystem,
  text: string,
  to: string,
  { allowMajor }: { allowMajor: boolean }
): RaisedRequirement {
  const interval = intervalIn(text)
  const lower = startOfInterval(ecosystem, text)
  if (!interval || lower === null)
    return { refusal: `\`${text}\` is no version that can be raised; state one` }
  if ((compareVersions(ecosystem, lower, to) ?? 0) >= 0) return { text }
  if (!allowMajor && majorOf(ecosystem, lower) !== majorOf(ecosystem, to))
    return { refusal: `${to} is another major version than \`${text}\`; allow major updates for it` }
  if (!isWithinUpper(ecosystem, interval, to))
    return { refusal: `The upper bound of \`${text}\` keeps ${to} out; lift it by hand` }
  const end = interval.from + interval.lower.length
  return { text: text.slice(0, interval.from) + styled(ecosystem, interval.lower, to) + text.slice(end) }
}

function isWithinUpper(ecosystem: Ecosystem, { upper, isClosed }: Interval, to: string): boolean {
  if (!upper) return true
  const order = compareVersions(ecosystem, to, upper)
  return order !== null && (order < 0 || (order === 0 && isClosed))
}

const INCOMPATIBLE = '+incompatible'

/** Go writes a `v`, and marks modules of a later major version that do not say so in their path. */
function styled(ecosystem: Ecosystem, lower: string, to: string): string {
  if (ecosystem !== 'go') return to
  return `v${to}${lower.endsWith(INCOMPATIBLE) && !to.includes('+') ? INCOMPATIBLE : ''}`
}
