import fc from 'fast-check'
import t from 'tap'
import type { BranchProtection } from '#domain/host/items.js'
import {
  changedProtection,
  differingFields,
  findWishConflict,
  publicProtection,
  shortfallsOf,
  tighterWish,
  wouldLockOut
} from '#domain/host/protection.js'
import type { ProtectionWish } from '#schemas/host/protection.js'

const flag = fc.boolean()
const NAMES = ['build', 'lint', 'test', 'deploy']
const PEOPLE = ['root', 'team:core', 'app:ship']

/** As the host could have it. */
const protection: fc.Arbitrary<BranchProtection> = fc
  .record({
    requiredReviews: fc.nat(6),
    dismissStaleReviews: flag,
    requireCodeOwnerReviews: flag,
    requireStatusChecks: flag,
    requiredStatusChecks: fc.subarray(NAMES),
    requireUpToDateBranch: flag,
    enforceAdmins: flag,
    restrictPushes: flag,
    pushAllowlist: fc.subarray(PEOPLE),
    allowForcePushes: flag,
    allowDeletions: flag,
    requireSignedCommits: flag,
    requireLinearHistory: flag
  })
  .map((one) => ({
    ...one,
    ...(one.requireStatusChecks ? {} : { requiredStatusChecks: [], requireUpToDateBranch: false }),
    ...(one.restrictPushes ? {} : { pushAllowlist: [] })
  }))

const wish: fc.Arbitrary<ProtectionWish> = fc.record(
  {
    required_reviews: fc.nat(6),
    dismiss_stale_reviews: flag,
    require_code_owner_reviews: flag,
    require_status_checks: flag,
    required_status_checks: fc.subarray(NAMES),
    require_up_to_date_branch: flag,
    enforce_admins: flag,
    restrict_pushes: flag,
    push_allowlist: fc.subarray(PEOPLE),
    allow_force_pushes: flag,
    allow_deletions: flag,
    require_linear_history: flag,
    require_signed_commits: flag
  },
  { requiredKeys: [] }
)

/** What policies can ask for. */
const floor: fc.Arbitrary<ProtectionWish> = fc.record(
  {
    required_reviews: fc.nat(6),
    require_status_checks: fc.constant(true),
    required_status_checks: fc.subarray(NAMES, { minLength: 1 }),
    enforce_admins: fc.constant(true),
    allow_force_pushes: fc.constant(false),
    allow_deletions: fc.constant(false),
    require_linear_history: fc.constant(true),
    require_signed_commits: fc.constant(true)
  },
  { requiredKeys: [] }
)

t.test('a wish without a conflict holds afterwards, and what nobody wished for stays', (t) => {
  fc.assert(
    fc.property(protection, wish, (live, wanted) => {
      fc.pre(findWishConflict(wanted) === undefined)
      const next = changedProtection(live, wanted)
      const shown = publicProtection(next)
      // Cast: the keys of a wish.
      const fields = Object.keys(wanted) as (keyof ProtectionWish)[]
      for (const field of fields) t.same(shown[field], wanted[field], field)
      const switches = [
        'required_status_checks',
        'require_status_checks',
        'require_up_to_date_branch'
      ] as const
      const follows = (field: keyof ProtectionWish) =>
        (switches.some((one) => one === field) && switches.some((one) => wanted[one] !== undefined)) ||
        (['restrict_pushes', 'push_allowlist'].includes(field) &&
          (wanted.restrict_pushes !== undefined || wanted.push_allowlist !== undefined))
      const changed = differingFields(live, next).filter(
        (field) => !fields.includes(field) && !follows(field)
      )
      t.same(changed, [])
    })
  )
  t.end()
})

t.test('bringing a protection up to a floor makes no field weaker, and is then enough', (t) => {
  fc.assert(
    fc.property(protection, floor, (live, least) => {
      const next = changedProtection(live, tighterWish(live, least))
      t.same(shortfallsOf(next, least), [])
      const kept = publicProtection(live)
      // Everything that was asked for before is asked for still.
      const strict = Object.fromEntries(
        Object.entries(kept).filter(([field, value]) => value !== field.startsWith('allow_'))
      )
      t.same(shortfallsOf(next, strict), [])
      t.same(next.pushAllowlist, live.pushAllowlist)
      t.same(changedProtection(next, tighterWish(next, least)), next, 'twice is once')
    })
  )
  t.end()
})

t.test('nobody is locked out by a wish', (t) => {
  fc.assert(
    fc.property(protection, wish, (live, wanted) => {
      fc.pre(findWishConflict(wanted) === undefined)
      const next = changedProtection(live, wanted)
      const isLockedOut = next.restrictPushes && next.pushAllowlist.length === 0
      const wasLockedOut = live.restrictPushes && live.pushAllowlist.length === 0
      t.ok(!isLockedOut || wasLockedOut || wouldLockOut(next, wanted))
    })
  )
  t.end()
})
