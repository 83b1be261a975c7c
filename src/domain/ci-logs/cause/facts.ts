// What is known of a log when it has been read: what was found, where the job stood, and the lines that matter.
import type { TypedRule } from '../rules/rule.js'

export interface RuleHit {
  line: number
  rule: TypedRule
  /** The line, plain, bounded and without secrets. */
  text: string
}

export type MarkKind = 'step' | 'header-end' | 'failure' | 'cleanup'

/** Where a step begins, where its printed script ends, where the job says it failed, where it begins to tidy up. */
export interface LogMark {
  line: number
  kind: MarkKind
}

export interface LogFacts {
  /** Of a log that costs too much only a part is read, and where that fails, nothing. */
  read: 'all' | 'part' | 'nothing'
  lineCount: number
  hits: readonly RuleHit[]
  marks: readonly LogMark[]
  /** The lines around hits and the last ones, by number. */
  lines: ReadonlyMap<number, string>
}
