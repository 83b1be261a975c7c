// Failed logs: of each the type, whether a re-run would pass, and the lines to show.
import { diagnose } from '#domain/ci-logs/diagnose.js'
import { createLogReader } from '#domain/ci-logs/reader.js'
import type { BenchOptions } from '../index.js'
import { readLines, writeLines } from '../json-lines.js'

interface Case {
  id: string
  log: string
}

export function predictCi(options: BenchOptions): void {
  writeLines(options.out, readLines<Case>(options.in).map(predictionOf))
}

function predictionOf({ id, log }: Case) {
  const reader = createLogReader()
  reader.push(log)
  const { type, transient, extract, confidence } = diagnose(reader.end())
  return { id, type, transient, lines: extract.map(({ from, to }) => [from, to]), confidence }
}
