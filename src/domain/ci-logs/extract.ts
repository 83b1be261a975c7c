// Which lines of a log to show: the cause first, and never more than a person reads.
import type { LogFacts } from './cause/facts.js'
import { linesOf } from './places.js'
import { disjoint, MOST_LINES_OF_SPAN, type Span, spanAround } from './spans.js'

export interface Chunk {
  from: number
  to: number
  lines: string[]
}

const MOST_LINES = 150
const MOST_SPANS = 5
/** Hits that are looked at; the many of a long log say the same again. */
const MOST_HITS = 400
const ENDING = 20

export function extractOf(facts: LogFacts, shown: readonly number[]): Chunk[] {
  const [first, ...others] = spansOf(facts, shown)
  const end = linesOf(facts.marks, 'failure').at(-1)
  const ending = end === undefined ? [] : [{ from: end - ENDING, to: end }]
  const spans = first ? [first, ...ending, ...others] : [...ending, lastOf(facts)]
  return disjoint(spans, facts.lineCount, MOST_LINES).map((span) => chunkOf(facts, span))
}

function spansOf(facts: LogFacts, shown: readonly number[]): Span[] {
  const spans: Span[] = []
  for (const line of shown.slice(0, MOST_HITS)) {
    if (spans.length === MOST_SPANS) break
    if (!spans.some(({ from, to }) => line >= from && line <= to)) spans.push(spanAround(facts, line))
  }
  return spans
}

const lastOf = ({ lineCount }: LogFacts): Span => ({
  from: lineCount - MOST_LINES_OF_SPAN + 1,
  to: lineCount
})

function chunkOf({ lines }: LogFacts, { from, to }: Span): Chunk {
  return { from, to, lines: Array.from({ length: to - from + 1 }, (_, at) => lines.get(from + at) ?? '') }
}
