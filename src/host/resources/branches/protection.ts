// How the host shows the protection of a branch, and how it wants it back.
import type { BranchProtection } from '#domain/host/items.js'
import type { JsonObject } from '#schemas/common.js'
import { areNamesWhole, flagAt, integerAt, namesAt, objectAt, objectsAt } from '../../payload.js'

const TEAM = 'team:'
const APP = 'app:'

export function protectionOf(body: JsonObject): BranchProtection {
  const reviews = objectAt(body, 'required_pull_request_reviews')
  const checks = objectAt(body, 'required_status_checks')
  const restrictions = objectAt(body, 'restrictions')
  const isOn = (key: string) => flagAt(objectAt(body, key), 'enabled') === true
  return {
    requiredReviews: integerAt(reviews, 'required_approving_review_count') ?? 0,
    dismissStaleReviews: flagAt(reviews, 'dismiss_stale_reviews') === true,
    requireCodeOwnerReviews: flagAt(reviews, 'require_code_owner_reviews') === true,
    requireStatusChecks: checks !== undefined,
    requiredStatusChecks: unique([
      ...namesAt(checks, 'contexts', 'context'),
      ...namesAt(checks, 'checks', 'context')
    ]),
    requireUpToDateBranch: flagAt(checks, 'strict') === true,
    enforceAdmins: isOn('enforce_admins'),
    restrictPushes: restrictions !== undefined,
    pushAllowlist: pushersIn(restrictions),
    allowForcePushes: isOn('allow_force_pushes'),
    allowDeletions: isOn('allow_deletions'),
    requireSignedCommits: isOn('required_signatures'),
    requireLinearHistory: isOn('required_linear_history')
  }
}

function pushersIn(restrictions: JsonObject | undefined): string[] {
  return [
    ...namesAt(restrictions, 'users', 'login'),
    ...namesAt(restrictions, 'teams', 'slug').map((slug) => TEAM + slug),
    ...namesAt(restrictions, 'apps', 'slug').map((slug) => APP + slug)
  ]
}

const PUSHERS = [
  ['users', 'login'],
  ['teams', 'slug'],
  ['apps', 'slug']
] as const

/** Whether all names were read as they are: what is written back would otherwise miss or change some. */
export function isReadWhole(live: JsonObject): boolean {
  const checks = objectAt(live, 'required_status_checks')
  const reviews = objectAt(live, 'required_pull_request_reviews')
  const people = [
    objectAt(live, 'restrictions'),
    objectAt(reviews, 'dismissal_restrictions'),
    objectAt(reviews, 'bypass_pull_request_allowances')
  ]
  return (
    areNamesWhole(checks, 'contexts', 'context') &&
    areNamesWhole(checks, 'checks', 'context') &&
    people.every((one) => PUSHERS.every(([kind, name]) => areNamesWhole(one, kind, name)))
  )
}

const unique = (names: readonly string[]) => [...new Set(names)]

/**
 * The whole protection as the host takes it: whatever is left out would be off from then on. What the service does not
 * know of stays as it is.
 */
export function protectionBody(live: JsonObject, next: BranchProtection): JsonObject {
  const isOn = (key: string) => flagAt(objectAt(live, key), 'enabled') === true
  return {
    required_status_checks: next.requireStatusChecks ? checksBody(live, next) : null,
    enforce_admins: next.enforceAdmins,
    required_pull_request_reviews: reviewsBody(objectAt(live, 'required_pull_request_reviews'), next),
    restrictions: next.restrictPushes ? pushersByKind(next.pushAllowlist) : null,
    required_linear_history: next.requireLinearHistory,
    allow_force_pushes: next.allowForcePushes,
    allow_deletions: next.allowDeletions,
    block_creations: isOn('block_creations'),
    required_conversation_resolution: isOn('required_conversation_resolution'),
    lock_branch: isOn('lock_branch'),
    allow_fork_syncing: isOn('allow_fork_syncing')
  }
}

/** The host would otherwise bind a check to the App that last reported it. */
const ANY_APP = -1

/** A check that only a certain App may report stays bound to it. */
function checksBody(live: JsonObject, next: BranchProtection): JsonObject {
  const bound = objectsAt(objectAt(live, 'required_status_checks'), 'checks')
  const checks = next.requiredStatusChecks.flatMap((context) => {
    const known = bound.filter((check) => check['context'] === context)
    if (known.length === 0) return [{ context, app_id: ANY_APP }]
    return known.map((check) => ({ context, app_id: integerAt(check, 'app_id') ?? ANY_APP }))
  })
  return { strict: next.requireUpToDateBranch, checks }
}

function reviewsBody(live: JsonObject | undefined, next: BranchProtection): JsonObject | null {
  const { requiredReviews, dismissStaleReviews, requireCodeOwnerReviews } = next
  // Without any of these, a pull request may be all that is required.
  if (!live && requiredReviews === 0 && !dismissStaleReviews && !requireCodeOwnerReviews) return null
  return {
    ...peopleAt(live, 'dismissal_restrictions'),
    ...peopleAt(live, 'bypass_pull_request_allowances'),
    dismiss_stale_reviews: dismissStaleReviews,
    require_code_owner_reviews: requireCodeOwnerReviews,
    require_last_push_approval: flagAt(live, 'require_last_push_approval') === true,
    required_approving_review_count: requiredReviews
  }
}

function peopleAt(live: JsonObject | undefined, key: string): JsonObject {
  const people = objectAt(live, key)
  return people ? { [key]: pushersByKind(pushersIn(people)) } : {}
}

/** Logins and slugs. */
export function pushersByKind(allowlist: readonly string[]): Record<'users' | 'teams' | 'apps', string[]> {
  const behind = (prefix: string) =>
    allowlist.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
  return {
    users: allowlist.filter((name) => !name.startsWith(TEAM) && !name.startsWith(APP)),
    teams: behind(TEAM),
    apps: behind(APP)
  }
}
