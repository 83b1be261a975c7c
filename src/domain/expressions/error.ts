/** What can be wrong with a rule: how it is written, what it asks of its values, or how much it wants to do. */
export type RuleFault = 'syntax' | 'evaluation' | 'limit'

export interface SourcePosition {
  /** Characters before it. */
  offset: number
  /** Both from 1. */
  line: number
  column: number
}

/** The only thing that reading or trying a rule ever throws. */
export class RuleError extends Error {
  readonly fault: RuleFault
  readonly place: SourcePosition
  /** What was wrong, without its place. */
  readonly reason: string
  /** The named expression that it was found in; null in the rule itself. */
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
