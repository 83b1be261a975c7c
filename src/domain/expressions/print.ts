// Prints a parsed rule with as few parentheses as possible.
import type { Expression, FilterCall, OperatorTerm } from './tree.js'

/** Precedence, lowest first. An operand below the required rank needs parentheses. */
const RANKS: Record<Expression['kind'], number> = {
  or: 0,
  and: 1,
  not: 2,
  comparison: 3,
  sum: 4,
  product: 5,
  minus: 6,
  pipe: 7,
  truth: 8,
  number: 8,
  text: 8,
  name: 8,
  call: 8
}

export function printRule(expression: Expression): string {
  switch (expression.kind) {
    case 'truth':
      return String(expression.value)
    case 'number':
      return expression.text
    case 'text':
      return quoteString(expression.value)
    case 'name':
      return expression.name
    case 'call':
      return `${expression.name}()`
    default:
      return printComposed(expression)
  }
}

type ComposedExpression = Exclude<Expression, { kind: 'truth' | 'number' | 'text' | 'name' | 'call' }>

function printComposed(expression: ComposedExpression): string {
  const rank = RANKS[expression.kind]
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.operands.map((part) => operand(part, rank + 1)).join(` ${expression.kind} `)
    case 'not':
      return `not ${operand(expression.operand, rank)}`
    case 'minus':
      return `-${operand(expression.operand, rank)}`
    case 'comparison': {
      const { left, operator, right } = expression
      return `${operand(left, rank + 1)} ${operator} ${operand(right, rank + 1)}`
    }
    case 'sum':
    case 'product':
      return `${operand(expression.first, rank + 1)}${printTerms(expression.rest, rank + 1)}`
    case 'pipe':
      return `${operand(expression.input, rank + 1)} | ${expression.filters.map(printFilter).join(' | ')}`
  }
}

function operand(expression: Expression, leastRank: number): string {
  const text = printRule(expression)
  return RANKS[expression.kind] < leastRank ? `(${text})` : text
}

function printTerms(terms: readonly OperatorTerm<string>[], leastRank: number): string {
  return terms.map(({ sign, operand: term }) => ` ${sign} ${operand(term, leastRank)}`).join('')
}

export function printFilter({ name, args, chains }: FilterCall): string {
  const parts = [...args.map(printRule), ...chains.map((chain) => chain.map(printFilter).join(' | '))]
  return parts.length === 0 ? name : `${name}(${parts.join(', ')})`
}

const MARKS: Record<string, string> = { '\n': '\\n', '\t': '\\t', '"': '\\"', '\\': '\\\\' }

function quoteString(text: string): string {
  return `"${text.replaceAll(/["\\\n\t]/g, (char) => MARKS[char] ?? char)}"`
}
