// What a test report says, whichever tool wrote it.

export type ReportFormat =
  | 'junit'
  | 'nunit'
  | 'xunit'
  | 'trx'
  | 'tap'
  | 'go'
  | 'dart'
  | 'jest'
  | 'mocha'
  | 'playwright'
  | 'pytest'
  | 'rspec'

/** An errored test could not be judged: it broke outside of what it asserts, or never ended. */
export type ReportedStatus = 'passed' | 'failed' | 'errored' | 'skipped'

export interface ReportedFailure {
  errorClass: string | null
  message: string | null
}

export interface ReportedTest {
  /** The class or file that the test belongs to; empty if the report names none. */
  suite: string
  name: string
  status: ReportedStatus
  durationMs: number | null
  failure: ReportedFailure | null
  /** It failed first and passed when it was run again within the same run. */
  flaky: boolean
  file: string | null
}

/** Each test counts once, however often it was run. */
export interface ReportCounts {
  tests: number
  passed: number
  skipped: number
  failed: number
  errored: number
}

export type ReportReading =
  | {
      kind: 'report'
      format: ReportFormat
      counts: ReportCounts
      tests: ReportedTest[]
      /** Why the run is no success, whatever its tests say: it was cut off, or broke outside of them. */
      interrupted: string | null
      /** What was left out or cut. */
      notes: string[]
    }
  | {
      kind: 'unreadable'
      reason: string
      /** It begins as a report does, or cannot be told from one, so that failures may be missing. */
      isReport?: boolean
    }

/** What a reader takes from a report at most. */
export interface ReportBounds {
  bytes: number
  /** Characters of a JSON document, which can only be parsed as a whole. */
  documentLength: number
  /** Marks in a JSON document that begin a value; a short text can hold so many that they fill the memory. */
  documentValues: number
  /** Characters of one line in a report of lines; longer lines are left out. */
  lineLength: number
  /** Lines and characters that break the format and are left out; each costs far more than a proper one. */
  oddities: number
  /** Further tests are counted, but not listed. */
  tests: number
  /** Characters of all names and messages together; the tests after that are counted, but not listed. */
  textLength: number
  nameLength: number
  messageLength: number
  /** Elements within elements. */
  depth: number
  /** Characters of one text or tag in XML, which the parser holds as a whole. */
  tokenLength: number
}

export const REPORT_BOUNDS: ReportBounds = {
  bytes: 64 * 1024 * 1024,
  documentLength: 64 * 1024 * 1024,
  documentValues: 4_000_000,
  lineLength: 1024 * 1024,
  oddities: 100_000,
  tests: 100_000,
  textLength: 32 * 1024 * 1024,
  nameLength: 1_000,
  messageLength: 2_000,
  depth: 100,
  tokenLength: 10 * 1024 * 1024
}

/** Reads the decoded text of one kind of report. */
export interface ReportParser {
  push(text: string): void
  end(): ReportReading
}
