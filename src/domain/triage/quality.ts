// Measures the accuracy of issue triage by the later feedback of people, from counters.

import type { FeedbackVerdict, TriageTarget } from '#schemas/triage/enums.js'
import { counter, type Measure } from '../counters/counter.js'
import { EVER, type Sums, type Tally } from '../counters/tally.js'

export type Sureness = 'sure' | 'guess'

declare module '../counters/counter.js' {
  interface SumWords {
    triage:
      | ['triage', TriageTarget, string, Sureness]
      | ['triage', 'heard', string, Sureness, `${number}`, 'count' | 'right' | 'belief']
  }
}

export interface CountedTriage {
  targetType: TriageTarget
  /** Null if the issue was not classified. */
  type: string | null
  probability: number | null
  isSure: boolean
  heard: FeedbackVerdict | null
}

const BINS = 10
/** Probabilities are summed as integers in this unit. */
const UNIT = 10_000

const tally = (measure: Measure, amount = 1): Tally => ({ measure, day: EVER, amount })

/** Pull requests are counted too, but there is no feedback to compare them with. */
export function talliesOfTriage({ targetType, type, probability, isSure, heard }: CountedTriage): Tally[] {
  if (type === null) return []
  const sureness = isSure ? 'sure' : 'guess'
  const judged = tally(counter('triage', targetType, type, sureness))
  if (targetType === 'pr' || probability === null || heard === null) return [judged]
  const bin = Math.min(BINS - 1, Math.floor(probability * BINS))
  const measure = (what: What) => counter('triage', 'heard', type, sureness, `${bin}`, what)
  return [
    judged,
    tally(measure('count')),
    ...(heard === 'confirmed' ? [tally(measure('right'))] : []),
    tally(measure('belief'), Math.round(probability * UNIT))
  ]
}

export interface QualityFigures {
  judged: number
  sure: number
  coverage: number | null
  heard: number
  right: number
  precision: number | null
  accuracy: number | null
  calibration_error: number | null
}

/** The quality for one type. */
export function qualityOf(sums: Sums, type: string): QualityFigures {
  const judgedAs = (sureness: Sureness) => sums.get(counter('triage', 'issue', type, sureness)) ?? 0
  const sure = judgedAs('sure')
  const judged = sure + judgedAs('guess')
  const bins = [...Array(BINS).keys()].map((bin) => ({
    sure: feedbackIn((what) => sums.get(counter('triage', 'heard', type, 'sure', `${bin}`, what)) ?? 0),
    guess: feedbackIn((what) => sums.get(counter('triage', 'heard', type, 'guess', `${bin}`, what)) ?? 0)
  }))
  const sureFeedback = sumFeedback(bins.map((bin) => bin.sure))
  const all = sumFeedback(bins.map((bin) => sumFeedback([bin.sure, bin.guess])))
  const error = bins
    .map((bin) => sumFeedback([bin.sure, bin.guess]))
    .reduce((sum, { right, belief }) => sum + Math.abs(right - belief / UNIT), 0)
  return {
    judged,
    sure,
    coverage: share(sure, judged),
    heard: all.count,
    right: all.right,
    precision: share(sureFeedback.right, sureFeedback.count),
    accuracy: share(all.right, all.count),
    calibration_error: share(error, all.count)
  }
}

interface FeedbackCounts {
  count: number
  right: number
  belief: number
}

type What = 'count' | 'right' | 'belief'

const feedbackIn = (at: (what: What) => number): FeedbackCounts => ({
  count: at('count'),
  right: at('right'),
  belief: at('belief')
})

const sumFeedback = (all: readonly FeedbackCounts[]): FeedbackCounts =>
  all.reduce(
    (sum, { count, right, belief }) => ({
      count: sum.count + count,
      right: sum.right + right,
      belief: sum.belief + belief
    }),
    { count: 0, right: 0, belief: 0 }
  )

const PRECISION = 1e4
const share = (part: number, of: number) =>
  of === 0 ? null : Math.round(Math.min(1, part / of) * PRECISION) / PRECISION

/** Totals over all types. */
export function totalsOf(sums: Sums) {
  const sum = (holds: (parts: string[]) => boolean) =>
    [...sums].reduce((total, [measure, amount]) => total + (holds(measure.split('.')) ? amount : 0), 0)
  return {
    issues: sum(([, about]) => about === 'issue'),
    sure: sum(([, about, , sureness]) => about === 'issue' && sureness === 'sure'),
    pull_requests: sum(([, about]) => about === 'pr'),
    heard: sum(([, about, , , , what]) => about === 'heard' && what === 'count'),
    right: sum(([, about, , , , what]) => about === 'heard' && what === 'right')
  }
}
