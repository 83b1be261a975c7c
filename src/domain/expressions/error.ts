/** The kinds of faults in a rule: its syntax, the types of its values, or its cost. */
export type RuleFault = 'syntax' | 'evaluation' | 'limit'

export interface SourcePosition {
  /** Characters before the position. */
  offset: number
  /** Both count from 1. */
  line: number
  column: number
}

/** The only error that parsing or evaluating a rule throws. */
export class RuleError extends Error {
  readonly fault: RuleFault
  readonly place: SourcePosition
  /** The message without the position. */
  readonly reason: string
  /** The named expression with the fault; null for the rule itself. */
  readonly within: string | null

  constructor(fault: RuleFault, reason: string, { source, offset, within }: FaultOrigin) {
    const place = sourcePosition(source, offset)
    const where = within === null ? '' : `in the expression ${within}, `
    super(`${where}line ${place.line}, column ${place.column}: ${reason}`)
    this.name = 'RuleError'
    this.fault = fault
    this.place = place
    this.reason = reason
    this.within = within
  }
}

export interface FaultOrigin {
  source: string
  offset: number
  within: string | null
}

function sourcePosition(source: string, offset: number): SourcePosition {
  const lines = source.slice(0, offset).split('\n')
  return { offset, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}
