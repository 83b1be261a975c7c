import fc from 'fast-check'
import t from 'tap'
import type { BranchProtection, BranchRuleSource } from '#domain/host/items.js'
import { branchRuleOf, strictestOf } from '#domain/mirror/branch-rules.js'

const NONE: BranchRuleSource = {
  hostRuleId: null,
  requiredReviews: 0,
  dismissStaleReviews: false,
  requireCodeOwnerReviews: false,
  requireStatusChecks: false,
  requiredStatusChecks: [],
  requireUpToDateBranch: false,
  enforceAdmins: false,
  restrictPushes: false,
  pushAllowlist: [],
  allowForcePushes: true,
  allowDeletions: true,
  requireSignedCommits: false,
  requireLinearHistory: false
}

t.test('a branch without a source has no rule', async (t) => {
  t.equal(branchRuleOf({ name: 'main', sources: [] }), undefined)
})

t.test('a rule with one source keeps the id of its ruleset, and one with several has none', async (t) => {
  const ruleset = { ...NONE, hostRuleId: 7 }
  t.same(branchRuleOf({ name: 'a/b', sources: [ruleset] }), { ...ruleset, pattern: 'a/b' })
  t.equal(branchRuleOf({ name: 'main', sources: [ruleset, NONE] })?.hostRuleId, null)
})

t.test('the highest number, all requirements and all contexts hold together', async (t) => {
  const protection = { ...NONE, requiredReviews: 1, enforceAdmins: true, requiredStatusChecks: ['test', 'b'] }
  const ruleset = {
    ...NONE,
    requiredReviews: 2,
    requireLinearHistory: true,
    requiredStatusChecks: ['a', 'b']
  }
  t.match(strictestOf([protection, ruleset]), {
    requiredReviews: 2,
    enforceAdmins: true,
    requireLinearHistory: true,
    requireSignedCommits: false,
    requiredStatusChecks: ['a', 'b', 'test']
  })
})

t.test('force pushes and deletions are allowed only if nothing forbids them', async (t) => {
  t.match(strictestOf([NONE, NONE]), { allowForcePushes: true, allowDeletions: true })
  t.match(strictestOf([NONE, { ...NONE, allowForcePushes: false }]), {
    allowForcePushes: false,
    allowDeletions: true
  })
})

t.test('only those may push whom every source allows that restricts pushes', async (t) => {
  const some = { ...NONE, restrictPushes: true, pushAllowlist: ['octocat', 'team:core'] }
  const others = { ...NONE, restrictPushes: true, pushAllowlist: ['team:core', 'app:ship'] }
  t.match(strictestOf([some, NONE]), { restrictPushes: true, pushAllowlist: ['octocat', 'team:core'] })
  t.match(strictestOf([some, others]), { restrictPushes: true, pushAllowlist: ['team:core'] })
  const nobody = { ...NONE, restrictPushes: true }
  t.match(strictestOf([nobody, some]), { restrictPushes: true, pushAllowlist: [] })
})

const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'team:a'), { maxLength: 4 })
const anySource: fc.Arbitrary<BranchRuleSource> = fc
  .record({
    hostRuleId: fc.option(fc.nat()),
    requiredReviews: fc.nat({ max: 10 }),
    dismissStaleReviews: fc.boolean(),
    requireCodeOwnerReviews: fc.boolean(),
    requireStatusChecks: fc.boolean(),
    requiredStatusChecks: names,
    requireUpToDateBranch: fc.boolean(),
    enforceAdmins: fc.boolean(),
    restrictPushes: fc.boolean(),
    pushAllowlist: names,
    allowForcePushes: fc.boolean(),
    allowDeletions: fc.boolean(),
    requireSignedCommits: fc.boolean(),
    requireLinearHistory: fc.boolean()
  })
  // Nobody is allowed by name where everybody may push.
  .map((source) => (source.restrictPushes ? source : { ...source, pushAllowlist: [] }))

const lacks = (one: readonly string[], than: readonly string[]) => than.some((name) => !one.includes(name))
const isLess = (one: boolean, than: boolean) => !one && than

/** The fields in which one protection is weaker than another. */
function weaknessesOf(one: BranchProtection, than: BranchProtection): string[] {
  const isWeaker: { [Field in keyof BranchProtection]: boolean } = {
    requiredReviews: one.requiredReviews < than.requiredReviews,
    dismissStaleReviews: isLess(one.dismissStaleReviews, than.dismissStaleReviews),
    requireCodeOwnerReviews: isLess(one.requireCodeOwnerReviews, than.requireCodeOwnerReviews),
    requireStatusChecks: isLess(one.requireStatusChecks, than.requireStatusChecks),
    requiredStatusChecks: lacks(one.requiredStatusChecks, than.requiredStatusChecks),
    requireUpToDateBranch: isLess(one.requireUpToDateBranch, than.requireUpToDateBranch),
    enforceAdmins: isLess(one.enforceAdmins, than.enforceAdmins),
    restrictPushes: isLess(one.restrictPushes, than.restrictPushes),
    pushAllowlist: than.restrictPushes && lacks(than.pushAllowlist, one.pushAllowlist),
    allowForcePushes: isLess(than.allowForcePushes, one.allowForcePushes),
    allowDeletions: isLess(than.allowDeletions, one.allowDeletions),
    requireSignedCommits: isLess(one.requireSignedCommits, than.requireSignedCommits),
    requireLinearHistory: isLess(one.requireLinearHistory, than.requireLinearHistory)
  }
  return Object.entries(isWeaker).flatMap(([field, weaker]) => (weaker ? [field] : []))
}

t.test('a rule is never weaker than any of its sources, and their order does not matter', async (t) => {
  fc.assert(
    fc.property(fc.array(anySource, { minLength: 1, maxLength: 4 }), fc.nat(), (sources, seed) => {
      const rule = branchRuleOf({ name: 'main', sources })
      if (!rule) throw new Error('sources make a rule')
      t.same(
        sources.flatMap((source) => weaknessesOf(rule, source)),
        []
      )
      const at = seed % sources.length
      const turned = [...sources.slice(at), ...sources.slice(0, at)]
      t.same(branchRuleOf({ name: 'main', sources: turned.toReversed() }), rule)
    })
  )
})

t.test('a rule is no stricter than its sources ask together', async (t) => {
  fc.assert(
    fc.property(anySource, (source) => {
      const rule = branchRuleOf({ name: 'main', sources: [source] })
      if (!rule) throw new Error('a source makes a rule')
      t.same(weaknessesOf(source, rule), [])
    })
  )
})
