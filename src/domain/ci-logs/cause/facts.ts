// What the reader extracted from a log: rule hits, marks, and the lines around them.
import type { TypedRule } from '../rules/rule.js'

export interface RuleHit {
  line: number
  rule: TypedRule
  /** The line as plain text, cut to the limit, with secrets redacted. */
  text: string
}

export type MarkKind = 'step' | 'header-end' | 'failure' | 'cleanup'

/** Start of a step, end of its printed script, report of the failure, start of the cleanup. */
export interface LogMark {
  line: number
  kind: MarkKind
}

export interface LogFacts {
  /** `part` if the log exceeded its budget, `nothing` if it could not be read. */
  read: 'all' | 'part' | 'nothing'
  lineCount: number
  hits: readonly RuleHit[]
  marks: readonly LogMark[]
  /** Lines around the hits and at the end of the log, by line number. */
  lines: ReadonlyMap<number, string>
}
