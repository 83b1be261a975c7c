// The kept lines of a log, in order and by the step that printed them.
import type { LogFacts } from '../cause/facts.js'
import { linesOfMarks } from '../nearness.js'

export interface StepLine {
  line: number
  text: string
}

export function linesBySteps(facts: LogFacts): StepLine[][] {
  const starts = new Set(linesOfMarks(facts.marks, 'step'))
  const steps: StepLine[][] = [[]]
  for (const [line, text] of [...facts.lines].sort(([a], [b]) => a - b)) {
    if (starts.has(line)) steps.push([])
    steps.at(-1)?.push({ line, text })
  }
  return steps
}
