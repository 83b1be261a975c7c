// Findings about a file, each at a place within it.
import type { ConfigFileFinding, FindingSeverity } from '#schemas/enforcement/config-results.js'
import { redactSecrets } from '../../text/secrets.js'
import { storable } from '../../text/storable.js'

/** What a validator finds, by the offset in the text. */
export interface FileFault {
  rule: string
  message: string
  /** Offset of its first character. */
  at: number
  severity: FindingSeverity
}

export const MOST_FINDINGS = 100
const LONGEST_MESSAGE = 300

export const fileError = (rule: string, at: number, message: string): FileFault => ({
  rule,
  message,
  at,
  severity: 'error'
})

export const fileWarning = (rule: string, at: number, message: string): FileFault => ({
  rule,
  message,
  at,
  severity: 'warning'
})

/** A name of the file in a message: one that is too long is cut. */
export const quotedName = (name: string): string => `"${name.length > 80 ? `${name.slice(0, 79)}…` : name}"`

/** By their place; errors stay where there are too many. */
export function findingsOf(text: string, faults: readonly FileFault[]): ConfigFileFinding[] {
  const lineStarts = lineStartsOf(text)
  const kept = [
    ...faults.filter(({ severity }) => severity === 'error'),
    ...faults.filter(({ severity }) => severity === 'warning')
  ].slice(0, MOST_FINDINGS)
  return kept
    .toSorted((one, other) => one.at - other.at)
    .map(({ rule, message, at, severity }) => ({
      rule,
      message: storable(redactSecrets(message).slice(0, LONGEST_MESSAGE)),
      ...placeOf(lineStarts, Math.min(Math.max(at, 0), text.length)),
      severity
    }))
}

/** The offset of the first character of each line. */
export function lineStartsOf(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function placeOf(lineStarts: readonly number[], at: number): { line: number; col: number } {
  let [low, high] = [0, lineStarts.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((lineStarts[middle] ?? 0) <= at) low = middle
    else high = middle - 1
  }
  return { line: low + 1, col: at - (lineStarts[low] ?? 0) + 1 }
}
