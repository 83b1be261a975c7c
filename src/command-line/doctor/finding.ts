// What a check has found, as lines for people.
import type { CheckFinding, Outcome } from '#domain/operation/findings.js'
import { visible } from '#domain/text/visible.js'

const MARKS: Readonly<Record<Outcome, string>> = { ok: 'ok  ', warning: 'warn', failed: 'FAIL' }

export function findingsText(findings: readonly CheckFinding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length))
  return findings.map((finding) => findingText(finding, width)).join('')
}

function findingText({ check, outcome, message, remedy }: CheckFinding, width: number): string {
  const line = `${MARKS[outcome]}  ${visible(check).padEnd(width)}  ${visible(message)}\n`
  return remedy === null ? line : `${line}${' '.repeat(width + 8)}${visible(remedy)}\n`
}
