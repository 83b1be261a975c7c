// The range of lines that belongs to one failure.
import type { LogFacts } from './cause/facts.js'
import { linesOfMarks } from './nearness.js'

export interface LineRange {
  from: number
  to: number
}

export const MOST_LINES_OF_RANGE = 60

/** Hits closer than this belong to the same failure. */
const GAP = 8
const BEFORE = 4
const AFTER = 6

/** Extends the range to the line that ends the job if that is near. */
export function lineRangeAround({ hits, marks }: LogFacts, line: number): LineRange {
  const hitLines = [...new Set([...hits.map((hit) => hit.line), line])].sort((a, b) => a - b)
  const from = endOfAccount(hitLines.toReversed(), line, MOST_LINES_OF_RANGE / 2) - BEFORE
  const last = endOfAccount(hitLines, line, from + MOST_LINES_OF_RANGE - 2 - line)
  const end = linesOfMarks(marks, 'failure').find((failure) => failure >= line)
  const isNear = end !== undefined && end - from < MOST_LINES_OF_RANGE
  const to = isNear ? Math.max(end, line + 2) : last + AFTER
  return { from, to: Math.min(from + MOST_LINES_OF_RANGE - 1, to) }
}

/** The last line reachable from `line` through hits that lie close together. */
function endOfAccount(hitLines: readonly number[], line: number, most: number): number {
  let end = line
  for (const next of hitLines.slice(hitLines.indexOf(line) + 1)) {
    if (Math.abs(next - end) > GAP || Math.abs(next - line) > most) break
    end = next
  }
  return end
}

/** Cuts ranges so that each line appears once. A range splits if an earlier one lies in its middle. */
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
