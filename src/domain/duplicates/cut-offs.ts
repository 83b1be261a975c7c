// The similarity thresholds of a repository, adjusted by its answers to earlier suggestions.

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
/** In floating point, 0.92 * 100 is slightly below 92. */
const ROUNDING = 1e-9
/** The surplus of answers needed before a threshold moves. */
const MARGIN = 1.5

/** No answers lower the threshold of duplicates below this. */
export const LEAST_OF_DUPLICATES = 0.88
/** Less similar pairs are not even related. */
export const LEAST_OF_RELATED = 0.82

interface Range {
  lowest: number
  first: number
  highest: number
  /** The share of suggestions above the threshold that should be confirmed. */
  targetShare: number
}

const DUPLICATE: Range = {
  lowest: LEAST_OF_DUPLICATES * HUNDREDTHS,
  first: 92,
  highest: 99,
  targetShare: 0.5
}
/** Never below the first threshold: less similar pairs were not shown, so no answer supports showing them. */
const RELATED: Range = { lowest: LEAST_OF_RELATED * HUNDREDTHS, first: 82, highest: 95, targetShare: 0.2 }

export function cutOffsOf(resolved: readonly ResolvedSignal[]): CutOffs {
  const duplicate = cutOffIn(DUPLICATE, resolved)
  return { duplicate, related: Math.min(cutOffIn(RELATED, resolved), duplicate) }
}

/**
 * Raises the threshold until enough of the remaining pairs were confirmed, or lowers it while most of the added pairs
 * were.
 */
function cutOffIn(range: Range, resolved: readonly ResolvedSignal[]): number {
  const surplus = (from: number, to: number) => surplusOf(resolved, range.targetShare, [from, to])
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

/** Confirmed pairs minus the target, among pairs within these hundredths of similarity (inclusive). */
function surplusOf(
  resolved: readonly ResolvedSignal[],
  targetShare: number,
  [from, to]: readonly [number, number]
): number {
  const pairs = resolved
    .map(({ similarity, confirmed }) => ({ at: Math.floor(similarity * HUNDREDTHS + ROUNDING), confirmed }))
    .filter(({ at }) => at >= from && at <= to)
  return pairs.filter(({ confirmed }) => confirmed).length - pairs.length * targetShare
}
