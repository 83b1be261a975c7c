import fc from 'fast-check'
import t from 'tap'
import { boundMetadata } from '#domain/telemetry/metadata.js'
import { waitBucket, waitPercentile } from '#domain/telemetry/wait-buckets.js'

const DAY_S = 24 * 3_600

function percentileOf(waits: readonly number[], share: number) {
  const counts = new Map<number, number>()
  for (const seconds of waits) {
    const bucket = waitBucket(seconds * 1_000)
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1)
  }
  return waitPercentile(counts, share)
}

t.test(
  'percentiles that are read from buckets are within a tenth and half a second of the exact ones',
  async () => {
    const wait = fc.oneof(fc.integer({ min: 10, max: 100 }), fc.integer({ min: 10, max: 48 * DAY_S * 10 }))
    const tenths = wait.map((tenths) => tenths / 10)
    const waits = fc.array(tenths, { minLength: 1, maxLength: 60 })
    const property = fc.property(waits, fc.constantFrom(0.5, 0.95), (seconds, share) => {
      const sorted = seconds.toSorted((one, other) => one - other)
      const exact = sorted[Math.ceil(share * sorted.length) - 1] ?? 0
      const kept = percentileOf(seconds, share) ?? 0
      return Math.abs(kept - exact) <= exact * 0.1 + 0.5
    })
    fc.assert(property, { numRuns: 500 })
  }
)

t.test('a wait below a second or above the last bucket is counted all the same', (t) => {
  t.equal(percentileOf([0], 0.5), 1)
  t.equal(percentileOf([365 * DAY_S], 0.95), percentileOf([60 * DAY_S], 0.95))
  t.equal(Math.round((percentileOf([60 * DAY_S], 0.95) ?? 0) / DAY_S), 53)
  t.equal(percentileOf([], 0.5), null)
  t.end()
})

t.test('metadata that is small stays as it is', (t) => {
  const small = { run_id: 7, files: ['a', 'b'], reason: null, nested: { policy: 'x' } }
  t.same(boundMetadata(small), small)
  t.end()
})

t.test('large metadata is cut to 4 KiB and says what it leaves out', (t) => {
  const paths = Array.from({ length: 900 }, (_, at) => `folder/of/files/number-${at}.yml`)
  const bounded = boundMetadata({
    error_count: 3,
    files: paths,
    text: 'x'.repeat(9_000),
    tree: Object.fromEntries(paths.map((path) => [path, path]))
  })
  t.match(bounded, { error_count: 3, omitted: ['tree'] })
  t.same(bounded['files'], paths.slice(0, 50))
  t.equal(bounded['text'], 'x'.repeat(500))
  t.ok(JSON.stringify(bounded).length <= 4_096)
  t.end()
})

t.test('metadata never exceeds its bound, and holds no secret', (t) => {
  const token = `ghp_${'a1B2'.repeat(9)}`
  t.notMatch(JSON.stringify(boundMetadata({ note: `sent with ${token}` })), token)
  const property = fc.property(
    fc.dictionary(fc.string({ maxLength: 20 }), fc.jsonValue({ maxDepth: 2 })),
    (any) => {
      // What fast-check calls JSON is what the service calls so.
      const bounded = boundMetadata(JSON.parse(JSON.stringify(any)))
      return Buffer.byteLength(JSON.stringify(bounded)) <= 4_096
    }
  )
  fc.assert(property)
  const wide = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`text${at}`, '\u20ac'.repeat(400)]))
  const bounded = boundMetadata(wide)
  t.ok(Buffer.byteLength(JSON.stringify(bounded)) <= 4_096, 'its bound is in bytes')
  t.match(bounded, { omitted: Array })
  t.end()
})
