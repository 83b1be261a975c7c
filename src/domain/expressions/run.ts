// One run of a rule: what it is run on, how much it may still do, and what has been seen on the way.
import type { Json } from '#schemas/common.js'
import { RuleError, type RuleFault } from './error.js'
import { DEEPEST_NESTING } from './reader.js'
import type { RuleSource } from './tokens.js'
import type { Expression } from './tree.js'
import { type RuleValue, shortenText, shortenValue } from './values.js'

/** How many steps a run takes at most: values, operators and filters, these once for each element. */
export const MOST_STEPS = 10_000
/** Comparisons of characters that count as a step; so a run is short on any machine. */
const CHARACTERS_A_STEP = 500
const MOST_TRACED = 200

export interface TraceStep {
  step: string
  result: Json
  detail?: string
}

export type RuleVariables = Readonly<Record<string, RuleValue>>
/** Named expressions: single ones, or groups of them. */
export type NamedExpressions = Readonly<Record<string, string | Readonly<Record<string, string>>>>

export interface RuleRun {
  context: RuleVariables
  expressions: NamedExpressions
  spent: number
  depth: number
  trace: TraceStep[]
  /** Steps that found no room in the trace. */
  untraced: number
  /** Values of named expressions, each found out once; those that are being found out. */
  known: Map<string, RuleValue>
  open: string[]
}

export function startRun(context: RuleVariables, expressions: NamedExpressions): RuleRun {
  return { context, expressions, spent: 0, depth: 0, trace: [], untraced: 0, known: new Map(), open: [] }
}

/** Where in a run something happens. */
export interface RunPosition {
  run: RuleRun
  source: RuleSource
  at: number
}

export function ruleErrorAt({ source, at }: RunPosition, kind: RuleFault, reason: string): RuleError {
  return new RuleError(kind, reason, { source: source.text, offset: at, within: source.within })
}

export function spendSteps(spot: RunPosition, steps = 1): void {
  spot.run.spent += steps
  if (spot.run.spent > MOST_STEPS)
    throw ruleErrorAt(spot, 'limit', `a rule takes ${MOST_STEPS} steps at most`)
}

export function spendOnCharacters(spot: RunPosition, characters: number): void {
  spendSteps(spot, (1 + characters) / CHARACTERS_A_STEP)
}

/** Whatever is nested, named expressions included, is so deep at most. */
export function withDeeperNesting<Out>(spot: RunPosition, work: () => Out): Out {
  spot.run.depth += 1
  if (spot.run.depth > MOST_DEEP)
    throw ruleErrorAt(spot, 'limit', `expressions lead ${MOST_DEEP} deep at most`)
  const out = work()
  spot.run.depth -= 1
  return out
}

/** Each level of a nested rule has a few kinds of expression in it, and each named expression is such a rule. */
const MOST_DEEP = DEEPEST_NESTING * 8

/** The step and its detail are written only where there is room for them. */
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

/** The steps, and last how many were left out. */
export function finishTrace({ trace, untraced }: RuleRun): TraceStep[] {
  if (untraced === 0) return trace
  return [...trace, { step: '…', result: null, detail: `${untraced} more steps` }]
}

export const positionInRun = (spot: RunPosition, { at }: Pick<Expression, 'at'>): RunPosition => ({
  ...spot,
  at
})
