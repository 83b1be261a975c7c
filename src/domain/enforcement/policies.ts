// What policies ask of a branch, and what a branch lacks.
import type { PolicyField } from '#schemas/enforcement/enums.js'
import type { Breach } from '#schemas/enforcement/violations.js'
import type { ProtectionWish } from '#schemas/host/protection.js'
import type { BranchProtection } from '../host/items.js'
import { changedProtection, publicProtection, shortfallsOf, UNPROTECTED } from '../host/protection.js'
import { globMatcher } from '../text/glob.js'
import { repositoryMatcher } from '../text/repository-filter.js'

/** The rules of a policy; null is no opinion. */
export interface PolicyRules {
  minReviews: number | null
  requireSignedCommits: boolean | null
  requireLinearHistory: boolean | null
  blockForcePushes: boolean | null
  blockDeletions: boolean | null
  enforceAdmins: boolean | null
  requireStatusChecks: boolean | null
  requiredStatusCheckContexts: readonly string[]
}

/** The least that a policy asks for. It never asks for anything to be weaker: `false` is no opinion either. */
export function floorOf(rules: PolicyRules): ProtectionWish {
  return strictest([
    ...(rules.minReviews ? [{ required_reviews: rules.minReviews }] : []),
    ...(rules.requireSignedCommits ? [{ require_signed_commits: true }] : []),
    ...(rules.requireLinearHistory ? [{ require_linear_history: true }] : []),
    ...(rules.blockForcePushes ? [{ allow_force_pushes: false }] : []),
    ...(rules.blockDeletions ? [{ allow_deletions: false }] : []),
    ...(rules.enforceAdmins ? [{ enforce_admins: true }] : []),
    ...(rules.requireStatusChecks ? [{ require_status_checks: true }] : []),
    ...(rules.requiredStatusCheckContexts.length > 0
      ? [{ required_status_checks: [...rules.requiredStatusCheckContexts].sort() }]
      : [])
  ])
}

/** Whether a policy asks for anything of branches. */
export const asksOfBranches = (rules: PolicyRules): boolean => Object.keys(floorOf(rules)).length > 0

/** The strictest of some floors, field by field. */
export function strictest(floors: readonly ProtectionWish[]): ProtectionWish {
  const whole: ProtectionWish = Object.assign({}, ...floors)
  const checks = floors.flatMap(({ required_status_checks = [] }) => required_status_checks)
  return {
    ...whole,
    ...(whole.required_reviews === undefined
      ? {}
      : { required_reviews: Math.max(...floors.map(({ required_reviews = 0 }) => required_reviews)) }),
    ...(checks.length === 0 ? {} : { required_status_checks: [...new Set(checks)].sort() })
  }
}

const CONTEXTS = 'required_status_check_contexts'

export interface BranchBreach extends Breach {
  field: PolicyField
}

/** The rules of a floor that a branch breaks. */
export function breachesOf(floor: ProtectionWish, live: BranchProtection): BranchBreach[] {
  return shortfallsOf(live, floor).map(({ field, expected, actual }) => ({
    // Cast: a floor has no other fields.
    field: (field === 'required_status_checks' ? CONTEXTS : field) as PolicyField,
    expected,
    actual
  }))
}

/** How a branch is protected. */
export interface LiveProtection {
  /** The union of all that protects it; undefined if nothing does. */
  rule: BranchProtection | undefined
  /** The protection of the branch itself, without rulesets. */
  own: BranchProtection
}

/**
 * The rules that a branch breaks. Where administrators are to be bound, the protection of the branch has to ask for
 * everything itself: it binds them to its own rules, and nobody can tell who may bypass a ruleset.
 */
export const brokenRules = (rules: PolicyRules, { rule, own }: LiveProtection): BranchBreach[] =>
  breachesOf(floorOf(rules), rules.enforceAdmins ? own : (rule ?? UNPROTECTED))

/** The part of a floor that these breaches are about. */
export function floorOfBreaches(floor: ProtectionWish, breaches: readonly Breach[]): ProtectionWish {
  const fields = new Set<string>(breaches.map(({ field }) => field))
  const isBroken = (field: string) => fields.has(field === 'required_status_checks' ? CONTEXTS : field)
  return Object.fromEntries(Object.entries(floor).filter(([field]) => isBroken(field)))
}

/** Whether a floor still asks for all that another one does. */
export const asksForAll = (floor: ProtectionWish, other: ProtectionWish): boolean =>
  shortfallsOf(changedProtection(UNPROTECTED, floor), other).length === 0

/** The first field in which a wish asks for less than a floor. */
export function findWeakening(wish: ProtectionWish, floor: ProtectionWish): PolicyField | undefined {
  const reviews = wish.required_reviews
  if (reviews !== undefined && reviews < (floor.required_reviews ?? 0)) return 'required_reviews'
  const checks = wish.required_status_checks
  if (checks && floor.required_status_checks?.some((name) => !checks.includes(name))) return CONTEXTS
  if (wish.require_status_checks === false && floor.required_status_checks) return CONTEXTS
  return FLAGS.find((field) => floor[field] !== undefined && wish[field] === !floor[field])
}

/** The first field in which a change takes what a floor asks for; what is too weak already is nobody's loss. */
export function findLostField(
  live: BranchProtection,
  next: BranchProtection,
  floor: ProtectionWish
): PolicyField | undefined {
  const lost = new Set<string>(shortfallsOf(next, publicProtection(live)).map(({ field }) => field))
  const asked = Object.entries(floor).filter(([field]) => lost.has(field))
  return breachesOf(Object.fromEntries(asked), next)[0]?.field
}

const FLAGS = [
  'require_signed_commits',
  'require_linear_history',
  'allow_force_pushes',
  'allow_deletions',
  'enforce_admins',
  'require_status_checks'
] as const

interface Reach {
  repoFilter: string | null
  branchPattern: string
}

/** Whether a policy reaches a branch. */
export const reaches = ({ repoFilter, branchPattern }: Reach, fullName: string, branch: string): boolean =>
  repositoryMatcher(repoFilter)(fullName) && globMatcher(branchPattern)(branch)

const IMPOSSIBLE_BRANCH = /[\p{Cc}\s~^:\\[]|\.\.|@\{|\/\/|^[/.]|[/.]$|\.lock$|^-/u

/** Why a pattern can match no branch; undefined if it can. */
export const findPatternFault = (pattern: string): string | undefined =>
  IMPOSSIBLE_BRANCH.test(pattern) ? 'has characters that no branch has in its name' : undefined
