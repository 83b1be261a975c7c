// Finds out what a rule comes to, step by step, and says so.
import type { Json } from '#schemas/common.js'
import { applyFilter, type BoundFilter } from './filters.js'
import { parseRule } from './parse.js'
import { printFilter, printRule } from './print.js'
import {
  addTraceStep,
  finishTrace,
  type NamedExpressions,
  positionInRun,
  type RuleVariables,
  type RunPosition,
  ruleErrorAt,
  spendOnCharacters,
  spendSteps,
  startRun,
  type TraceStep,
  withDeeperNesting
} from './run.js'
import type {
  ComparisonOperator,
  Expression,
  FilterCall,
  OperatorTerm,
  ProductSign,
  SumSign
} from './tree.js'
import {
  charactersCompared,
  describeKind,
  isEqualValue,
  isMissing,
  isTruthy,
  type RuleValue,
  valueNamed
} from './values.js'

export interface RuleEvaluation {
  result: Json
  trace: TraceStep[]
}

/** Throws nothing but a `RuleError`. */
export function evaluateRule(
  text: string,
  context: RuleVariables,
  expressions: NamedExpressions
): RuleEvaluation {
  const run = startRun(context, expressions)
  const source = { text, within: null }
  const result = evaluateExpression({ run, source, at: 0 }, parseRule(text))
  return { result: result ?? null, trace: finishTrace(run) }
}

function evaluateExpression(parent: RunPosition, expression: Expression): RuleValue {
  const spot = positionInRun(parent, expression)
  spendSteps(spot)
  return withDeeperNesting(spot, () => evaluateByKind(spot, expression))
}

type LiteralExpression = Extract<Expression, { kind: 'truth' | 'number' | 'text' }>

function evaluateByKind(spot: RunPosition, expression: Expression): RuleValue {
  switch (expression.kind) {
    case 'truth':
    case 'number':
    case 'text':
      return literalValue(expression)
    case 'name':
      return evaluateName(spot, expression.name)
    case 'call':
      return evaluateNamedExpression(spot, expression.name)
    case 'pipe':
      return evaluatePipe(spot, expression)
    default:
      return traceOperator(spot, expression, operatorValue(spot, expression))
  }
}

const literalValue = (literal: LiteralExpression): RuleValue =>
  literal.kind === 'number' ? Number(literal.text) : literal.value

/** What an operator comes to is a step of the trace. */
function traceOperator(spot: RunPosition, expression: Expression, value: RuleValue): RuleValue {
  addTraceStep(spot.run, () => printRule(expression), { value })
  return value
}

type Operation = Exclude<Expression, LiteralExpression | { kind: 'name' | 'call' | 'pipe' }>

function operatorValue(spot: RunPosition, operation: Operation): RuleValue {
  switch (operation.kind) {
    case 'not':
      return !isTruthy(evaluateExpression(spot, operation.operand))
    case 'and':
      return operation.operands.every((one) => isTruthy(evaluateExpression(spot, one)))
    case 'or':
      return operation.operands.some((one) => isTruthy(evaluateExpression(spot, one)))
    case 'comparison':
      return compareValues(spot, operation.operator, [
        evaluateExpression(spot, operation.left),
        evaluateExpression(spot, operation.right)
      ])
    case 'minus':
      return -requireNumber(spot, '-', evaluateExpression(spot, operation.operand))
    default:
      return operation.rest.reduce(
        (sum, term) => computeTerm(spot, sum, term),
        evaluateExpression(spot, operation.first)
      )
  }
}

/** What is known of the event goes before what the rules have named. */
function evaluateName(spot: RunPosition, name: string): RuleValue {
  const value = valueNamed(spot.run.context, name)
  if (value === undefined && namedExpressionText(spot, name) !== undefined)
    return evaluateNamedExpression(spot, name)
  addTraceStep(spot.run, () => name, value === undefined ? { value, detail: 'unknown variable' } : { value })
  return value
}

function namedExpressionText({ run }: RunPosition, name: string): string | undefined {
  const [group = '', member, ...rest] = name.split('.')
  const found = Object.hasOwn(run.expressions, group) ? run.expressions[group] : undefined
  if (typeof found !== 'object') return member === undefined ? found : undefined
  return member !== undefined && rest.length === 0 && Object.hasOwn(found, member) ? found[member] : undefined
}

/** Found out when it is first asked for, and once. */
function evaluateNamedExpression(spot: RunPosition, name: string): RuleValue {
  const { run } = spot
  if (run.known.has(name)) return run.known.get(name)
  const text = namedExpressionText(spot, name)
  if (text === undefined) throw ruleErrorAt(spot, 'evaluation', `there is no expression ${name}`)
  if (run.open.includes(name))
    throw ruleErrorAt(spot, 'evaluation', `expressions lead in a ring: ${[...run.open, name].join(', ')}`)
  run.open.push(name)
  const value = evaluateExpression({ run, source: { text, within: name }, at: 0 }, parseRule(text, name))
  run.open.pop()
  run.known.set(name, value)
  addTraceStep(run, () => `${name}()`, { value, detail: 'named expression' })
  return value
}

function evaluatePipe(
  spot: RunPosition,
  { input, filters }: Extract<Expression, { kind: 'pipe' }>
): RuleValue {
  let value = evaluateExpression(spot, input)
  for (const [at, filter] of filters.entries()) {
    value = applyFilter(spot, bindFilter(spot, filter), value)
    const pipe = () => [printRule(input), ...filters.slice(0, at + 1).map(printFilter)].join(' | ')
    addTraceStep(spot.run, pipe, { value })
  }
  return value
}

function bindFilter(spot: RunPosition, filter: FilterCall): BoundFilter {
  const args = filter.args.map((one) => evaluateExpression(spot, one))
  const chains = filter.chains.map((chain) => chain.map((one) => bindFilter(spot, one)))
  return { filter, args, chains }
}

function compareValues(
  spot: RunPosition,
  operator: ComparisonOperator,
  [left, right]: readonly [RuleValue, RuleValue]
): boolean {
  spendOnCharacters(spot, charactersCompared(left, right))
  if (operator === '==') return isEqualValue(left, right)
  if (operator === '!=') return !isEqualValue(left, right)
  // Of what is not known nothing is less, and nothing more.
  if (isMissing(left) || isMissing(right)) return false
  if (typeof left === 'number' && typeof right === 'number') return isOrdered(operator, left, right)
  if (typeof left === 'string' && typeof right === 'string') return isOrdered(operator, left, right)
  const kinds = `${describeKind(left)} and ${describeKind(right)}`
  throw ruleErrorAt(
    spot,
    'evaluation',
    `${operator} compares two numbers or two texts, and these are ${kinds}`
  )
}

function isOrdered<One extends number | string>(
  operator: ComparisonOperator,
  left: One,
  right: One
): boolean {
  if (operator === '<') return left < right
  if (operator === '<=') return left <= right
  return operator === '>' ? left > right : left >= right
}

const ARITHMETIC_OPERATORS: Record<SumSign | ProductSign, (left: number, right: number) => number> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  // A part of nothing is nothing.
  '/': (left, right) => (right === 0 ? 0 : left / right)
}

function computeTerm(parent: RunPosition, sum: RuleValue, term: OperatorTerm<SumSign | ProductSign>): number {
  const spot = { ...parent, at: term.at }
  const left = requireNumber(spot, term.sign, sum)
  const right = requireNumber(spot, term.sign, evaluateExpression(parent, term.operand))
  const result = ARITHMETIC_OPERATORS[term.sign](left, right)
  if (!Number.isFinite(result)) throw ruleErrorAt(spot, 'evaluation', 'the result is too large for a number')
  return result
}

function requireNumber(spot: RunPosition, sign: string, value: RuleValue): number {
  if (typeof value === 'number') return value
  throw ruleErrorAt(spot, 'evaluation', `${sign} is of numbers, and this is ${describeKind(value)}`)
}
