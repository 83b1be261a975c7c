// Evaluates a rule and records a trace of its steps.
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

/** Throws only `RuleError`. */
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
  const position = positionInRun(parent, expression)
  spendSteps(position)
  return withDeeperNesting(position, () => evaluateByKind(position, expression))
}

type LiteralExpression = Extract<Expression, { kind: 'truth' | 'number' | 'text' }>

function evaluateByKind(position: RunPosition, expression: Expression): RuleValue {
  switch (expression.kind) {
    case 'truth':
    case 'number':
    case 'text':
      return literalValue(expression)
    case 'name':
      return evaluateName(position, expression.name)
    case 'call':
      return evaluateNamedExpression(position, expression.name)
    case 'pipe':
      return evaluatePipe(position, expression)
    default:
      return traceOperator(position, expression, operatorValue(position, expression))
  }
}

const literalValue = (literal: LiteralExpression): RuleValue =>
  literal.kind === 'number' ? Number(literal.text) : literal.value

/** Adds the value of an operator to the trace. */
function traceOperator(position: RunPosition, expression: Expression, value: RuleValue): RuleValue {
  addTraceStep(position.run, () => printRule(expression), { value })
  return value
}

type Operation = Exclude<Expression, LiteralExpression | { kind: 'name' | 'call' | 'pipe' }>

function operatorValue(position: RunPosition, operation: Operation): RuleValue {
  switch (operation.kind) {
    case 'not':
      return !isTruthy(evaluateExpression(position, operation.operand))
    case 'and':
      return operation.operands.every((operand) => isTruthy(evaluateExpression(position, operand)))
    case 'or':
      return operation.operands.some((operand) => isTruthy(evaluateExpression(position, operand)))
    case 'comparison':
      return compareValues(position, operation.operator, [
        evaluateExpression(position, operation.left),
        evaluateExpression(position, operation.right)
      ])
    case 'minus':
      return -requireNumber(position, '-', evaluateExpression(position, operation.operand))
    default:
      return operation.rest.reduce(
        (sum, term) => computeTerm(position, sum, term),
        evaluateExpression(position, operation.first)
      )
  }
}

/** Variables of the event take precedence over named expressions. */
function evaluateName(position: RunPosition, name: string): RuleValue {
  const value = valueNamed(position.run.context, name)
  if (value === undefined && namedExpressionText(position, name) !== undefined)
    return evaluateNamedExpression(position, name)
  addTraceStep(
    position.run,
    () => name,
    value === undefined ? { value, detail: 'unknown variable' } : { value }
  )
  return value
}

function namedExpressionText({ run }: RunPosition, name: string): string | undefined {
  const [group = '', member, ...rest] = name.split('.')
  const entry = Object.hasOwn(run.expressions, group) ? run.expressions[group] : undefined
  if (typeof entry !== 'object') return member === undefined ? entry : undefined
  return member !== undefined && rest.length === 0 && Object.hasOwn(entry, member) ? entry[member] : undefined
}

/** Evaluated on first use and cached for the run. */
function evaluateNamedExpression(position: RunPosition, name: string): RuleValue {
  const { run } = position
  if (run.known.has(name)) return run.known.get(name)
  const text = namedExpressionText(position, name)
  if (text === undefined) throw ruleErrorAt(position, 'evaluation', `there is no expression ${name}`)
  if (run.open.includes(name))
    throw ruleErrorAt(position, 'evaluation', `expressions lead in a ring: ${[...run.open, name].join(', ')}`)
  run.open.push(name)
  const value = evaluateExpression({ run, source: { text, within: name }, at: 0 }, parseRule(text, name))
  run.open.pop()
  run.known.set(name, value)
  addTraceStep(run, () => `${name}()`, { value, detail: 'named expression' })
  return value
}

function evaluatePipe(
  position: RunPosition,
  { input, filters }: Extract<Expression, { kind: 'pipe' }>
): RuleValue {
  let value = evaluateExpression(position, input)
  for (const [at, filter] of filters.entries()) {
    value = applyFilter(position, bindFilter(position, filter), value)
    const pipe = () => [printRule(input), ...filters.slice(0, at + 1).map(printFilter)].join(' | ')
    addTraceStep(position.run, pipe, { value })
  }
  return value
}

function bindFilter(position: RunPosition, filter: FilterCall): BoundFilter {
  const args = filter.args.map((argument) => evaluateExpression(position, argument))
  const chains = filter.chains.map((chain) => chain.map((step) => bindFilter(position, step)))
  return { filter, args, chains }
}

function compareValues(
  position: RunPosition,
  operator: ComparisonOperator,
  [left, right]: readonly [RuleValue, RuleValue]
): boolean {
  spendOnCharacters(position, charactersCompared(left, right))
  if (operator === '==') return isEqualValue(left, right)
  if (operator === '!=') return !isEqualValue(left, right)
  // A missing value is neither less nor greater than another.
  if (isMissing(left) || isMissing(right)) return false
  if (typeof left === 'number' && typeof right === 'number') return isOrdered(operator, left, right)
  if (typeof left === 'string' && typeof right === 'string') return isOrdered(operator, left, right)
  const kinds = `${describeKind(left)} and ${describeKind(right)}`
  throw ruleErrorAt(
    position,
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
  // Division by zero gives zero.
  '/': (left, right) => (right === 0 ? 0 : left / right)
}

function computeTerm(parent: RunPosition, sum: RuleValue, term: OperatorTerm<SumSign | ProductSign>): number {
  const position = { ...parent, at: term.at }
  const left = requireNumber(position, term.sign, sum)
  const right = requireNumber(position, term.sign, evaluateExpression(parent, term.operand))
  const result = ARITHMETIC_OPERATORS[term.sign](left, right)
  if (!Number.isFinite(result))
    throw ruleErrorAt(position, 'evaluation', 'the result is too large for a number')
  return result
}

function requireNumber(position: RunPosition, sign: string, value: RuleValue): number {
  if (typeof value === 'number') return value
  throw ruleErrorAt(position, 'evaluation', `${sign} is of numbers, and this is ${describeKind(value)}`)
}
