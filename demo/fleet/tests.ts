// Tests with their results by day, the flaky ones among them, and those in quarantine.
import { emptyHistory } from '#domain/flaky-tests/history.js'
import { packHistory } from '#domain/flaky-tests/packed-history.js'
import { DAY_MS, MINUTE_MS } from '#domain/time/durations.js'
import type { FlakyStatus } from '#schemas/flaky-tests/enums.js'
import { flakyTests } from '#tables/flaky-tests/flaky-tests.js'
import { testDays } from '#tables/flaky-tests/test-days.js'
import { testResults } from '#tables/flaky-tests/test-results.js'
import { testRuns } from '#tables/flaky-tests/test-runs.js'
import type { Random } from '../random.js'
import { after, ago, chanceOf, type Fleet, type Home, laterThan, momentOf, onlyIf } from './basics/fleet.js'
import { addStep } from './basics/pipeline.js'
import { hexOf, personOf, shaOf } from './basics/words.js'

const TESTED = 16
const TESTS_EACH = 14
const RUNS_EACH = 12
const DAYS = 30

const SUITES = ['cart', 'export', 'login', 'search', 'mail', 'prices'] as const
const NAMES = [
  'keeps the coupon after a reload',
  'sends one mail for each order',
  'finds a product by its number',
  'ends the session after an hour',
  'rounds to the next cent',
  'shows the newest order first',
  'retries when the network is gone',
  'closes the dialog with Escape'
]
const ERRORS = [
  ['TimeoutError', 'no answer from 127.0.0.1:5432 within 5000 ms'],
  ['AssertionError', 'expected 3 items, received 2'],
  ['Error', 'socket hang up']
] as const

export function addTests(fleet: Fleet): void {
  const random = chanceOf(fleet, 9)
  for (const home of fleet.homes.slice(0, TESTED)) {
    const known = Array.from({ length: TESTS_EACH }, (_, at) => addTest(fleet, random, home, at))
    for (let nth = 0; nth < RUNS_EACH; nth += 1) addTestRun(fleet, random, { home, nth, known })
    for (let days = DAYS; days >= 0; days -= 1) {
      const day = ago(fleet, days * DAY_MS)
        .toISOString()
        .slice(0, 10)
      const total = 200 + random.below(400)
      fleet.book.add(testDays, {
        day,
        repoId: home.hostId,
        total,
        failures: Math.floor(random.exponential(4))
      })
    }
  }
}

/** One in three has failed of late. */
function lifeOf(fleet: Fleet, random: Random) {
  if (!random.chance(0.35))
    return { failCount: 0, standing: 'stable', status: 'tracked', lastFailedAt: null } as const
  const standing = random.weighted({ flaky: 80, broken: 12, undecided: 8 })
  const fate = random.weighted({ quarantined: 45, tracked: 30, graduated: 17, dismissed: 8 })
  const status: FlakyStatus = standing === 'flaky' ? fate : 'tracked'
  return {
    failCount: 1 + random.below(17),
    standing,
    status,
    lastFailedAt: momentOf(fleet, random, { days: 12 })
  }
}

function addTest(fleet: Fleet, random: Random, home: Home, at: number): number {
  const { failCount, standing, status, lastFailedAt } = lifeOf(fleet, random)
  const isFlaky = standing === 'flaky'
  const suite = SUITES[at % SUITES.length] ?? 'cart'
  const name = NAMES[at % NAMES.length] ?? 'works'
  const [errorClass, errorMessage] = random.one(ERRORS)
  const isQuarantined = status === 'quarantined'
  const since = lastFailedAt && laterThan(fleet, lastFailedAt, 2 * MINUTE_MS)
  const id = fleet.book.add(flakyTests, {
    repoId: home.hostId,
    testId: hexOf(random, 32),
    suite,
    name,
    file: `test/${suite}/${suite}.test.ts`,
    status,
    standing,
    history: historyOf(random, failCount),
    reasons: isFlaky ? ['It passed and failed on the same commit.'] : [],
    failureRate: { mean: failCount / 30, lower: failCount / 60, upper: Math.min(1, failCount / 20) },
    runCount: 30,
    passCount: 30 - failCount,
    failCount,
    flipCount: failCount * 2,
    sameCommitFlips: Number(isFlaky) * (1 + Math.floor(failCount / 3)),
    firstBadCommit: onlyIf(standing === 'broken', shaOf(random)),
    lastErrorClass: onlyIf(failCount > 0, errorClass),
    lastErrorMessage: onlyIf(failCount > 0, errorMessage),
    lastFailedAt,
    quarantinedAt: onlyIf(isQuarantined, since),
    quarantineExpiresAt: onlyIf(isQuarantined, since && after(since, 14 * DAY_MS)),
    quarantinePrNumber: onlyIf(isQuarantined, 300 + random.below(200)),
    issueNumber: onlyIf(isQuarantined, 1 + random.below(20)),
    tracked: isQuarantined,
    codeOwners: [`@${home.owner}/${suite}`],
    relapseCount: Number(random.chance(0.1)),
    costMs: Number(isFlaky) * failCount * 7 * MINUTE_MS,
    blockedPulls: Number(isFlaky) * Math.floor(failCount / 3),
    graduatedAt: onlyIf(status === 'graduated', since),
    dismissedAt: onlyIf(status === 'dismissed', since),
    dismissedBy: onlyIf(status === 'dismissed', personOf(random)),
    dismissedReason: onlyIf(status === 'dismissed', 'The test is rewritten this week.'),
    firstSeenAt: ago(fleet, 100 * DAY_MS),
    lastSeenAt: ago(fleet, random.below(DAY_MS)),
    live: !home.row.deletedAt
  })
  if (isQuarantined && since)
    addStep(fleet, { home, type: 'test_quarantined', at: since, metadata: { suite, name, cause: 'flaky' } })
  return id
}

const REMEMBERED = 30

/** The failures are strewn among the results that count. */
function historyOf(random: Random, failCount: number) {
  const failures = new Set<number>()
  while (failures.size < failCount) failures.add(random.below(REMEMBERED))
  const recent = Array.from({ length: REMEMBERED }, (_, at) => ({
    commit: shaOf(random).slice(0, 12),
    configuration: '0000',
    runId: at + 1,
    attempt: 1,
    ranAtMs: at,
    isOnDefaultBranch: at % 3 === 0,
    status: failures.has(at)
      ? random.chance(0.3)
        ? ('flaky' as const)
        : ('failed' as const)
      : ('passed' as const),
    signature: null,
    isMassFailure: false,
    isBlameless: false
  }))
  return JSON.parse(JSON.stringify(packHistory(Object.assign(emptyHistory(), { recent }))))
}

interface Tested {
  home: Home
  nth: number
  /** The tests of the repository. */
  known: readonly number[]
}

function addTestRun(fleet: Fleet, random: Random, { home, nth, known }: Tested): void {
  const ranAt = ago(fleet, nth * DAY_MS + random.below(DAY_MS))
  const failures = random.below(3)
  const id = fleet.book.add(testRuns, {
    repoId: home.hostId,
    runId: home.hostId * 1_000 + nth,
    attempt: 1,
    workflowName: 'CI',
    branch: nth % 3 === 0 ? 'main' : 'topic',
    headSha: shaOf(random),
    event: 'push',
    hasFailed: failures > 0,
    status: 'read',
    reports: 1,
    tests: known.length,
    failures,
    interrupted: false,
    notes: [],
    ranAt,
    createdAt: ranAt,
    readAt: laterThan(fleet, ranAt, MINUTE_MS),
    live: !home.row.deletedAt
  })
  for (const [at, testId] of known.entries())
    fleet.book.add(testResults, {
      testRunId: id,
      testId,
      status: at < failures ? 'failed' : 'passed',
      flaky: false,
      durationMs: 20 + random.below(900),
      errorClass: onlyIf(at < failures, 'AssertionError'),
      errorMessage: onlyIf(at < failures, 'expected 3 items, received 2')
    })
}
