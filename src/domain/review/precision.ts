// How well a rule works in a repository, by what people made of what it told them.
import type { FindingOutcome } from '#schemas/review/enums.js'
import { highestShare } from './share.js'

export type OutcomeCounts = Readonly<Record<FindingOutcome, number>>

export interface RulePrecision {
  told: number
  helped: number
  refused: number
  ignored: number
  /** Null while nothing is decided. */
  precision: number | null
  isQuiet: boolean
}

/** Fewer say nothing about a rule. */
const LEAST_DECIDED = 8
/** A rule that helps at most in so many cases, as far as can be told, costs more attention than it saves. */
const LEAST_HELPFUL = 0.4

export function rulePrecision({ open, mended, helped, refused, ignored }: OutcomeCounts): RulePrecision {
  const good = mended + helped
  const decided = good + refused + ignored
  return {
    told: open + decided,
    helped: good,
    refused,
    ignored,
    precision: decided === 0 ? null : Math.round((good / decided) * 1_000) / 1_000,
    isQuiet: decided >= LEAST_DECIDED && highestShare(good, decided) < LEAST_HELPFUL
  }
}
