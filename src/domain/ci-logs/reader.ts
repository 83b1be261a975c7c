// Reads a log chunk by chunk and keeps what a diagnosis needs, within fixed limits for logs of any length.
import type { LogFacts } from './cause/facts.js'
import { createLogBuffer } from './log-buffer.js'

export interface LogLimits {
  /** Characters read of one line. */
  lineLength: number
  /** The first and the last hits of each rule and marks of each kind are kept up to these numbers. */
  hitsPerRule: number
  marksPerKind: number
  /** Lines kept around each hit and at the end of the log. */
  before: number
  after: number
  tail: number
  /** Lines kept before a reported failure, at the start of a step, and in total. */
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
  /** Counts lines that were not read. */
  skip(lines: number): void
  end(): LogFacts
}

/** Reads more raw characters, because colour codes and timestamps may take as much room as the text. */
const RAW = 2

export function createLogReader(limits: LogLimits = LOG_LIMITS): LogReader {
  const buffer = createLogBuffer(limits)
  const longest = RAW * limits.lineLength
  let rest = ''
  return {
    push(text) {
      let from = 0
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
        const piece = text.slice(from, Math.min(end, from + longest))
        buffer.take(rest === '' ? piece : (rest + piece).slice(0, longest))
        rest = ''
        from = end + 1
      }
      rest = (rest + text.slice(from, from + longest)).slice(0, longest)
    },
    skip(lines) {
      rest = ''
      buffer.skip(lines)
    },
    end() {
      if (rest !== '') buffer.take(rest)
      rest = ''
      return buffer.facts()
    }
  }
}
