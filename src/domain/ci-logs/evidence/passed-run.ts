// Descriptions of tests that a runner prints without a mark, above the count that says that none failed.
import type { StepLine } from './steps.js'

const DESCRIPTION = /^\s{2,16}(?:[-○] )?[A-Za-z][\w '",-]{2,200}(?: \(\d[\w. ]{0,20}\))?$/
const PASSED =
  /^\s{0,8}\d{1,6} examples?, 0 failures|^\s{0,8}\d{1,6} passing\b|\b0 fail(?:ed|ures|ing)\b|^\s{0,4}Tests?: .{0,80}\d passed/
const FAILED = /\b[1-9]\d{0,5} (?:failing|failed|failures?|errors?)\b/
/** The count of failed tests may follow that of passed ones. */
const BELOW = 4

export function passedDescriptions(step: readonly StepLine[]): number[] {
  const counts = step.flatMap(({ text }, at) => (PASSED.test(text) ? [at] : []))
  return counts.flatMap((at, index) => {
    if (hasFailed(step, at)) return []
    const run = step.slice((counts[index - 1] ?? -1) + 1, at)
    return run.filter(({ text }) => DESCRIPTION.test(text)).map(({ line }) => line)
  })
}

const hasFailed = (step: readonly StepLine[], count: number) =>
  step.slice(Math.max(0, count - 1), count + BELOW + 1).some(({ text }) => FAILED.test(text))
