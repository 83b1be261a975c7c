// What a test printed while it ran, and what it is called: both name failures that the test may have been about.
import type { StepLine } from './steps.js'

const HEADING = /^-{3,80} ?Captured (?:log|stdout|stderr) /
const NEXT = /^[=_-]{3,200}/
const MOST_LINES = 60

/** The output that a runner shows below a failed test. */
export function capturedLines(step: readonly StepLine[]): number[] {
  let left = 0
  return step.flatMap(({ line, text }) => {
    if (HEADING.test(text)) left = MOST_LINES
    else if (NEXT.test(text)) left = 0
    left -= 1
    return left >= 0 ? [line] : []
  })
}

const TITLE =
  /^\s{0,24}(?:[✕✗×✘] .{1,300}\(\d[\d.]{0,8} ?m?s\)$|● .{1,300} › |--- FAIL: \S{1,200} \(|not ok \d{1,6} (?!.{0,200}(?:Error|error): ))/

/** Whether a line only names a test that failed. */
export const isTestTitle = (text: string): boolean => TITLE.test(text)
