// Failures that were tried again with success: they are over, and explain nothing.
import { spokenMessage } from './spoken.js'
import type { StepLine } from './steps.js'

const AGAIN =
  /\bretry(?:ing)?\b|\bretried\b|\b(?:try|trying) again\b|\battempt[ :#]{1,2}\d|^\W{0,8}waiting for\b|\breconnecting\b|\bback(?:ing)?[ -]?off\b/i
const GIVEN_UP = /\bexceeded\b|\bg(?:iv(?:e|ing)|ave) up\b|\b(?:out of|no) (?:more )?(?:retries|attempts)\b/i
const SUCCESS =
  /\b(?:succe(?:ss|ssful|ssfully|eded|eds)|connected|recovered|ready|healthy|reachable|online|answered|done|completed?|passed|finished|applied|installed|started|ok)\b/i
/** The failure stands this far above the line that announces the next try. */
const ABOVE = 2
const MOST_BETWEEN = 40

/** The first and the last line that announce another try, and whether something failed since. */
interface Tries {
  first: number
  last: number
  hasFailed: boolean
}

export function overcomeLines(step: readonly StepLine[]): number[] {
  const overcome: number[] = []
  let tries: Tries | undefined
  for (const one of step) {
    const open = tries && one.line - tries.last <= MOST_BETWEEN ? tries : undefined
    const isOver = open !== undefined && !open.hasFailed && isSuccess(one.text)
    if (isOver) overcome.push(...linesFrom(open.first - ABOVE, one.line))
    tries = isOver ? undefined : triesAfter(open, one)
  }
  return overcome
}

function triesAfter(tries: Tries | undefined, { line, text }: StepLine): Tries | undefined {
  if (AGAIN.test(text) && !GIVEN_UP.test(text))
    return { first: tries?.first ?? line, last: line, hasFailed: false }
  return tries && { ...tries, hasFailed: tries.hasFailed || spokenMessage(text) !== '' }
}

const isSuccess = (text: string) => SUCCESS.test(text) && spokenMessage(text) === ''

const linesFrom = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)
