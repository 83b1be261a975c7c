// How a pattern's work grows with the text that it reads: counted in steps, so that every machine tells the same.
import { stepsOf } from '../patterns/steps.js'
import { type WorstCase, worstCasesOf } from './worst-cases.js'

/** A line of a log, and texts that nobody cuts: as long as so many steps allow, within these bounds. */
const [SHORT, LONG, LONGEST] = [1_000, 10_000, 100_000]
const LONG_STEPS = 30_000
/**
 * A repetition of up to 100 from each character is more. Most patterns take 3 steps, one of a hundred takes more than
 * 67, and none more than 126.
 */
const MOST_PER_CHARACTER = 150
/** Ten times the text is ten times the work: per character it is the same, and 1.4 times as much at the most. */
const MOST_GROWTH = 2
const SUSPECTS = 2

const textOf = ({ before, again }: WorstCase, length: number) =>
  (before + again.repeat(Math.ceil(length / again.length))).slice(0, length)

interface Cost {
  worst: WorstCase
  /** For each character; what is more than a ceiling is not counted to its end. */
  steps: number
}

const costOf = (pattern: RegExp, worst: WorstCase, length: number, most: number): Cost => ({
  worst,
  steps: stepsOf(pattern, textOf(worst, length), most * length + 1) / length
})

/** What is wrong with a pattern; nothing where no text that was tried takes more steps than its length explains. */
export function excessOf(pattern: RegExp): string | undefined {
  const costs: Cost[] = []
  for (const one of worstCasesOf(pattern)) {
    const cost = costOf(pattern, one, SHORT, MOST_PER_CHARACTER)
    if (cost.steps > MOST_PER_CHARACTER)
      return `takes more than ${MOST_PER_CHARACTER} steps for each character on ${JSON.stringify(one)}`
    costs.push(cost)
  }
  costs.sort((a, b) => b.steps - a.steps)
  const growing = costs.slice(0, SUSPECTS).find((cost) => isGrowing(pattern, cost))
  return (
    growing && `takes more than ${MOST_GROWTH} times the steps on a longer ${JSON.stringify(growing.worst)}`
  )
}

function isGrowing(pattern: RegExp, { worst, steps }: Cost): boolean {
  const length = Math.min(LONGEST, Math.max(LONG, Math.floor(LONG_STEPS / steps)))
  const most = MOST_GROWTH * steps
  return costOf(pattern, worst, length, most).steps > most
}
