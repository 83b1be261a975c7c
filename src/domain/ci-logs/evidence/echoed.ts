// Text that a script prints whatever happens. What it prints before it exits with an error is its reason.
import type { StepLine } from './steps.js'

const ECHO = /^\s{0,20}(?:\+{1,3} |\$ )?echo (?:-[en]{1,2} )?(.{3,300})$/
const QUOTED = /^(["'])([^"']{1,300})\1/
const EXIT = /(?:^|[\s;&|+])(?:exit|return) [1-9$]|\bfalse\b/
const BELOW = 3
const WITHIN = 40

export function echoedLines(step: readonly StepLine[]): number[] {
  return step.flatMap(({ text }, at) => {
    const said = saidBy(text)
    if (said === undefined || step.slice(at, at + BELOW + 1).some((next) => EXIT.test(next.text))) return []
    return step
      .slice(at + 1, at + 1 + WITHIN)
      .filter((next) => next.text.trim() === said)
      .map(({ line }) => line)
  })
}

function saidBy(text: string): string | undefined {
  const said = ECHO.exec(text)?.[1]?.trim()
  return said && (QUOTED.exec(said)?.[2] ?? said).trim()
}
