// From which similarity on a repository is told of a duplicate or of something related, moved by what it said of others.

export interface CutOffs {
  duplicate: number
  related: number
}

export interface ResolvedSignal {
  similarity: number
  confirmed: boolean
}

export const FIRST_CUT_OFFS: CutOffs = { duplicate: 0.92, related: 0.82 }

const HUNDREDTHS = 100
/** 0.92 times a hundred is a little less than 92. */
const ROUNDING = 1e-9
/** By so many answers the share must be missed, or exceeded, before anything moves. */
const MARGIN = 1.5

/** A pair that is less alike is told as the same by no cut-off, whatever was answered. */
export const LEAST_OF_DUPLICATES = 0.88
/** A pair that is less alike is not even told as related. */
export const LEAST_OF_RELATED = 0.82

interface Range {
  lowest: number
  first: number
  highest: number
  /** Of the pairs above the cut-off, the share that should be confirmed. */
  wanted: number
}

const DUPLICATE: Range = { lowest: LEAST_OF_DUPLICATES * HUNDREDTHS, first: 92, highest: 99, wanted: 0.5 }
/** What is less alike than the first cut-off was never shown, so no answer speaks for showing it. */
const RELATED: Range = { lowest: LEAST_OF_RELATED * HUNDREDTHS, first: 82, highest: 95, wanted: 0.2 }

export function cutOffsOf(resolved: readonly ResolvedSignal[]): CutOffs {
  const duplicate = cutOffIn(DUPLICATE, resolved)
  return { duplicate, related: Math.min(cutOffIn(RELATED, resolved), duplicate) }
}

/** Higher until enough of what remains was confirmed, or down to where most of what is added was. */
function cutOffIn(range: Range, resolved: readonly ResolvedSignal[]): number {
  const surplus = (from: number, to: number) => surplusOf(resolved, range.wanted, [from, to])
  let cutOff = range.first
  while (cutOff < range.highest && surplus(cutOff, HUNDREDTHS) < -MARGIN) cutOff += 1
  if (cutOff > range.first) return cutOff / HUNDREDTHS
  let most = MARGIN
  for (let lower = range.first - 1; lower >= range.lowest; lower -= 1) {
    const added = surplus(lower, range.first - 1)
    if (added <= most) continue
    most = added
    cutOff = lower
  }
  return cutOff / HUNDREDTHS
}

/** How many more pairs than wanted were confirmed, of those within these hundredths of similarity, both included. */
function surplusOf(
  resolved: readonly ResolvedSignal[],
  wanted: number,
  [from, to]: readonly [number, number]
): number {
  const pairs = resolved
    .map(({ similarity, confirmed }) => ({ at: Math.floor(similarity * HUNDREDTHS + ROUNDING), confirmed }))
    .filter(({ at }) => at >= from && at <= to)
  return pairs.filter(({ confirmed }) => confirmed).length - pairs.length * wanted
}
