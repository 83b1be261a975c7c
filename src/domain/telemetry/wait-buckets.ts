// Waits are counted in buckets, so that percentiles can be read from sums. Each bucket is longer than the one before by
// the same factor.

const PER_DOUBLING = 4
/** 2^22 seconds are 48 days. */
const LAST_BUCKET = 22 * PER_DOUBLING

/** Whatever took less than a second is in the first bucket. */
export function waitBucket(durationMs: number): number {
  const seconds = Math.max(1, durationMs / 1_000)
  return Math.min(LAST_BUCKET, Math.floor(PER_DOUBLING * Math.log2(seconds)))
}

/** The middle of a bucket on its logarithmic scale, in whole seconds. */
const secondsOf = (bucket: number) => Math.round(2 ** ((bucket + 0.5) / PER_DOUBLING))

/** So many of the waits, from 0 to 1, were no longer; null without waits. */
export function waitPercentile(counts: ReadonlyMap<number, number>, share: number): number | null {
  const buckets = [...counts].filter(([, count]) => count > 0).sort(([one], [other]) => one - other)
  const rank = Math.ceil(share * buckets.reduce((sum, [, count]) => sum + count, 0))
  let passed = 0
  for (const [bucket, count] of buckets) {
    passed += count
    if (passed >= rank) return secondsOf(bucket)
  }
  return null
}
