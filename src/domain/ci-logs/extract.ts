// Chooses the lines of a log to show: the cause first, and no more than a person reads.
import type { LogFacts } from './cause/facts.js'
import { disjointRanges, type LineRange, lineRangeAround, MOST_LINES_OF_RANGE } from './line-ranges.js'
import { linesOfMarks } from './nearness.js'

export interface LogChunk {
  from: number
  to: number
  lines: string[]
}

const MOST_LINES = 150
const MOST_SPANS = 5
/** A long log repeats itself, so only the first hits count. */
const MOST_HITS = 400
const ENDING = 20

export function extractLines(facts: LogFacts, shown: readonly number[]): LogChunk[] {
  const [first, ...others] = rangesAround(facts, shown)
  const end = linesOfMarks(facts.marks, 'failure').at(-1)
  const ending = end === undefined ? [] : [{ from: end - ENDING, to: end }]
  const spans = first ? [first, ...ending, ...others] : [...ending, tailRange(facts)]
  return disjointRanges(spans, facts.lineCount, MOST_LINES).map((span) => chunkOf(facts, span))
}

function rangesAround(facts: LogFacts, shown: readonly number[]): LineRange[] {
  const spans: LineRange[] = []
  for (const line of shown.slice(0, MOST_HITS)) {
    if (spans.length === MOST_SPANS) break
    if (!spans.some(({ from, to }) => line >= from && line <= to)) spans.push(lineRangeAround(facts, line))
  }
  return spans
}

const tailRange = ({ lineCount }: LogFacts): LineRange => ({
  from: lineCount - MOST_LINES_OF_RANGE + 1,
  to: lineCount
})

function chunkOf({ lines }: LogFacts, { from, to }: LineRange): LogChunk {
  return { from, to, lines: Array.from({ length: to - from + 1 }, (_, at) => lines.get(from + at) ?? '') }
}
