// Reads reports as a download hands them over.
import type { Test } from 'tap'
import { createReportReader } from '#domain/test-reports/reader.js'
import type { ReportBounds, ReportedTest, ReportReading } from '#domain/test-reports/report.js'

export interface ReadOptions {
  name?: string
  bounds?: Partial<ReportBounds>
  /** Bytes of a chunk. */
  chunk?: number
}

export function readReport(content: string | Uint8Array, options: ReadOptions = {}): ReportReading {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const { name = 'report', bounds, chunk = Math.max(1, bytes.length) } = options
  const reader = createReportReader(name, bounds)
  for (let at = 0; at < bytes.length; at += chunk) reader.push(bytes.subarray(at, at + chunk))
  return reader.end()
}

export type Report = Extract<ReportReading, { kind: 'report' }>

export function reportIn(t: Test, content: string | Uint8Array, options?: ReadOptions): Report {
  const reading = readReport(content, options)
  if (reading.kind === 'report') return reading
  t.fail(reading.reason)
  throw new Error(reading.reason)
}

/** Passed, skipped, failed, errored. */
export const countsIn = ({ counts }: Report): number[] => [
  counts.passed,
  counts.skipped,
  counts.failed,
  counts.errored
]

export const statusesIn = ({ tests }: Report): Record<string, string> =>
  Object.fromEntries(tests.map(({ name, status }) => [name, status]))

export function testIn({ tests }: Report, name: string): Partial<ReportedTest> {
  return tests.find((test) => test.name === name) ?? {}
}
