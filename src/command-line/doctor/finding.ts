// What a check has found, for people and for programs.

export type Outcome = 'ok' | 'warning' | 'failed'

export interface CheckFinding {
  /** What was looked at. */
  check: string
  outcome: Outcome
  message: string
  /** What to do; null where nothing is to be done. */
  remedy: string | null
}

export const well = (check: string, message: string): CheckFinding => ({
  check,
  outcome: 'ok',
  message,
  remedy: null
})

export const warning = (check: string, message: string, remedy: string): CheckFinding => ({
  check,
  outcome: 'warning',
  message,
  remedy
})

export const failure = (check: string, message: string, remedy: string): CheckFinding => ({
  check,
  outcome: 'failed',
  message,
  remedy
})

const MARKS: Readonly<Record<Outcome, string>> = { ok: 'ok  ', warning: 'warn', failed: 'FAIL' }

export function findingsText(findings: readonly CheckFinding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length))
  return findings.map((finding) => findingText(finding, width)).join('')
}

function findingText({ check, outcome, message, remedy }: CheckFinding, width: number): string {
  const line = `${MARKS[outcome]}  ${check.padEnd(width)}  ${message}\n`
  return remedy === null ? line : `${line}${' '.repeat(width + 8)}${remedy}\n`
}
