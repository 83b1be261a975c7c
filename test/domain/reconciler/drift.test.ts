import fc from 'fast-check'
import t from 'tap'
import type { PolicyRules } from '#domain/enforcement/policies.js'
import type { BranchProtection } from '#domain/host/items.js'
import {
  changedProtection,
  NEW_PROTECTION,
  publicProtection,
  shortfallsOf,
  tighterWish
} from '#domain/host/protection.js'
import { desiredSetup, type ProtectionAsk } from '#domain/reconciler/desired.js'
import { correctionOf, differencesBetween, type ObservedSetup } from '#domain/reconciler/drift.js'
import { unsupportedOf } from '#domain/reconciler/unsupported.js'
import { DAY_MS } from '#domain/time/durations.js'

const flag = fc.boolean()
const checks = fc.uniqueArray(fc.constantFrom('build', 'lint', 'test'), { maxLength: 3 })
const rule = fc.option(flag)

const rules: fc.Arbitrary<PolicyRules> = fc.record({
  minReviews: fc.option(fc.nat(4)),
  requireSignedCommits: rule,
  requireLinearHistory: rule,
  blockForcePushes: rule,
  blockDeletions: rule,
  enforceAdmins: rule,
  requireStatusChecks: rule,
  requiredStatusCheckContexts: checks
})
const asks: fc.Arbitrary<ProtectionAsk[]> = fc.array(
  fc.record({ policyId: fc.integer({ min: 1, max: 3 }), isCorrected: flag, rules }),
  { maxLength: 3 }
)
const live: fc.Arbitrary<BranchProtection> = fc
  .record({
    requiredReviews: fc.nat(4),
    requireStatusChecks: flag,
    requiredStatusChecks: checks,
    enforceAdmins: flag,
    allowForcePushes: flag,
    allowDeletions: flag,
    requireSignedCommits: flag,
    requireLinearHistory: flag
  })
  .map((fields) => ({
    ...NEW_PROTECTION,
    ...fields,
    requireStatusChecks: fields.requireStatusChecks || fields.requiredStatusChecks.length > 0
  }))

const observedOf = (own: BranchProtection): ObservedSetup => ({
  protection: { rule: own, own },
  labels: [],
  settings: {}
})

t.test('a correction weakens nothing and satisfies all who ask for one; the others stay drift', async (t) => {
  fc.assert(
    fc.property(live, asks, (own, policies) => {
      const desired = desiredSetup({}, policies)
      const observed = observedOf(own)
      const { floor } = correctionOf(desired, observed, differencesBetween(desired, observed))
      const next = changedProtection(own, tighterWish(own, floor))
      const { push_allowlist: _, ...before } = publicProtection(own)
      const corrected = desiredSetup(
        {},
        policies.filter(({ isCorrected }) => isCorrected)
      )
      const isDone = differencesBetween(corrected, observedOf(next)).length === 0
      const isEmpty = Object.keys(floor).length === 0
      const wasDone = differencesBetween(corrected, observed).length === 0
      return shortfallsOf(next, before).length === 0 && isDone && isEmpty === wasDone
    }),
    { numRuns: 300 }
  )
  t.pass('in 300 cases')
})

t.test('each field names the policies behind it, and the baseline has none', async (t) => {
  const none: PolicyRules = {
    minReviews: null,
    requireSignedCommits: null,
    requireLinearHistory: null,
    blockForcePushes: null,
    blockDeletions: null,
    enforceAdmins: null,
    requireStatusChecks: null,
    requiredStatusCheckContexts: []
  }
  const ask = (policyId: number, more: Partial<PolicyRules>) => ({
    policyId,
    isCorrected: true,
    rules: { ...none, ...more }
  })
  const policies = [
    ask(1, { minReviews: 1, requiredStatusCheckContexts: ['lint'] }),
    ask(2, { minReviews: 3, requiredStatusCheckContexts: ['build'] }),
    ask(3, { minReviews: 0, enforceAdmins: false })
  ]
  const desired = desiredSetup({ protection: { min_reviews: 2, block_deletions: true } }, policies)
  const own = { ...NEW_PROTECTION, allowDeletions: true, requiredStatusChecks: ['lint'] }
  t.match(differencesBetween(desired, observedOf(own)), [
    { field: 'branch_protection.required_reviews', desired: 3, observed: 0, policy_ids: [2] },
    {
      field: 'branch_protection.required_status_check_contexts',
      desired: ['build', 'lint'],
      policy_ids: [1, 2]
    },
    { field: 'branch_protection.allow_deletions', desired: false, observed: true, policy_ids: [] }
  ])
})

t.test('what a plan refuses is held for a week, or until somebody asks', async (t) => {
  const at = new Date('2026-06-08T00:00:00Z')
  const missing = { field: 'branch_protection.missing', desired: {}, observed: null, policy_ids: [] }
  const wiki = { field: 'settings.has_wiki', desired: true, observed: false, policy_ids: [] }
  const limits = {
    known: [missing.field],
    since: new Date(at.getTime() - 6 * DAY_MS),
    refused: [],
    differences: [missing, wiki],
    at,
    isAsked: false
  }
  t.same(unsupportedOf(limits), { fields: [missing.field], since: limits.since })
  const nothing = { fields: [], since: null }
  t.same(unsupportedOf({ ...limits, isAsked: true }), nothing)
  t.same(unsupportedOf({ ...limits, since: new Date(at.getTime() - 7 * DAY_MS) }), nothing)
  t.same(unsupportedOf({ ...limits, differences: [wiki] }), nothing)
  t.same(unsupportedOf({ ...limits, refused: ['settings'] }), {
    fields: [missing.field, wiki.field],
    since: at
  })
})

t.test('a label that two layers spell differently is one, as the upper layer has it', async (t) => {
  const desired = desiredSetup({ labels: { Bug: '000000', docs: '0075ca', bug: 'd73a4a' } }, [])
  t.same(desired.labels, { bug: 'd73a4a', docs: '0075ca' })
})

t.test('more labels than one action may set are set in turn', async (t) => {
  const labels = Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`l${at}`, 'd73a4a']))
  const desired = desiredSetup({ labels }, [])
  const observed = observedOf(NEW_PROTECTION)
  const differences = differencesBetween(desired, observed)
  t.equal(differences.length, 250)
  t.equal(correctionOf(desired, observed, differences).labels.length, 100)
})
