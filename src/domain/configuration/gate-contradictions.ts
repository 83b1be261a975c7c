// Finds gate conditions that can never all hold; such a gate would block every merge.
import type { GateCondition } from '#schemas/configuration/gate-conditions.js'
import { METRIC_DEFINITIONS, type Metric } from '#schemas/configuration/gate-metrics.js'

/** The values that are still possible: a range with exceptions. */
interface ValueRange {
  from: number
  isFromOpen: boolean
  to: number
  isToOpen: boolean
  except: ReadonlySet<number>
}

const isWhole = (metric: Metric) => ['count', 'score'].includes(METRIC_DEFINITIONS[metric].unit)

const HIGHEST_VALUES: Partial<Record<Metric, number>> = {
  ci_failure_rate_7d: 1,
  ci_failure_rate_30d: 1,
  triage_coverage: 1,
  heal_success_rate_7d: 1,
  heal_success_rate_30d: 1,
  fix_success_rate_7d: 1,
  duplicate_rate: 1,
  readiness_score: 100
}

const closedRange = (from: number, to: number): ValueRange => ({
  from,
  to,
  isFromOpen: false,
  isToOpen: false,
  except: new Set<number>()
})

function narrowRange(range: ValueRange, { operator, threshold }: GateCondition): ValueRange {
  const upper = operator === '<' || operator === '<=' || operator === '=='
  const lower = operator === '>' || operator === '>=' || operator === '=='
  if (operator === '!=') return { ...range, except: new Set([...range.except, threshold]) }
  const below = upper ? withUpper(range, threshold, operator === '<') : range
  return lower ? withLower(below, threshold, operator === '>') : below
}

function withUpper(range: ValueRange, to: number, isOpen: boolean): ValueRange {
  if (to > range.to) return range
  return { ...range, to, isToOpen: isOpen || (to === range.to && range.isToOpen) }
}

function withLower(range: ValueRange, from: number, isOpen: boolean): ValueRange {
  if (from < range.from) return range
  return { ...range, from, isFromOpen: isOpen || (from === range.from && range.isFromOpen) }
}

function isEmpty(range: ValueRange, isWhole: boolean): boolean {
  const { from, to, isFromOpen, isToOpen, except } = range
  if (isWhole) return hasNoWhole(range)
  if (from > to || (from === to && (isFromOpen || isToOpen))) return true
  return from === to && except.has(from)
}

function hasNoWhole({ from, to, isFromOpen, isToOpen, except }: ValueRange): boolean {
  const first = isFromOpen ? Math.floor(from) + 1 : Math.ceil(from)
  const last = isToOpen ? Math.ceil(to) - 1 : Math.floor(to)
  const excluded = [...except].filter(
    (value) => Number.isInteger(value) && value >= first && value <= last
  ).length
  return last - first + 1 <= excluded
}

export interface Contradiction {
  /** The first condition that leaves no possible value. */
  at: number
  message: string
}

const messageFor = (metric: Metric) =>
  `can never be met: no value of ${metric} meets this condition together with those before it`

/**
 * Finds conditions that contradict each other or the range of their metric. Refused conditions leave gaps in the list.
 */
export function findContradiction(
  conditions: readonly (GateCondition | undefined)[]
): Contradiction | undefined {
  const ranges = new Map<Metric, ValueRange>()
  for (const [at, condition] of conditions.entries()) {
    if (!condition) continue
    const { metric } = condition
    const before = ranges.get(metric) ?? closedRange(0, HIGHEST_VALUES[metric] ?? Number.POSITIVE_INFINITY)
    const range = narrowRange(before, condition)
    if (isEmpty(range, isWhole(metric))) return { at, message: messageFor(metric) }
    ranges.set(metric, range)
  }
  return undefined
}
