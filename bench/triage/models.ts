// The two models of kinds: one for any repository, and one for each that the training knows whole.
import { fitLinear, type Linear, type Row } from './linear.js'

/** The tracker of the phrases that were written for training. */
export const PHRASES_TRACKER = 'phrases'
const PHRASE_WEIGHT = 0.3
/** No tracker that lacks a kind counts for more rows than this. */
const ROWS_OF_A_PART = 500
/** How far the ways of one repository may depart from those of all. */
const OWN_WAYS = 0.9
/** How much of the model of any repository is in that of a known one. */
const SHARED_WAYS = 0.3

/** A feature that only one tracker has says nothing of others. */
export function fitElsewhere(rows: readonly Row[]): Linear {
  const whole = new Set(wholeTrackers(rows))
  const sizes = new Map<string, number>()
  for (const { tracker } of rows) sizes.set(tracker, (sizes.get(tracker) ?? 0) + 1)
  return fitLinear(rows, {
    named: ({ features }) => features,
    leastRows: 3,
    leastTrackers: 2,
    regularity: 0.7,
    weightOf({ tracker }) {
      if (tracker === PHRASES_TRACKER) return PHRASE_WEIGHT
      return whole.has(tracker) ? 1 : Math.min(1, ROWS_OF_A_PART / (sizes.get(tracker) ?? 1))
    }
  })
}

/** Trackers with issues of all kinds, the phrases left out. */
export function wholeTrackers(rows: readonly Row[]): string[] {
  const kinds = new Map<string, Set<string>>()
  for (const { tracker, type } of rows) kinds.set(tracker, (kinds.get(tracker) ?? new Set()).add(type))
  return [...kinds].flatMap(([tracker, types]) =>
    types.size > 2 && tracker !== PHRASES_TRACKER ? [tracker] : []
  )
}

const ownName = (tracker: string, feature: string) => `${tracker} ${feature}`
const ALWAYS = 'always'

/** What is common to the known repositories and what is each one's own is learnt together, then added up for each. */
export function fitKnown(rows: readonly Row[], elsewhere: Linear): Map<string, Linear> {
  const trackers = wholeTrackers(rows)
  const together = fitLinear(
    rows.filter(({ tracker }) => trackers.includes(tracker)),
    {
      *named({ features, tracker }) {
        yield [ownName(tracker, ALWAYS), OWN_WAYS]
        for (const [name, value] of features) {
          yield [name, value]
          yield [ownName(tracker, name), value * OWN_WAYS]
        }
      },
      leastRows: 2,
      leastTrackers: 1,
      regularity: 0.5,
      weightOf: () => 1
    }
  )
  const common = rows.flatMap(({ features }) => [...features.keys()])
  const names = new Set(common.filter((name) => together.weights.has(name) || elsewhere.weights.has(name)))
  return new Map(trackers.map((tracker) => [tracker, summedUp(tracker, names, [together, elsewhere])]))
}

function summedUp(
  tracker: string,
  names: ReadonlySet<string>,
  [together, elsewhere]: [Linear, Linear]
): Linear {
  const mixed = (of: number[] | undefined, own: number[] | undefined, other: number[] | undefined) =>
    [0, 1, 2].map((kind) => {
      const here = (of?.[kind] ?? 0) + OWN_WAYS * (own?.[kind] ?? 0)
      return (1 - SHARED_WAYS) * here + SHARED_WAYS * (other?.[kind] ?? 0)
    })
  const own = (name: string) => together.weights.get(ownName(tracker, name))
  const weights = [...names].map((name): [string, number[]] => [
    name,
    mixed(together.weights.get(name), own(name), elsewhere.weights.get(name))
  ])
  return {
    bias: mixed(together.bias, own(ALWAYS), elsewhere.bias),
    weights: new Map(weights)
  }
}
