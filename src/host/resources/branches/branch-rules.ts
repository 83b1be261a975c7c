// The protected branches of a repository, and what protects each of them. All reads are revalidated, so that an
// unchanged repository costs nothing of the rate limit but for branches that only rulesets protect.

import type { BranchRuleSource, ProtectedBranch } from '#domain/host/items.js'
import { isObject } from '#domain/json/path.js'
import { HostError } from '#errors/host.js'
import type { JsonObject } from '#schemas/common.js'
import { LONGEST_BRANCH } from '#schemas/host/enums.js'
import type { HostClient, HostRead } from '../../api/client.js'
import { flagAt, idAt, integerAt, namesAt, objectAt, objectsIn, stringAt } from '../../payload.js'
import { type RepositoryAccess, requestOf } from '../listings.js'
import { protectionOf } from './protection.js'

const PER_PAGE = 100

export async function* protectedBranches(
  client: HostClient,
  access: RepositoryAccess
): AsyncGenerator<ProtectedBranch> {
  const request = requestOf(access, '/branches', { protected: true, per_page: PER_PAGE })
  const names = (await listAll(client, access, request)).map(branchNameOf)
  for (const name of new Set(names)) yield protectedBranch(client, access, name)
}

export async function protectedBranch(
  client: HostClient,
  access: RepositoryAccess,
  name: string
): Promise<ProtectedBranch> {
  const protection = await protectionAt(client, access, name)
  const rules = requestOf(access, '/rules/branches/{branch}', { branch: name, per_page: PER_PAGE })
  const sources = rulesetsIn(await listAll(client, access, rules))
  return { name, sources: protection ? [protection, ...sources] : sources }
}

async function listAll(
  client: HostClient,
  access: RepositoryAccess,
  request: HostRead
): Promise<JsonObject[]> {
  const objects: JsonObject[] = []
  for await (const { body } of client.pages(request, { ...access, fresh: true }))
    objects.push(...objectsIn(body))
  return objects
}

/** A name that is cut would be that of another branch. */
function branchNameOf(branch: JsonObject): string {
  const name = stringAt(branch, 'name')
  if (name === null || name.length > LONGEST_BRANCH) throw unexpected()
  return name
}

const unexpected = () => new HostError('host_unavailable', 'The host sent an unexpected response.')

/** Undefined only if the host says in so many words that the branch has no protection of this kind. */
async function protectionAt(
  client: HostClient,
  access: RepositoryAccess,
  branch: string
): Promise<BranchRuleSource | undefined> {
  const request = requestOf(access, '/branches/{branch}/protection', { branch })
  try {
    const { body } = await client.read(request, { ...access, fresh: true })
    if (isObject(body)) return { hostRuleId: null, ...protectionOf(body) }
  } catch (error) {
    if (isAbout(error, 'Branch not protected')) return undefined
    if (isAbout(error, 'Branch not found'))
      throw new HostError('host_unavailable', 'A branch went away while its rules were read.')
    throw error
  }
  throw unexpected()
}

const isAbout = (error: unknown, words: string) =>
  error instanceof HostError && error.hostStatus === 404 && error.message.includes(words)

/** The host lists the rules of all active rulesets, each with the id of its own. */
function rulesetsIn(rules: readonly JsonObject[]): BranchRuleSource[] {
  const ids = new Set(rules.map((rule) => idAt(rule, 'ruleset_id')))
  return [...ids].map((id) =>
    rulesetOf(
      id,
      rules.filter((rule) => idAt(rule, 'ruleset_id') === id)
    )
  )
}

function rulesetOf(hostRuleId: number | null, rules: readonly JsonObject[]): BranchRuleSource {
  const ruleOf = (type: string) => rules.find((rule) => stringAt(rule, 'type') === type)
  const has = (type: string) => ruleOf(type) !== undefined
  const reviews = objectAt(ruleOf('pull_request'), 'parameters')
  const checks = objectAt(ruleOf('required_status_checks'), 'parameters')
  return {
    hostRuleId,
    requiredReviews: integerAt(reviews, 'required_approving_review_count') ?? 0,
    dismissStaleReviews: flagAt(reviews, 'dismiss_stale_reviews_on_push') === true,
    requireCodeOwnerReviews: flagAt(reviews, 'require_code_owner_review') === true,
    requireStatusChecks: has('required_status_checks'),
    requiredStatusChecks: namesAt(checks, 'required_status_checks', 'context'),
    requireUpToDateBranch: flagAt(checks, 'strict_required_status_checks_policy') === true,
    // The host shows only to administrators who may bypass a ruleset, and often these are admins: a claim that it binds
    // them could not be proven, so that only the protection of a branch can say so.
    enforceAdmins: false,
    // Those who may bypass the ruleset are the only ones who may push, and they are not shown.
    restrictPushes: has('update'),
    pushAllowlist: [],
    allowForcePushes: !has('non_fast_forward'),
    allowDeletions: !has('deletion'),
    requireSignedCommits: has('required_signatures'),
    requireLinearHistory: has('required_linear_history')
  }
}
