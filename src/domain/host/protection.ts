// Changes of the protection of a branch, apart from how the host stores it.
import type { Json } from '#schemas/common.js'
import type { ProtectionWish } from '#schemas/host/protection.js'
import type { BranchProtection } from './items.js'

/** A new protection starts with these values, which forbid force pushes and deletions. */
export const NEW_PROTECTION: BranchProtection = {
  requiredReviews: 0,
  dismissStaleReviews: false,
  requireCodeOwnerReviews: false,
  requireStatusChecks: false,
  requiredStatusChecks: [],
  requireUpToDateBranch: false,
  enforceAdmins: false,
  restrictPushes: false,
  pushAllowlist: [],
  allowForcePushes: false,
  allowDeletions: false,
  requireSignedCommits: false,
  requireLinearHistory: false
}

/** Two wishes, or a wish and what is there, that cannot both be. */
export interface WishConflict {
  field: keyof ProtectionWish
  message: string
}

const hasNames = (names: readonly string[] = []) => names.length > 0

/** Of wishes alone, whatever the host has. */
export function findWishConflict(wish: ProtectionWish): WishConflict | undefined {
  if (wish.require_status_checks === false && hasNames(wish.required_status_checks))
    return { field: 'required_status_checks', message: 'must be empty if require_status_checks is false' }
  if (wish.require_status_checks === false && wish.require_up_to_date_branch)
    return { field: 'require_up_to_date_branch', message: 'needs require_status_checks' }
  if (wish.restrict_pushes === false && hasNames(wish.push_allowlist))
    return { field: 'push_allowlist', message: 'must be empty if restrict_pushes is false' }
  if (wish.restrict_pushes !== false && wish.push_allowlist?.length === 0) return NOBODY_MAY_PUSH
  return undefined
}

/** Would lock everybody out. To lift the restriction, say so. */
const NOBODY_MAY_PUSH: WishConflict = {
  field: 'push_allowlist',
  message: 'must name somebody who may push; set restrict_pushes to false to let everybody push'
}

/** What the protection is to be. Whatever is not wished for stays. */
export function changedProtection(live: BranchProtection, wish: ProtectionWish): BranchProtection {
  const next = { ...live, ...wishedFields(wish) }
  if (hasNames(wish.required_status_checks) || wish.require_up_to_date_branch) next.requireStatusChecks = true
  if (hasNames(wish.push_allowlist)) next.restrictPushes = true
  return {
    ...next,
    ...(next.requireStatusChecks ? {} : { requiredStatusChecks: [], requireUpToDateBranch: false }),
    ...(next.restrictPushes ? {} : { pushAllowlist: [] })
  }
}

/** Whether a wish, and not the host, would leave nobody who may push. */
export const wouldLockOut = (next: BranchProtection, wish: ProtectionWish): boolean =>
  wish.restrict_pushes === true && next.pushAllowlist.length === 0

const FIELDS = {
  required_reviews: 'requiredReviews',
  dismiss_stale_reviews: 'dismissStaleReviews',
  require_code_owner_reviews: 'requireCodeOwnerReviews',
  require_status_checks: 'requireStatusChecks',
  required_status_checks: 'requiredStatusChecks',
  require_up_to_date_branch: 'requireUpToDateBranch',
  enforce_admins: 'enforceAdmins',
  restrict_pushes: 'restrictPushes',
  push_allowlist: 'pushAllowlist',
  allow_force_pushes: 'allowForcePushes',
  allow_deletions: 'allowDeletions',
  require_linear_history: 'requireLinearHistory',
  require_signed_commits: 'requireSignedCommits'
} as const satisfies Record<keyof ProtectionWish, keyof BranchProtection>

// Cast: the compiler does not see that the entries of a table keep their pairs.
const PAIRS = Object.entries(FIELDS) as [keyof ProtectionWish, keyof BranchProtection][]

const wishedFields = (wish: ProtectionWish): Partial<BranchProtection> =>
  Object.fromEntries(
    PAIRS.flatMap(([name, field]) => (wish[name] === undefined ? [] : [[field, wish[name]]]))
  )

/** In the words of the API, for evidence. */
export const publicProtection = (protection: BranchProtection): Required<ProtectionWish> =>
  // Cast: as above.
  Object.fromEntries(PAIRS.map(([name, field]) => [name, protection[field]])) as Required<ProtectionWish>

/** The fields, in the words of the API, in which two protections differ; names in any order and case. */
export function differingFields(one: BranchProtection, other: BranchProtection): (keyof ProtectionWish)[] {
  return PAIRS.filter(([, field]) => plain(one[field]) !== plain(other[field])).map(([name]) => name)
}

const plain = (value: BranchProtection[keyof BranchProtection]): string =>
  typeof value === 'object'
    ? JSON.stringify([...new Set(value.map((name) => name.toLowerCase()))].sort())
    : String(value)

/** What no protection asks for. */
export const UNPROTECTED: BranchProtection = {
  ...NEW_PROTECTION,
  allowForcePushes: true,
  allowDeletions: true
}

/** A field in which a protection asks for less than a floor. */
export interface Shortfall {
  field: keyof ProtectionWish
  expected: Json
  actual: Json
}

/** Values that are the least that is asked for; `false` of what is allowed, and `true` of what is required. */
export function shortfallsOf(live: BranchProtection, floor: ProtectionWish): Shortfall[] {
  const shown: ProtectionWish = publicProtection(live)
  return PAIRS.flatMap(([field]) => {
    const [expected, actual] = [floor[field], shown[field]]
    return expected === undefined || actual === undefined || isEnough(field, actual, expected)
      ? []
      : [{ field, expected, actual }]
  })
}

type Asked = NonNullable<ProtectionWish[keyof ProtectionWish]>

/** What is stricter if it is false. */
const ALLOWANCES: ReadonlySet<keyof ProtectionWish> = new Set(['allow_force_pushes', 'allow_deletions'])

function isEnough(field: keyof ProtectionWish, actual: Asked, expected: Asked): boolean {
  if (typeof expected === 'number') return Number(actual) >= expected
  if (typeof expected === 'object') return expected.every((name) => [actual].flat().includes(name))
  return ALLOWANCES.has(field) ? expected || !actual : !expected || actual === true
}

/** The wish that brings a protection up to a floor, and changes nothing that is strict enough. */
export function tighterWish(live: BranchProtection, floor: ProtectionWish): ProtectionWish {
  const missing = shortfallsOf(live, floor).map(({ field }) => field)
  const wish = Object.fromEntries(missing.map((field) => [field, floor[field]]))
  if (!missing.includes('required_status_checks')) return wish
  const names = [...live.requiredStatusChecks, ...(floor.required_status_checks ?? [])]
  return { ...wish, required_status_checks: [...new Set(names)] }
}
