// Reads a log piece by piece and keeps what a diagnosis needs of it: never more than its limits, however long the log.
import type { LogFacts } from './cause/facts.js'
import { createLogBuffer } from './log-buffer.js'

export interface LogLimits {
  /** What is read of one line. */
  lineLength: number
  /** Of a rule and of a kind of mark that come more often, the first and the last are kept. */
  hitsPerRule: number
  marksPerKind: number
  /** Lines kept around each hit, before and after, and at the end of the log; and in all. */
  before: number
  after: number
  tail: number
  /** Lines kept before one that says that the job failed, and of the head of a step. */
  beforeFailure: number
  ofStep: number
  lines: number
}

export const LOG_LIMITS: LogLimits = {
  lineLength: 1_000,
  hitsPerRule: 80,
  marksPerKind: 400,
  before: 12,
  after: 24,
  tail: 120,
  beforeFailure: 30,
  ofStep: 6,
  lines: 8_000
}

export interface LogReader {
  push(text: string): void
  /** Goes on behind lines that nobody reads. */
  skip(lines: number): void
  end(): LogFacts
}

/** Colours and the time of a line may take as much room as what it says. */
const RAW = 2

export function createLogReader(limits: LogLimits = LOG_LIMITS): LogReader {
  const kept = createLogBuffer(limits)
  const longest = RAW * limits.lineLength
  let rest = ''
  return {
    push(text) {
      let from = 0
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
        const piece = text.slice(from, Math.min(end, from + longest))
        kept.take(rest === '' ? piece : (rest + piece).slice(0, longest))
        rest = ''
        from = end + 1
      }
      rest = (rest + text.slice(from, from + longest)).slice(0, longest)
    },
    skip(lines) {
      rest = ''
      kept.skip(lines)
    },
    end() {
      if (rest !== '') kept.take(rest)
      rest = ''
      return kept.facts()
    }
  }
}
