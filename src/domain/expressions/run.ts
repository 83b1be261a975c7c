// The state of one evaluation: its inputs, its remaining budget, and its trace.
import type { Json } from '#schemas/common.js'
import { RuleError, type RuleFault } from './error.js'
import { DEEPEST_NESTING } from './reader.js'
import type { RuleSource } from './tokens.js'
import type { Expression } from './tree.js'
import { type RuleValue, shortenText, shortenValue } from './values.js'

/** The limit of steps. Values, operators and filters count, filters once for each element. */
export const MOST_STEPS = 10_000
/** Character comparisons per step, so that a run is short on any machine. */
const CHARACTERS_A_STEP = 500
const MOST_TRACED = 200

export interface TraceStep {
  step: string
  result: Json
  detail?: string
}

export type RuleVariables = Readonly<Record<string, RuleValue>>
/** Named expressions, alone or in groups. */
export type NamedExpressions = Readonly<Record<string, string | Readonly<Record<string, string>>>>

export interface RuleRun {
  context: RuleVariables
  expressions: NamedExpressions
  spent: number
  depth: number
  trace: TraceStep[]
  /** Steps that did not fit into the trace. */
  untraced: number
  /** Cached values of named expressions, and the names being evaluated, to detect cycles. */
  known: Map<string, RuleValue>
  open: string[]
}

export function startRun(context: RuleVariables, expressions: NamedExpressions): RuleRun {
  return { context, expressions, spent: 0, depth: 0, trace: [], untraced: 0, known: new Map(), open: [] }
}

/** Where an evaluation stands. */
export interface RunPosition {
  run: RuleRun
  source: RuleSource
  at: number
}

export function ruleErrorAt({ source, at }: RunPosition, kind: RuleFault, reason: string): RuleError {
  return new RuleError(kind, reason, { source: source.text, offset: at, within: source.within })
}

export function spendSteps(position: RunPosition, steps = 1): void {
  position.run.spent += steps
  if (position.run.spent > MOST_STEPS)
    throw ruleErrorAt(position, 'limit', `a rule takes ${MOST_STEPS} steps at most`)
}

export function spendOnCharacters(position: RunPosition, characters: number): void {
  spendSteps(position, (1 + characters) / CHARACTERS_A_STEP)
}

/** Limits the evaluation depth, including named expressions. */
export function withDeeperNesting<Out>(position: RunPosition, work: () => Out): Out {
  position.run.depth += 1
  if (position.run.depth > MOST_DEEP)
    throw ruleErrorAt(position, 'limit', `expressions lead ${MOST_DEEP} deep at most`)
  const out = work()
  position.run.depth -= 1
  return out
}

/** One level of parentheses takes several levels of evaluation, and named expressions add their own. */
const MOST_DEEP = DEEPEST_NESTING * 8

/** Step and detail are functions, so that they are rendered only if the trace has room. */
export function addTraceStep(
  run: RuleRun,
  step: () => string,
  { value, detail }: { value: RuleValue; detail?: string | (() => string) }
): void {
  if (run.trace.length >= MOST_TRACED) run.untraced += 1
  else
    run.trace.push({
      step: shortenText(step()),
      result: shortenValue(value),
      ...(detail === undefined ? {} : { detail: typeof detail === 'string' ? detail : detail() })
    })
}

/** The recorded steps, and the number of those left out. */
export function finishTrace({ trace, untraced }: RuleRun): TraceStep[] {
  if (untraced === 0) return trace
  return [...trace, { step: '…', result: null, detail: `${untraced} more steps` }]
}

export const positionInRun = (position: RunPosition, { at }: Pick<Expression, 'at'>): RunPosition => ({
  ...position,
  at
})
