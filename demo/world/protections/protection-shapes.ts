// Branches, their protection and rulesets, as the host shows them and as its events name them.
import type { JsonObject } from '#schemas/common.js'
import { API } from '../routes.js'
import { userShape } from '../shapes.js'
import { accountOf, fullName, type Repository, type State } from '../state.js'
import { hostWritesOf } from '../writes/host-writes.js'
import {
  type ChecksBody,
  classicOf,
  isProtected,
  type ProtectionBody,
  type Pushers,
  protectionsOf,
  type ReviewsBody,
  type Ruleset
} from './protection-state.js'

const addressOf = (repository: Repository, branch: string) =>
  `${API}/repos/${fullName(repository)}/branches/${encodeURIComponent(branch)}/protection`

export function branchShape(repository: Repository, name: string): JsonObject {
  const sha = hostWritesOf(repository).refs.get(name) ?? ''
  const classic = classicOf(repository, name)
  const checks = checksIn(classic?.required_status_checks)
  const contexts = checks.map(({ context }) => context)
  const enforcement_level = contexts.length > 0 ? 'non_admins' : 'off'
  return {
    name,
    commit: { sha, url: `${API}/repos/${fullName(repository)}/commits/${sha}` },
    protected: isProtected(repository, name),
    protection: {
      enabled: classic !== undefined,
      required_status_checks: { enforcement_level, contexts, checks }
    },
    protection_url: addressOf(repository, name)
  }
}

/** The host shows no App where any may report the check. */
const checksIn = (body: ChecksBody | null | undefined) =>
  (body?.checks ?? body?.contexts?.map((context) => ({ context, app_id: null })) ?? []).map(
    ({ context, app_id }) => ({ context, app_id: app_id === undefined || app_id === -1 ? null : app_id })
  )

interface BranchPlace {
  repository: Repository
  branch: string
}

export function protectionShape(
  state: State,
  { repository, branch }: BranchPlace,
  body: ProtectionBody
): JsonObject {
  const url = addressOf(repository, branch)
  const flag = (enabled = false) => ({ enabled })
  const { required_status_checks: checks, required_pull_request_reviews: reviews, restrictions } = body
  return {
    url,
    ...(checks ? { required_status_checks: checksShape(url, checks) } : {}),
    ...(reviews ? { required_pull_request_reviews: reviewsShape(state, url, reviews) } : {}),
    ...(restrictions ? { restrictions: restrictionsShape(state, url, restrictions) } : {}),
    required_signatures: { url: `${url}/required_signatures`, ...flag(body.required_signatures) },
    enforce_admins: { url: `${url}/enforce_admins`, ...flag(body.enforce_admins) },
    required_linear_history: flag(body.required_linear_history),
    allow_force_pushes: flag(body.allow_force_pushes),
    allow_deletions: flag(body.allow_deletions),
    block_creations: flag(body.block_creations),
    required_conversation_resolution: flag(body.required_conversation_resolution),
    lock_branch: flag(body.lock_branch),
    allow_fork_syncing: flag(body.allow_fork_syncing)
  }
}

function checksShape(base: string, body: ChecksBody): JsonObject {
  const url = `${base}/required_status_checks`
  const checks = checksIn(body)
  const contexts = checks.map(({ context }) => context)
  return { url, strict: body.strict, contexts, contexts_url: `${url}/contexts`, checks }
}

function reviewsShape(state: State, base: string, body: ReviewsBody): JsonObject {
  const url = `${base}/required_pull_request_reviews`
  const { dismissal_restrictions: dismissal, bypass_pull_request_allowances: bypass, ...reviews } = body
  return {
    url,
    ...(dismissal
      ? { dismissal_restrictions: restrictionsShape(state, `${url}/dismissal_restrictions`, dismissal) }
      : {}),
    ...(bypass
      ? { bypass_pull_request_allowances: restrictionsShape(state, `${url}/bypass_allowances`, bypass) }
      : {}),
    dismiss_stale_reviews: false,
    require_code_owner_reviews: false,
    require_last_push_approval: false,
    required_approving_review_count: 1,
    ...reviews
  }
}

function restrictionsShape(state: State, base: string, pushers: Pushers): JsonObject {
  const url = `${base}/restrictions`
  const { users = [], teams = [], apps = [] } = pushers
  return {
    url,
    users_url: `${url}/users`,
    teams_url: `${url}/teams`,
    apps_url: `${url}/apps`,
    users: users.map((login) => userShape(accountOf(state, login))),
    teams: teams.map((slug) => ({ id: 1, name: slug, slug, permission: 'push' })),
    apps: apps.map((slug) => ({ id: 1, name: slug, slug }))
  }
}

/** The rule in events, which names the fields otherwise than the API. */
export function ruleShape(repository: Repository, branch: string): JsonObject {
  const body = protectionsOf(repository).classic.get(branch)
  const level = (isOn = false) => (isOn ? 'everyone' : 'off')
  return {
    id: repository.id,
    repository_id: repository.id,
    name: branch,
    pull_request_reviews_enforcement_level: level(Boolean(body?.required_pull_request_reviews)),
    required_status_checks: checksIn(body?.required_status_checks).map(({ context }) => context),
    linear_history_requirement_enforcement_level: level(body?.required_linear_history),
    admin_enforced: body?.enforce_admins ?? false,
    allow_force_pushes_enforcement_level: level(body?.allow_force_pushes),
    allow_deletions_enforcement_level: level(body?.allow_deletions),
    authorized_actors_only: Boolean(body?.restrictions)
  }
}

export const rulesetShape = (
  repository: Repository,
  { id, include, rules, enforcement }: Ruleset
): JsonObject => ({
  id,
  name: `ruleset ${id}`,
  target: 'branch',
  source_type: 'Repository',
  source: fullName(repository),
  enforcement,
  conditions: { ref_name: { include, exclude: [] } },
  rules
})
