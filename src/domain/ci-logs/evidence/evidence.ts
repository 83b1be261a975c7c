// What counts as evidence of a failure: a line that states one in its own words, and whose failure was not overcome.
import type { LogFacts, RuleHit } from '../cause/facts.js'
import { lineCredit, NO_CREDIT } from '../noise.js'
import { capturedLines, isTestTitle } from './captured.js'
import { commitLines } from './commits.js'
import { echoedLines } from './echoed.js'
import { overcomeLines } from './overcome.js'
import { passedDescriptions } from './passed-run.js'
import { spokenMessage, withoutZeros } from './spoken.js'
import { linesBySteps, type StepLine } from './steps.js'

export interface Evidence {
  /** The share of its weight that a hit keeps. */
  credit(hit: RuleHit): number
  /** What words may be looked for in a line: empty if the line is no evidence. */
  message(line: number, text: string): string
}

export function evidenceIn(facts: LogFacts): Evidence {
  const steps = linesBySteps(facts)
  const idle = new Set(steps.flatMap(idleLines))
  const captured = new Set(steps.flatMap(capturedLines))
  return {
    credit: (hit) => {
      if (idle.has(hit.line) || isOfZero(hit) || isTitleOnly(hit)) return NO_CREDIT
      const credit = lineCredit(hit.text)
      return captured.has(hit.line) ? Math.min(CAPTURED_CREDIT, credit) : credit
    },
    message: (line, text) => (idle.has(line) || lineCredit(text) === NO_CREDIT ? '' : spokenMessage(text))
  }
}

/** Printed by a test, which may be about the very failure. */
const CAPTURED_CREDIT = 0.5

/** What a test is called tells of what it tests, not of why it failed. */
const isTitleOnly = ({ rule, text }: RuleHit) => rule.type !== 'test_failure' && isTestTitle(text)

/** Whether a rule found nothing but a count of zero. */
function isOfZero({ text, rule }: RuleHit): boolean {
  const rest = withoutZeros(text)
  return rest !== text && !rule.pattern.test(rest)
}

const idleLines = (step: readonly StepLine[]) => [
  ...commitLines(step),
  ...overcomeLines(step),
  ...passedDescriptions(step),
  ...echoedLines(step)
]
