// How large a share is at least and at most, as far as few cases can tell: the ends of Wilson's interval.

/** Of the one-sided interval of 95 %. */
const Z = 1.645

export const lowestShare = (good: number, of: number): number => Math.max(0, endOfInterval(good, of, -1))

export const highestShare = (good: number, of: number): number => Math.min(1, endOfInterval(good, of, 1))

/** Without any case it may be everything from 0 to 1. */
function endOfInterval(good: number, of: number, side: 1 | -1): number {
  if (of === 0) return side
  const share = good / of
  const z2 = Z * Z
  const spread = Z * Math.sqrt((share * (1 - share) + z2 / (4 * of)) / of)
  return (share + z2 / (2 * of) + side * spread) / (1 + z2 / of)
}
