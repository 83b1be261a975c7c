// How long the search for duplicates takes in repositories of 16,000, 100,000 and a million issues, and what it holds.
import { DuplicateIndex } from '#domain/duplicates/index/index.js'
import type { BenchOptions } from '../index.js'
import { issuesOf } from './made-up.js'

const SIZES = [16_000, 100_000, 1_000_000]
const QUERIES = 300
const MOST = 10

export async function measureDuplicates({ scale }: BenchOptions): Promise<void> {
  for (const size of SIZES) report(Math.round(size * scale))
}

function report(size: number): void {
  const index = new DuplicateIndex()
  const issues = issuesOf(size + QUERIES)
  const before = process.memoryUsage()
  let adding = 0
  let slowest = 0
  for (let count = 0; count < size; count += 1) {
    const issue = issues.next()
    const ms = msOf(() => index.add(issue))
    adding += ms
    slowest = Math.max(slowest, ms)
  }
  const after = process.memoryUsage()
  const used = process.cpuUsage()
  const times = Array.from({ length: QUERIES }, () => {
    const issue = issues.next()
    return msOf(() => index.find(issue, { at: issue.createdAt, most: MOST }))
  }).sort((a, b) => a - b)
  const busy = process.cpuUsage(used).user / 1000 / QUERIES
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1)
  const taken = after.rss - before.rss
  console.log(
    `${size} issues: p50 ${at(0.5)} ms  p95 ${at(0.95)} ms  (${busy.toFixed(1)} ms of CPU)  index ${mb(index.bytes)} MB (process ${mb(taken)} MB)  ` +
      `built in ${(adding / 1000).toFixed(1)} s, one more ${((adding / size) * 1000).toFixed(0)} us, slowest ${slowest.toFixed(0)} ms`
  )
}

function msOf(work: () => void): number {
  const began = performance.now()
  work()
  return performance.now() - began
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(0)
}
