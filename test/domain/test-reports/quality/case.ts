// What a case of a test report is. A figure that an expectation leaves out is the reader's choice.

export type CaseStatus = 'passed' | 'skipped' | 'failed' | 'errored'

export interface ExpectedCase {
  suite?: string
  /** The whole name. */
  name?: string
  /** How the name ends, where a reader may put the titles of groups before it. */
  nameEnd?: string
  status: CaseStatus
  flaky?: boolean
}

/** Each figure that is given must hold; flaky tests are among the passed ones. */
export interface ExpectedReport {
  tests?: number
  passed?: number
  skipped?: number
  failed?: number
  errored?: number
  /** Failed and errored together, where the format does not tell them apart. */
  red?: number
  flaky?: number
  /** All cases, in any order. */
  cases?: readonly ExpectedCase[]
  /** Some of the cases, in any order. */
  including?: readonly ExpectedCase[]
  /** Texts that neither names nor messages may contain. */
  without?: readonly string[]
  /** To refuse the report as unreadable is as good. */
  mayRefuse?: true
}

export interface ReportCase {
  name: string
  file: string
  content: string | (() => string | Uint8Array)
  expected:
    | { unreadable: true }
    /** Never taken for a success: unreadable, interrupted, or at least one failed or errored. */
    | { notGreen: true }
    | ExpectedReport
}

/** One JSON value a line, as streams of events are written. */
export const jsonLines = (values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')
