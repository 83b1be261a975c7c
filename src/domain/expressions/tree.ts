// The syntax tree of a rule. Chains of one operator are flat lists, so only nesting adds depth.

export const COMPARISON_OPERATORS = ['==', '!=', '<', '<=', '>', '>='] as const
export type ComparisonOperator = (typeof COMPARISON_OPERATORS)[number]
export type SumSign = '+' | '-'
export type ProductSign = '*' | '/'

interface SourceNode {
  /** The offset in the source. */
  at: number
}

export type Expression = SourceNode &
  (
    | { kind: 'truth'; value: boolean }
    /** Kept as text, because printing the number could change its notation. */
    | { kind: 'number'; text: string }
    | { kind: 'text'; value: string }
    | { kind: 'name'; name: string }
    /** A call of a named expression. */
    | { kind: 'call'; name: string }
    | { kind: 'not' | 'minus'; operand: Expression }
    | { kind: 'and' | 'or'; operands: readonly Expression[] }
    | { kind: 'comparison'; operator: ComparisonOperator; left: Expression; right: Expression }
    | { kind: 'sum'; first: Expression; rest: readonly OperatorTerm<SumSign>[] }
    | { kind: 'product'; first: Expression; rest: readonly OperatorTerm<ProductSign>[] }
    | { kind: 'pipe'; input: Expression; filters: readonly FilterCall[] }
  )

export interface OperatorTerm<Sign> extends SourceNode {
  sign: Sign
  operand: Expression
}

const TEXT_FILTERS = ['match', 'extension', 'contains', 'startsWith', 'endsWith'] as const
export const ELEMENT_FILTERS = ['some', 'all'] as const
export const FILTER_NAMES = [
  ...TEXT_FILTERS,
  ...ELEMENT_FILTERS,
  'includes',
  'length',
  'lower',
  'upper'
] as const
export type FilterName = (typeof FILTER_NAMES)[number]

export interface FilterCall extends SourceNode {
  name: FilterName
  args: readonly Expression[]
  /** The filter chains of `some` and `all`, applied to every element. */
  chains: readonly (readonly FilterCall[])[]
}

/** The number of arguments of each filter. */
export const FILTER_ARGUMENTS: Record<FilterName, { least: number; most: number }> = {
  match: { least: 1, most: Number.POSITIVE_INFINITY },
  extension: { least: 1, most: Number.POSITIVE_INFINITY },
  some: { least: 1, most: Number.POSITIVE_INFINITY },
  all: { least: 1, most: Number.POSITIVE_INFINITY },
  contains: { least: 1, most: 1 },
  startsWith: { least: 1, most: 1 },
  endsWith: { least: 1, most: 1 },
  includes: { least: 1, most: 1 },
  length: { least: 0, most: 0 },
  lower: { least: 0, most: 0 },
  upper: { least: 0, most: 0 }
}
