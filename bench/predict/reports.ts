// Test reports: of each the counts, or that it is none.
import { createReportReader } from '#domain/test-reports/reader.js'
import type { BenchOptions } from '../index.js'
import { readLines, writeLines } from '../json-lines.js'

interface Case {
  id: string
  file: string
  content: string
}

export function predictReports(options: BenchOptions): void {
  writeLines(options.out, readLines<Case>(options.in).map(predictionOf))
}

function predictionOf({ id, file, content }: Case) {
  const reader = createReportReader(file)
  reader.push(Buffer.from(content))
  const reading = reader.end()
  return reading.kind === 'report' ? { id, ...reading.counts } : { id, unreadable: true }
}
