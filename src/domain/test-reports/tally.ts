// Collects the tests of a report within bounds, and counts each of them once.
import type {
  ReportBounds,
  ReportCounts,
  ReportedFailure,
  ReportedStatus,
  ReportedTest,
  ReportFormat,
  ReportReading
} from './report.js'
import { boundedMessage, boundedName, errorClassOf } from './texts.js'

export interface FoundTest {
  suite: string
  name: string
  status: ReportedStatus
  durationMs?: number | null
  failure?: { errorClass?: string | null | undefined; message?: string | null | undefined } | undefined
  flaky?: boolean
  file?: string | null | undefined
  /** What it means that a test of this name was reported before; see `merge`. */
  repeat?: 'row' | 'rerun' | 'either'
}

export interface TestTally {
  add(test: FoundTest): void
  /** Only counts the test. */
  addUnlisted(status: ReportedStatus): void
  note(text: string): void
  /** The run did not come to its end; the first reason stands. */
  interrupt(reason: string): void
  /** A name as it will be kept; names that many tests share are cut before they are put together. */
  nameOf(raw: string): string
  /** Where no test is listed, the counts that the report declares are all there is. */
  reading(format: ReportFormat, declared?: ReportCounts): ReportReading
}

const RANK: Record<ReportedStatus, number> = { skipped: 0, passed: 1, failed: 2, errored: 3 }
const MOST_NOTES = 20
const MOST_CACHED = 10_000

export const noCounts = (): ReportCounts => ({ tests: 0, passed: 0, skipped: 0, failed: 0, errored: 0 })

export const isBad = (status: ReportedStatus): boolean => RANK[status] > RANK.passed

export const worseStatus = (one: ReportedStatus, other: ReportedStatus): ReportedStatus =>
  RANK[other] > RANK[one] ? other : one

export function createTally(bounds: ReportBounds): TestTally {
  const tests: ReportedTest[] = []
  const places = new Map<string, ReportedTest>()
  const notes = new Set<string>()
  const unlisted = noCounts()
  let interrupted: string | null = null
  const nameOf = createNaming(bounds.nameLength)
  let room = bounds.textLength
  const list = (test: ReportedTest, key: string) => {
    room -= lengthOf(test)
    if (tests.length >= bounds.tests || room < 0) return count(unlisted, test.status)
    tests.push(test)
    // What has no name cannot be told apart, and is never the same test.
    if (test.name !== '') places.set(key, test)
  }
  return {
    add(found) {
      const test = reportedTest(found, bounds, nameOf)
      const key = `${test.suite}\u0000${test.name}`
      const earlier = places.get(key)
      if (earlier) merge(earlier, test, found.repeat ?? 'row')
      else list(test, key)
    },
    addUnlisted: (status) => count(unlisted, status),
    nameOf,
    note(text) {
      if (notes.size < MOST_NOTES) notes.add(text)
    },
    interrupt(reason) {
      interrupted ??= reason
    },
    reading(format, declared) {
      const counts = { ...unlisted }
      for (const { status } of tests) count(counts, status)
      if (unlisted.tests > 0) notes.add(`${unlisted.tests} tests are counted, but not listed`)
      const isBare = counts.tests === 0 && declared !== undefined && declared.tests > 0
      if (isBare) notes.add('The report lists no tests, so the counts are those that it declares')
      const all = isBare ? declared : counts
      return { kind: 'report', format, counts: all, tests, interrupted, notes: [...notes] }
    }
  }
}

function count(counts: ReportCounts, status: ReportedStatus): void {
  counts.tests += 1
  counts[status] += 1
}

const lengthOf = ({ suite, name, file, failure }: ReportedTest) =>
  suite.length + name.length + (file?.length ?? 0) + (failure?.message?.length ?? 0)

/**
 * Two results of one name. Rows of data are one test, and the worst of them stands. A rerun replaces what it repeats.
 * Where the format cannot tell them apart, the worst stands as well, and a pass after a failure says that it is flaky.
 */
function merge(earlier: ReportedTest, later: ReportedTest, repeat: 'row' | 'rerun' | 'either'): void {
  const isRecovered = repeat !== 'row' && isBad(earlier.status) && later.status === 'passed'
  const isReplaced = repeat === 'rerun' && later.status !== 'skipped'
  const status = isReplaced ? later.status : worseStatus(earlier.status, later.status)
  if (earlier.failure === null || (status !== earlier.status && later.failure !== null))
    earlier.failure = later.failure
  earlier.status = status
  earlier.flaky ||= later.flaky || isRecovered
  earlier.file ??= later.file
  if (later.durationMs !== null) earlier.durationMs = (earlier.durationMs ?? 0) + later.durationMs
}

type Naming = (raw: string) => string

function reportedTest(found: FoundTest, bounds: ReportBounds, nameOf: Naming): ReportedTest {
  const durationMs = found.durationMs ?? null
  return {
    suite: nameOf(found.suite),
    name: boundedName(found.name, bounds.nameLength),
    status: found.status,
    durationMs: durationMs !== null && Number.isFinite(durationMs) && durationMs >= 0 ? durationMs : null,
    failure: reportedFailure(found, bounds),
    flaky: found.flaky ?? false,
    file: found.file ? nameOf(found.file) : null
  }
}

/** Of a flaky test, this is the failure that it recovered from. */
function reportedFailure(found: FoundTest, bounds: ReportBounds): ReportedFailure | null {
  if (!isBad(found.status) && !found.flaky) return null
  const message = boundedMessage(found.failure?.message ?? '', bounds.messageLength)
  const named = found.failure?.errorClass || errorClassOf(message ?? '')
  if (message === null && !named && !isBad(found.status)) return null
  return { errorClass: named ? boundedName(named, bounds.nameLength) : null, message }
}

/** Suites and files repeat from test to test, so each is cleaned and kept once. */
function createNaming(longest: number): Naming {
  const known = new Map<string, string>()
  return (raw) => {
    const found = known.get(raw)
    if (found !== undefined) return found
    const name = boundedName(raw, longest)
    if (raw.length <= longest && known.size < MOST_CACHED) known.set(raw, name)
    return name
  }
}
