// The stretch of a log that tells of one failure: from the first to the last line that belongs to its account.
import type { LogFacts } from './cause/facts.js'
import { linesOfMarks } from './nearness.js'

export interface LineRange {
  from: number
  to: number
}

export const MOST_LINES_OF_RANGE = 60

/** Hits nearer than this belong to one account of what went wrong. */
const GAP = 8
const BEFORE = 4
const AFTER = 6

/** It reaches up to the line that ends the job where that is near. */
export function lineRangeAround({ hits, marks }: LogFacts, line: number): LineRange {
  const told = [...new Set([...hits.map((hit) => hit.line), line])].sort((a, b) => a - b)
  const from = endOfAccount(told.toReversed(), line, MOST_LINES_OF_RANGE / 2) - BEFORE
  const last = endOfAccount(told, line, from + MOST_LINES_OF_RANGE - 2 - line)
  const end = linesOfMarks(marks, 'failure').find((failure) => failure >= line)
  const isNear = end !== undefined && end - from < MOST_LINES_OF_RANGE
  const to = isNear ? Math.max(end, line + 2) : last + AFTER
  return { from, to: Math.min(from + MOST_LINES_OF_RANGE - 1, to) }
}

/** How far one gets from a line, one told line after another, with no wide gap between them. */
function endOfAccount(told: readonly number[], line: number, most: number): number {
  let end = line
  for (const next of told.slice(told.indexOf(line) + 1)) {
    if (Math.abs(next - end) > GAP || Math.abs(next - line) > most) break
    end = next
  }
  return end
}

/** Every line once, with the spans before; a span in whose middle another lies falls apart. */
export function disjointRanges(spans: readonly LineRange[], lineCount: number, most: number): LineRange[] {
  const taken = new Set<number>()
  return spans.flatMap((span) => {
    const lines = linesWithin(span, lineCount).filter((line) => !taken.has(line))
    const free = lines.slice(0, Math.max(0, most - taken.size))
    for (const line of free) taken.add(line)
    return runsOf(free)
  })
}

function linesWithin({ from, to }: LineRange, lineCount: number): number[] {
  const first = Math.max(1, from)
  return Array.from({ length: Math.max(0, Math.min(to, lineCount) - first + 1) }, (_, at) => first + at)
}

function runsOf(lines: readonly number[]): LineRange[] {
  const runs: LineRange[] = []
  for (const line of lines) {
    const last = runs.at(-1)
    if (last?.to === line - 1) last.to = line
    else runs.push({ from: line, to: line })
  }
  return runs
}
