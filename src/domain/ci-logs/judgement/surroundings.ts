// Which cues the lines around a hit have, and how near they stand.
import type { LogFacts } from '../cause/facts.js'
import { LOG_CUES } from '../cues/index.js'
import { linesOfMarks } from '../nearness.js'
import { lineCredit, NO_CREDIT } from '../noise.js'

const ABOVE = 25
const BELOW = 15
const CLOSE = 3
/** What ends the job often says why: so many lines before it count as well, in the same step. */
const BEFORE_END = 12

export interface CuesAround {
  /** Within a few lines of the hit. */
  close: ReadonlySet<string>
  /** Anywhere around it. */
  near: ReadonlySet<string>
}

/** Remembers the cues of a line, since the lines around several hits are the same. */
export function surroundingsIn(facts: LogFacts): (line: number) => CuesAround {
  const cuesOf = cueReader(facts)
  const steps = linesOfMarks(facts.marks, 'step')
  const end = linesOfMarks(facts.marks, 'failure').at(-1) ?? facts.lineCount
  return (line) => {
    const from = Math.max(line - ABOVE, steps.findLast((step) => step <= line) ?? 0)
    const to = Math.min(line + BELOW, (steps.find((step) => step > line) ?? Infinity) - 1)
    const near = new Set<string>()
    const close = new Set<string>()
    const isSameStep = !steps.some((step) => step > line && step <= end)
    const look = (at: number) => {
      for (const cue of cuesOf(at)) {
        near.add(cue)
        if (Math.abs(at - line) <= CLOSE) close.add(cue)
      }
    }
    for (let at = from; at <= to; at += 1) look(at)
    if (isSameStep) for (let at = Math.max(to + 1, end - BEFORE_END); at <= end; at += 1) look(at)
    return { close, near }
  }
}

function cueReader({ lines }: LogFacts): (line: number) => readonly string[] {
  const known = new Map<number, readonly string[]>()
  return (line) => {
    const cues = known.get(line) ?? cuesIn(lines.get(line) ?? '')
    known.set(line, cues)
    return cues
  }
}

const LONGEST = 400

function cuesIn(line: string): readonly string[] {
  if (line.trim() === '' || lineCredit(line) === NO_CREDIT) return []
  const text = line.slice(0, LONGEST)
  return LOG_CUES.filter(({ pattern }) => pattern.test(text)).map(({ id }) => id)
}
