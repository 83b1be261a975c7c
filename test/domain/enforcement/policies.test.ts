import fc from 'fast-check'
import t from 'tap'
import {
  breachesOf,
  findLostField,
  findPatternFault,
  findWeakening,
  floorOf,
  floorOfBreaches,
  type PolicyRules,
  reaches,
  strictest
} from '#domain/enforcement/policies.js'
import type { BranchProtection } from '#domain/host/items.js'
import { changedProtection, publicProtection, tighterWish, UNPROTECTED } from '#domain/host/protection.js'
import { findFilterFault } from '#domain/text/repository-filter.js'

const NAMES = ['build', 'lint', 'test']
const opinion = fc.option(fc.boolean())
const rules: fc.Arbitrary<PolicyRules> = fc.record({
  minReviews: fc.option(fc.nat(6)),
  requireSignedCommits: opinion,
  requireLinearHistory: opinion,
  blockForcePushes: opinion,
  blockDeletions: opinion,
  enforceAdmins: opinion,
  requireStatusChecks: opinion,
  requiredStatusCheckContexts: fc.subarray(NAMES)
})
const live: fc.Arbitrary<BranchProtection> = fc
  .record({
    requiredReviews: fc.nat(6),
    requireStatusChecks: fc.boolean(),
    requiredStatusChecks: fc.subarray(NAMES),
    enforceAdmins: fc.boolean(),
    allowForcePushes: fc.boolean(),
    allowDeletions: fc.boolean(),
    requireSignedCommits: fc.boolean(),
    requireLinearHistory: fc.boolean()
  })
  .map((one) => ({
    ...UNPROTECTED,
    ...one,
    requiredStatusChecks: one.requireStatusChecks ? one.requiredStatusChecks : []
  }))

t.test('the strictest of some policies satisfies each of them', (t) => {
  fc.assert(
    fc.property(fc.array(rules, { maxLength: 4 }), live, (policies, before) => {
      const floors = policies.map(floorOf)
      const after = changedProtection(before, tighterWish(before, strictest(floors)))
      for (const floor of floors) t.same(breachesOf(floor, after), [])
    })
  )
  t.end()
})

t.test('correcting the breaches alone is enough', (t) => {
  fc.assert(
    fc.property(rules, live, (policy, before) => {
      const floor = floorOf(policy)
      const least = floorOfBreaches(floor, breachesOf(floor, before))
      t.same(breachesOf(floor, changedProtection(before, tighterWish(before, least))), [])
    })
  )
  t.end()
})

t.test('a wish weakens a policy exactly if a compliant branch would break it', (t) => {
  fc.assert(
    fc.property(rules, live, live, (policy, before, wanted) => {
      const floor = floorOf(policy)
      const compliant = changedProtection(before, tighterWish(before, floor))
      const wish = publicProtection({ ...wanted, restrictPushes: false, pushAllowlist: [] })
      const after = changedProtection(compliant, wish)
      t.equal(findWeakening(wish, floor) !== undefined, breachesOf(floor, after).length > 0)
    })
  )
  t.end()
})

t.test('what a branch lacks already is not lost', (t) => {
  const known = {
    ...UNPROTECTED,
    requiredReviews: 2,
    requireStatusChecks: true,
    requiredStatusChecks: ['lint']
  }
  const floor = { required_reviews: 2, allow_deletions: false, required_status_checks: ['lint'] }
  const lostBy = (wish: object) => findLostField(known, changedProtection(known, wish), floor)
  t.equal(lostBy({ allow_deletions: true }), undefined)
  t.equal(lostBy({ allow_deletions: true, required_reviews: 1 }), 'required_reviews')
  t.equal(lostBy({ allow_deletions: true, require_status_checks: false }), 'required_status_check_contexts')
  t.end()
})

t.test('a policy without opinions asks for nothing', (t) => {
  const nothing = {
    minReviews: null,
    requireSignedCommits: false,
    requireLinearHistory: null,
    blockForcePushes: false,
    blockDeletions: null,
    enforceAdmins: false,
    requireStatusChecks: null,
    requiredStatusCheckContexts: []
  }
  t.same(floorOf(nothing), {})
  t.end()
})

t.test('filters match repositories in any case, and branches as they are written', (t) => {
  const policy = { repoFilter: 'Octo-Org/he*', branchPattern: 'release/*' }
  t.ok(reaches(policy, 'octo-org/Hello', 'release/1'))
  t.notOk(reaches(policy, 'octo-org/Hello', 'Release/1'))
  t.notOk(reaches(policy, 'octo-org/Hello', 'release/1/2'))
  t.notOk(reaches(policy, 'octo-org/other', 'release/1'))
  for (const all of [null, '*', '**']) t.ok(reaches({ ...policy, repoFilter: all }, 'a/b', 'release/1'))
  t.end()
})

t.test('what can match nothing is a fault', (t) => {
  for (const filter of ['hello', 'a/b/c', '/b', 'a/', 'a b/c', 'someone/*'])
    t.type(findFilterFault(filter, 'octo-org'), 'string', filter)
  for (const filter of ['*', '**', '*/*', 'octo-*/x', 'OCTO-ORG/*', '**/docs'])
    t.equal(findFilterFault(filter, 'octo-org'), undefined, filter)
  for (const pattern of ['a b', 'a..b', '/a', 'a/', 'a~1', 'x.lock', '-x', 'a\\b', 'a[b]'])
    t.type(findPatternFault(pattern), 'string', pattern)
  for (const pattern of ['main', 'release/*', '**', 'v?.x', 'feature/#1'])
    t.equal(findPatternFault(pattern), undefined, pattern)
  t.end()
})
