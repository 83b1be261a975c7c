// How near a line is to the place where the job reports its failure.
import type { LogFacts, LogMark } from './cause/facts.js'

export type Nearness = (line: number) => number

/** The header of a step, the cleanup and other steps explain less. */
export const IN_HEADER = 0.2
const IN_CLEANUP = 0.45
const ELSEWHERE = 0.7
const NEAR = 0.3
const FAR_LINES = 120

export function nearnessIn({ marks }: LogFacts): Nearness {
  const failures = linesOfMarks(marks, 'failure')
  const steps = linesOfMarks(marks, 'step')
  const headers = headersIn(marks)
  const cleanup =
    linesOfMarks(marks, 'cleanup').find((line) => !failures.some((failure) => failure > line)) ?? Infinity
  return (line) => {
    if (headers.some(({ from, to }) => line >= from && line <= to)) return IN_HEADER
    if (line >= cleanup) return IN_CLEANUP
    if (failures.length === 0) return 1
    const failure = failures.find((at) => at >= line)
    const isInStep = failure !== undefined && !steps.some((step) => step > line && step <= failure)
    return isInStep ? 1 + NEAR * Math.max(0, 1 - (failure - line) / FAR_LINES) : ELSEWHERE
  }
}

export function linesOfMarks(marks: readonly LogMark[], kind: LogMark['kind']): number[] {
  return marks.filter((mark) => mark.kind === kind).map(({ line }) => line)
}

/** The header of a step: its script and environment, printed before it runs. */
function headersIn(marks: readonly LogMark[]): { from: number; to: number }[] {
  const ordered = marks.filter(({ kind }) => kind === 'step' || kind === 'header-end')
  return ordered.flatMap((mark, index) => {
    const next = ordered[index + 1]
    return mark.kind === 'step' && next?.kind === 'header-end' ? [{ from: mark.line, to: next.line }] : []
  })
}
