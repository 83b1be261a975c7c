import fc from 'fast-check'
import t from 'tap'
import type { LiveBranch } from '#domain/host/items.js'
import { branchCleanupV1, isDeletionPlanned } from '#domain/maintenance/branch-cleanup.v1.js'
import { type BranchQuestion, branchInputs } from '#domain/maintenance/branch-inputs.js'
import { DAY_MS } from '#domain/time/durations.js'
import type { JsonObject } from '#schemas/common.js'

const NOW = new Date('2026-06-01T12:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS)
const [A, B] = ['a'.repeat(40), 'b'.repeat(40)]

const ON: JsonObject = {
  settings: { dry_run: false },
  pillars: {
    maintainer: {
      enabled: true,
      branch_cleanup: { enabled: true, protected_branches: ['main', 'release/**'], min_age_days: 7 }
    }
  }
}

const MERGED = {
  number: 5,
  state: 'merged' as const,
  headBranch: 'fix',
  headSha: A,
  isOwn: true,
  endedAt: daysAgo(30)
}

const LIVE: LiveBranch = {
  tip: A,
  tipAt: daysAgo(31),
  isDefault: false,
  isProtected: false,
  hasOpenPull: false,
  isReachable: false,
  pull: MERGED
}

function verdictOf(changes: Partial<BranchQuestion> = {}, config = ON) {
  const question: BranchQuestion = {
    name: 'fix',
    examined: A,
    live: LIVE,
    rule: null,
    now: NOW,
    isReadable: true,
    waiverId: null,
    isDryRun: false,
    ...changes
  }
  const verdict = branchCleanupV1.evaluate(branchInputs(question), config)
  return { ...verdict, isPlanned: isDeletionPlanned(verdict.plan) }
}

t.test('each reason alone keeps a branch, and the verdict names it', async (t) => {
  t.match(verdictOf(), {
    decision: 'acted',
    reason: 'Pull request #5 was merged on 2026-05-02.',
    isPlanned: true
  })
  t.match(verdictOf({ isDryRun: true }), { decision: 'dry_run', isPlanned: true })
  const live = (changes: Partial<LiveBranch>) => ({ live: { ...LIVE, ...changes } })
  const pull = (changes: Partial<typeof MERGED>) => live({ pull: { ...MERGED, ...changes } })
  const reasons: [Partial<BranchQuestion>, RegExp][] = [
    [{ live: undefined }, /gone already/],
    [live({ tip: B }), /pushed to the branch meanwhile/],
    [live({ isDefault: true }), /default branch/],
    [live({ isProtected: true }), /is protected/],
    [{ rule: 'fix' }, /is protected/],
    [live({ hasOpenPull: true }), /open pull request/],
    [live({ pull: null }), /not merged/],
    [live({ pull: { ...MERGED, state: 'closed' } }), /not merged/],
    [pull({ headBranch: 'other' }), /not merged/],
    [pull({ isOwn: false }), /from a fork/],
    [pull({ headSha: B }), /commits that its pull request did not have/],
    [pull({ endedAt: daysAgo(6) }), /younger than 7 days/],
    [live({ tipAt: daysAgo(6) }), /younger than 7 days/],
    [live({ tipAt: null }), /younger than 7 days/]
  ]
  for (const [changes, reason] of reasons)
    t.match(verdictOf(changes), { decision: 'skipped', reason, isPlanned: false })
})

t.test('a squashed head and a commit that the default branch contains are both merged', async (t) => {
  const moved = { tip: B, isReachable: true }
  t.match(verdictOf({ examined: B, live: { ...LIVE, ...moved } }), { decision: 'acted' })
  const closed = { ...MERGED, state: 'closed' as const, headBranch: 'service/heal-1' }
  t.match(verdictOf({ name: 'service/heal-1', live: { ...LIVE, pull: closed } }), { decision: 'acted' })
})

const live = fc.record({
  tip: fc.constantFrom(A, B),
  tipAt: fc.option(fc.nat(40).map(daysAgo)),
  isDefault: fc.boolean(),
  isProtected: fc.boolean(),
  hasOpenPull: fc.boolean(),
  isReachable: fc.boolean(),
  pull: fc.option(
    fc.record({
      number: fc.constant(5),
      state: fc.constantFrom('merged' as const, 'closed' as const, 'open' as const),
      headBranch: fc.constantFrom('fix', 'service/fix', 'release/1'),
      headSha: fc.constantFrom(A, B, null),
      isOwn: fc.boolean(),
      endedAt: fc.option(fc.nat(40).map(daysAgo))
    })
  )
})

t.test('no default, protected, used or young branch is ever deleted, nor one whose tip moved', async () => {
  const names = fc.constantFrom('fix', 'service/fix', 'release/1', 'main')
  fc.assert(
    fc.property(names, fc.option(live, { nil: undefined }), fc.option(names), (name, found, rule) => {
      const { decision, isPlanned } = verdictOf({ name, live: found, rule })
      if (decision !== 'acted') return !isPlanned
      const pull = found?.pull
      const isFree = !(found?.isDefault || found?.isProtected || found?.hasOpenPull || rule)
      const isKept = name === 'main' || name === 'release/1'
      const isWhole = found?.tip === A && (found.isReachable || pull?.headSha === A)
      const isOld = [pull?.endedAt, found?.tipAt].every((moment) => moment && moment <= daysAgo(7))
      const isOver = pull?.state === 'merged' || (pull?.state === 'closed' && name === 'service/fix')
      return isFree && !isKept && isWhole && isOld && isOver && pull?.isOwn === true
    }),
    { numRuns: 2_000 }
  )
})
