// A recursive-descent parser for rules, with one function for each level of precedence, lowest first.
import { LONGEST_EXPRESSION } from '#schemas/expressions/bounds.js'
import { RuleError } from './error.js'
import { readFilters } from './parse-filters.js'
import { createTokenReader, type TokenReader, unexpectedToken } from './reader.js'
import { ruleSyntaxError } from './tokens.js'
import { COMPARISON_OPERATORS, type Expression, type OperatorTerm } from './tree.js'

/** Throws only `RuleError`. */
export function parseRule(text: string, within: string | null = null): Expression {
  const source = { text, within }
  if (text.length > LONGEST_EXPRESSION) {
    const reason = `an expression has at most ${LONGEST_EXPRESSION} characters; this one has ${text.length}`
    throw new RuleError('limit', reason, { source: text, offset: LONGEST_EXPRESSION, within })
  }
  const reader = createTokenReader(source)
  const expression = readOr(reader)
  const { kind } = reader.peek()
  if (kind !== 'end') throw unexpectedToken(reader, 'an operator, | with a filter, or the end')
  return expression
}

function readOr(reader: TokenReader): Expression {
  return readRow(reader, 'or', readAnd)
}

const readAnd = (reader: TokenReader) => readRow(reader, 'and', readNot)

function readRow(
  reader: TokenReader,
  kind: 'and' | 'or',
  readOne: (reader: TokenReader) => Expression
): Expression {
  const first = readOne(reader)
  const operands = [first]
  while (reader.take(kind)) operands.push(readOne(reader))
  return operands.length === 1 ? first : { kind, operands, at: first.at }
}

function readNot(reader: TokenReader): Expression {
  const { at } = reader.peek()
  return reader.take('not') ? { kind: 'not', operand: reader.nested(readNot), at } : readComparison(reader)
}

function readComparison(reader: TokenReader): Expression {
  const left = readSum(reader)
  const operator = COMPARISON_OPERATORS.find((sign) => reader.take(sign))
  return operator === undefined
    ? left
    : { kind: 'comparison', operator, left, right: readSum(reader), at: left.at }
}

function readSum(reader: TokenReader): Expression {
  const first = readProduct(reader)
  const rest = readTerms(reader, ['+', '-'] as const, readProduct)
  return rest.length === 0 ? first : { kind: 'sum', first, rest, at: first.at }
}

function readProduct(reader: TokenReader): Expression {
  const first = readMinus(reader)
  const rest = readTerms(reader, ['*', '/'] as const, readMinus)
  return rest.length === 0 ? first : { kind: 'product', first, rest, at: first.at }
}

function readTerms<Sign extends string>(
  reader: TokenReader,
  signs: readonly Sign[],
  readOne: (reader: TokenReader) => Expression
): OperatorTerm<Sign>[] {
  const terms: OperatorTerm<Sign>[] = []
  for (;;) {
    const { at } = reader.peek()
    const sign = signs.find((candidate) => reader.take(candidate))
    if (sign === undefined) return terms
    terms.push({ sign, operand: readOne(reader), at })
  }
}

function readMinus(reader: TokenReader): Expression {
  const { at } = reader.peek()
  return reader.take('-') ? { kind: 'minus', operand: reader.nested(readMinus), at } : readPipe(reader)
}

function readPipe(reader: TokenReader): Expression {
  const input = readPrimary(reader)
  const filters = readFilters(reader, readOr)
  return filters.length === 0 ? input : { kind: 'pipe', input, filters, at: input.at }
}

const OPERAND = 'a value, a name, not, - or ('
const OPERATORS = new Set(['and', 'or', 'not'])

function readPrimary(reader: TokenReader): Expression {
  const { kind, value, at } = reader.peek()
  if (kind === 'text') return { kind: 'text', value: reader.next().value, at }
  if (kind === 'number') return readNumber(reader)
  if (kind === 'name' && !OPERATORS.has(value)) return readName(reader)
  if (!reader.take('(')) throw unexpectedToken(reader, OPERAND)
  const inner = reader.nested(readOr)
  if (!reader.take(')')) throw unexpectedToken(reader, ')')
  return inner
}

function readNumber(reader: TokenReader): Expression {
  const { value: text, at } = reader.next()
  if (!Number.isFinite(Number(text))) throw ruleSyntaxError(reader.source, at, 'this number is too large')
  return { kind: 'number', text, at }
}

function readName(reader: TokenReader): Expression {
  const { value: name, at } = reader.next()
  if (name === 'true' || name === 'false') return { kind: 'truth', value: name === 'true', at }
  if (!reader.take('(')) return { kind: 'name', name, at }
  if (!reader.take(')'))
    throw unexpectedToken(
      reader,
      `) after ${name}(: a named expression takes no arguments, and a filter comes after |`
    )
  return { kind: 'call', name, at }
}
