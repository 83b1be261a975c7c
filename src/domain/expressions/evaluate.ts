// Finds out what a rule comes to, step by step, and says so.
import type { Json } from '#schemas/common.js'
import { applied, type Bound } from './filters.js'
import { parseRule } from './parse.js'
import { printFilter, printRule } from './print.js'
import {
  type Context,
  deeper,
  type Expressions,
  fault,
  note,
  runOn,
  type Spot,
  spend,
  spendOn,
  spotOf,
  type TraceStep,
  traceOf
} from './run.js'
import type { Comparison, Expression, Filter, ProductSign, SumSign, Term } from './tree.js'
import { charactersCompared, isMissing, isSame, isTrue, kindOf, type Value, valueAt } from './values.js'

export interface Outcome {
  result: Json
  trace: TraceStep[]
}

/** Throws nothing but a `RuleError`. */
export function evaluateRule(text: string, context: Context, expressions: Expressions): Outcome {
  const run = runOn(context, expressions)
  const source = { text, within: null }
  const result = resolved({ run, source, at: 0 }, parseRule(text))
  return { result: result ?? null, trace: traceOf(run) }
}

function resolved(parent: Spot, expression: Expression): Value {
  const spot = spotOf(parent, expression)
  spend(spot)
  return deeper(spot, () => valueHere(spot, expression))
}

type Simple = Extract<Expression, { kind: 'truth' | 'number' | 'text' }>

function valueHere(spot: Spot, expression: Expression): Value {
  switch (expression.kind) {
    case 'truth':
    case 'number':
    case 'text':
      return literalOf(expression)
    case 'name':
      return namedValue(spot, expression.name)
    case 'call':
      return expressionValue(spot, expression.name)
    case 'pipe':
      return pipedValue(spot, expression)
    default:
      return seen(spot, expression, operatorValue(spot, expression))
  }
}

const literalOf = (literal: Simple): Value =>
  literal.kind === 'number' ? Number(literal.text) : literal.value

/** What an operator comes to is a step of the trace. */
function seen(spot: Spot, expression: Expression, value: Value): Value {
  note(spot.run, () => printRule(expression), { value })
  return value
}

type Operation = Exclude<Expression, Simple | { kind: 'name' | 'call' | 'pipe' }>

function operatorValue(spot: Spot, operation: Operation): Value {
  switch (operation.kind) {
    case 'not':
      return !isTrue(resolved(spot, operation.operand))
    case 'and':
      return operation.operands.every((one) => isTrue(resolved(spot, one)))
    case 'or':
      return operation.operands.some((one) => isTrue(resolved(spot, one)))
    case 'comparison':
      return compared(spot, operation.operator, [
        resolved(spot, operation.left),
        resolved(spot, operation.right)
      ])
    case 'minus':
      return -numberOf(spot, '-', resolved(spot, operation.operand))
    default:
      return operation.rest.reduce((sum, term) => reckoned(spot, sum, term), resolved(spot, operation.first))
  }
}

/** What is known of the event goes before what the rules have named. */
function namedValue(spot: Spot, name: string): Value {
  const value = valueAt(spot.run.context, name)
  if (value === undefined && textNamed(spot, name) !== undefined) return expressionValue(spot, name)
  note(spot.run, () => name, value === undefined ? { value, detail: 'unknown variable' } : { value })
  return value
}

function textNamed({ run }: Spot, name: string): string | undefined {
  const [group = '', member, ...rest] = name.split('.')
  const found = Object.hasOwn(run.expressions, group) ? run.expressions[group] : undefined
  if (typeof found !== 'object') return member === undefined ? found : undefined
  return member !== undefined && rest.length === 0 && Object.hasOwn(found, member) ? found[member] : undefined
}

/** Found out when it is first asked for, and once. */
function expressionValue(spot: Spot, name: string): Value {
  const { run } = spot
  if (run.known.has(name)) return run.known.get(name)
  const text = textNamed(spot, name)
  if (text === undefined) throw fault(spot, 'evaluation', `there is no expression ${name}`)
  if (run.open.includes(name))
    throw fault(spot, 'evaluation', `expressions lead in a ring: ${[...run.open, name].join(', ')}`)
  run.open.push(name)
  const value = resolved({ run, source: { text, within: name }, at: 0 }, parseRule(text, name))
  run.open.pop()
  run.known.set(name, value)
  note(run, () => `${name}()`, { value, detail: 'named expression' })
  return value
}

function pipedValue(spot: Spot, { input, filters }: Extract<Expression, { kind: 'pipe' }>): Value {
  let value = resolved(spot, input)
  for (const [at, filter] of filters.entries()) {
    value = applied(spot, boundOf(spot, filter), value)
    const pipe = () => [printRule(input), ...filters.slice(0, at + 1).map(printFilter)].join(' | ')
    note(spot.run, pipe, { value })
  }
  return value
}

function boundOf(spot: Spot, filter: Filter): Bound {
  const args = filter.args.map((one) => resolved(spot, one))
  const chains = filter.chains.map((chain) => chain.map((one) => boundOf(spot, one)))
  return { filter, args, chains }
}

function compared(spot: Spot, operator: Comparison, [left, right]: readonly [Value, Value]): boolean {
  spendOn(spot, charactersCompared(left, right))
  if (operator === '==') return isSame(left, right)
  if (operator === '!=') return !isSame(left, right)
  // Of what is not known nothing is less, and nothing more.
  if (isMissing(left) || isMissing(right)) return false
  if (typeof left === 'number' && typeof right === 'number') return isOrdered(operator, left, right)
  if (typeof left === 'string' && typeof right === 'string') return isOrdered(operator, left, right)
  const kinds = `${kindOf(left)} and ${kindOf(right)}`
  throw fault(spot, 'evaluation', `${operator} compares two numbers or two texts, and these are ${kinds}`)
}

function isOrdered<One extends number | string>(operator: Comparison, left: One, right: One): boolean {
  if (operator === '<') return left < right
  if (operator === '<=') return left <= right
  return operator === '>' ? left > right : left >= right
}

const RECKONED: Record<SumSign | ProductSign, (left: number, right: number) => number> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  // A part of nothing is nothing.
  '/': (left, right) => (right === 0 ? 0 : left / right)
}

function reckoned(parent: Spot, sum: Value, term: Term<SumSign | ProductSign>): number {
  const spot = { ...parent, at: term.at }
  const left = numberOf(spot, term.sign, sum)
  const right = numberOf(spot, term.sign, resolved(parent, term.operand))
  const result = RECKONED[term.sign](left, right)
  if (!Number.isFinite(result)) throw fault(spot, 'evaluation', 'the result is too large for a number')
  return result
}

function numberOf(spot: Spot, sign: string, value: Value): number {
  if (typeof value === 'number') return value
  throw fault(spot, 'evaluation', `${sign} is of numbers, and this is ${kindOf(value)}`)
}
