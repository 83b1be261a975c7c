// What protects the branches of a repository: the protection of a branch and rulesets, with their events and routes.
import { objectAt } from '#host/payload.js'
import type { JsonObject } from '#schemas/common.js'
import type { HostAnswer } from '../harness/host.js'
import { announce } from './events.js'
import { refusal } from './faults.js'
import { hostWritesOf } from './host-writes.js'
import { pageOf } from './pages.js'
import { API, linked, type RepositoryRoute, type Visit } from './routes.js'
import { userShape } from './shapes.js'
import { accountOf, fullName, type Repository, type State } from './state.js'

/** A protection as it is sent; what is left out is off. */
export interface ProtectionBody {
  required_status_checks?: ChecksBody | null
  enforce_admins?: boolean
  required_pull_request_reviews?: ReviewsBody | null
  /** Logins and slugs. */
  restrictions?: Pushers | null
  required_linear_history?: boolean
  allow_force_pushes?: boolean
  allow_deletions?: boolean
  block_creations?: boolean
  required_conversation_resolution?: boolean
  lock_branch?: boolean
  allow_fork_syncing?: boolean
  /** The host changes it at an address of its own. */
  required_signatures?: boolean
}

interface ChecksBody {
  strict: boolean
  /** Names alone, or with the App that has to report each. */
  contexts?: string[]
  checks?: { context: string; app_id?: number | null }[]
}

interface ReviewsBody {
  required_approving_review_count?: number
  dismiss_stale_reviews?: boolean
  require_code_owner_reviews?: boolean
  require_last_push_approval?: boolean
  dismissal_restrictions?: Pushers
  bypass_pull_request_allowances?: Pushers
}

interface Pushers {
  users?: string[]
  teams?: string[]
  apps?: string[]
}

export interface RulesetFacts {
  /** `~ALL`, `~DEFAULT_BRANCH` or `refs/heads/…`. */
  include?: string[]
  rules: JsonObject[]
  enforcement?: 'active' | 'evaluate' | 'disabled'
}

export interface Ruleset extends Required<RulesetFacts> {
  id: number
}

export interface Protections {
  /** By branch. */
  classic: Map<string, ProtectionBody>
  areOff: boolean
  rulesets: Ruleset[]
  /** Whether the plan of the owner has none for private repositories. */
  isPlanFree: boolean
}

const protectionsByRepository = new WeakMap<Repository, Protections>()

export function protectionsOf(repository: Repository): Protections {
  const known = protectionsByRepository.get(repository)
  if (known) return known
  const created: Protections = { classic: new Map(), areOff: false, rulesets: [], isPlanFree: false }
  protectionsByRepository.set(repository, created)
  return created
}

/** When the commit at the tip of a branch was made. */
const commitDates = new WeakMap<Repository, Map<string, Date>>()

export function protectionMutations(state: State) {
  const tell = (repository: Repository, action: string, branch: string) =>
    announce(state, repository, 'branch_protection_rule', { action, rule: ruleShape(repository, branch) })
  const tellRuleset = (repository: Repository, action: string, ruleset: Ruleset) =>
    announce(state, repository, 'repository_ruleset', {
      action,
      repository_ruleset: rulesetShape(repository, ruleset)
    })
  return {
    /** At a commit that is as old as the repository, if no other is given. */
    addBranch(repository: Repository, branch: string, tip: { sha?: string; at?: Date } = {}): void {
      hostWritesOf(repository).refs.set(branch, tip.sha ?? 'a'.repeat(40))
      const dates = commitDates.get(repository) ?? new Map<string, Date>()
      commitDates.set(repository, dates.set(branch, tip.at ?? repository.createdAt))
    },
    /** A branch takes its protection with it. */
    removeBranch(repository: Repository, branch: string): void {
      hostWritesOf(repository).refs.delete(branch)
      protectionsOf(repository).classic.delete(branch)
    },
    /** Replaces the protection of the branch, which it creates if there is none. */
    protectBranch(repository: Repository, branch: string, body: ProtectionBody = {}) {
      const { classic } = protectionsOf(repository)
      const action = classic.has(branch) ? 'edited' : 'created'
      const { refs } = hostWritesOf(repository)
      if (!refs.has(branch)) refs.set(branch, 'a'.repeat(40))
      classic.set(branch, body)
      return tell(repository, action, branch)
    },
    unprotectBranch(repository: Repository, branch: string) {
      protectionsOf(repository).classic.delete(branch)
      return tell(repository, 'deleted', branch)
    },
    /** Switches the protections of all branches off, or on again. */
    switchProtections(repository: Repository) {
      const protections = protectionsOf(repository)
      protections.areOff = !protections.areOff
      const action = protections.areOff ? 'disabled' : 'enabled'
      return announce(state, repository, 'branch_protection_configuration', { action })
    },
    addRuleset(repository: Repository, facts: RulesetFacts) {
      const whole = { include: ['~DEFAULT_BRANCH'], enforcement: 'active' as const, ...facts }
      const ruleset: Ruleset = { id: state.nextId(), ...whole }
      protectionsOf(repository).rulesets.push(ruleset)
      return { ruleset, events: tellRuleset(repository, 'created', ruleset) }
    },
    removeRuleset(repository: Repository, ruleset: Ruleset) {
      const protections = protectionsOf(repository)
      protections.rulesets = protections.rulesets.filter((one) => one !== ruleset)
      return tellRuleset(repository, 'deleted', ruleset)
    },
    /** The owner of the repository no longer pays, or pays again; the host sends nothing. */
    changePlan(repository: Repository): void {
      const protections = protectionsOf(repository)
      protections.isPlanFree = !protections.isPlanFree
    }
  }
}

const UNDER = 'GET /repos/{owner}/{repo}'
const NO_BRANCH = refusal(404, 'Branch not found')
const NOT_PROTECTED = refusal(404, 'Branch not protected')
const NOT_PAID = refusal(403, 'Upgrade to GitHub Pro or make this repository public to enable this feature.')

const PUT = 'PUT /repos/{owner}/{repo}/branches/{branch}/protection'
const SIGNATURES = /^\/branches\/([^/]+)\/protection\/required_signatures$/

export const PROTECTION_ROUTES: RepositoryRoute[] = [
  { name: `${UNDER}/branches`, path: /^\/branches$/, answer: branches },
  { name: `${UNDER}/branches/{branch}`, path: /^\/branches\/([^/]+)$/, answer: branch },
  { method: 'PUT', name: PUT, path: /^\/branches\/([^/]+)\/protection$/, answer: protect },
  { method: 'POST', name: 'POST signatures', path: SIGNATURES, answer: (visit) => sign(visit, true) },
  { method: 'DELETE', name: 'DELETE signatures', path: SIGNATURES, answer: (visit) => sign(visit, false) },
  {
    name: `${UNDER}/branches/{branch}/protection`,
    path: /^\/branches\/([^/]+)\/protection$/,
    answer: protection
  },
  { name: `${UNDER}/rules/branches/{branch}`, path: /^\/rules\/branches\/([^/]+)$/, answer: rules }
]

function branches({ repository, query, url }: Visit): HostAnswer {
  const wanted = query.get('protected')
  const isWanted = (name: string) => wanted === null || String(isProtected(repository, name)) === wanted
  const names = [...hostWritesOf(repository).refs.keys()].filter(isWanted).sort()
  const page = pageOf(names, query)
  return {
    body: page.rows.map((name) => branchShape(repository, name)),
    headers: linked(`${url}/repositories/${repository.id}/branches`, query, page.links)
  }
}

function branch({ repository, part: name }: Visit): HostAnswer {
  if (!hostWritesOf(repository).refs.has(name)) return NO_BRANCH
  const shape = branchShape(repository, name)
  const date = (commitDates.get(repository)?.get(name) ?? repository.createdAt).toISOString()
  return { body: { ...shape, commit: { ...objectAt(shape, 'commit'), commit: { committer: { date } } } } }
}

function protection({ state, repository, part: branch }: Visit): HostAnswer {
  if (isNotPaid(repository)) return NOT_PAID
  if (!hostWritesOf(repository).refs.has(branch)) return NO_BRANCH
  const body = classicOf(repository, branch)
  return body ? { body: protectionShape(state, { repository, branch }, body) } : NOT_PROTECTED
}

const wrote = (repository: Repository, what: string) => void hostWritesOf(repository).written.push(what)

/** Replaces the whole protection; what is left out is off. Signatures have an address of their own. */
function protect({ state, repository, part: branch, body }: Visit): HostAnswer {
  if (isNotPaid(repository)) return NOT_PAID
  if (!hostWritesOf(repository).refs.has(branch)) return NO_BRANCH
  const { classic } = protectionsOf(repository)
  // Cast: the service sends what the host asks for.
  const sent = {
    ...(body as ProtectionBody),
    required_signatures: classic.get(branch)?.required_signatures ?? false
  }
  classic.set(branch, sent)
  wrote(repository, `protection of ${branch}`)
  return { body: protectionShape(state, { repository, branch }, sent) }
}

function sign({ repository, part: branch }: Visit, enabled: boolean): HostAnswer {
  const body = classicOf(repository, branch)
  if (!body) return NOT_PROTECTED
  body.required_signatures = enabled
  wrote(repository, `${enabled ? 'signatures' : 'no signatures'} on ${branch}`)
  return enabled ? { body: { enabled } } : { status: 204, body: '' }
}

function rules({ repository, part: branch, query, url }: Visit): HostAnswer {
  if (isNotPaid(repository)) return NOT_PAID
  const page = pageOf(rulesFor(repository, branch), query)
  const address = `${url}/repositories/${repository.id}/rules/branches/${encodeURIComponent(branch)}`
  return { body: [...page.rows], headers: linked(address, query, page.links) }
}

const isNotPaid = (repository: Repository) => repository.private && protectionsOf(repository).isPlanFree

function classicOf(repository: Repository, branch: string): ProtectionBody | undefined {
  const { classic, areOff } = protectionsOf(repository)
  return areOff ? undefined : classic.get(branch)
}

function rulesFor(repository: Repository, branch: string): JsonObject[] {
  const includes = ['~ALL', `refs/heads/${branch}`]
  if (branch === repository.defaultBranch) includes.push('~DEFAULT_BRANCH')
  return protectionsOf(repository)
    .rulesets.filter(({ enforcement }) => enforcement === 'active')
    .filter(({ include }) => include.some((one) => includes.includes(one)))
    .flatMap(({ id, rules }) =>
      rules.map((rule) => ({
        ...rule,
        ruleset_source_type: 'Repository',
        ruleset_source: fullName(repository),
        ruleset_id: id
      }))
    )
}

const isProtected = (repository: Repository, branch: string) =>
  classicOf(repository, branch) !== undefined || rulesFor(repository, branch).length > 0

const addressOf = (repository: Repository, branch: string) =>
  `${API}/repos/${fullName(repository)}/branches/${encodeURIComponent(branch)}/protection`

function branchShape(repository: Repository, name: string): JsonObject {
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

function protectionShape(
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
function ruleShape(repository: Repository, branch: string): JsonObject {
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

const rulesetShape = (repository: Repository, { id, include, rules, enforcement }: Ruleset): JsonObject => ({
  id,
  name: `ruleset ${id}`,
  target: 'branch',
  source_type: 'Repository',
  source: fullName(repository),
  enforcement,
  conditions: { ref_name: { include, exclude: [] } },
  rules
})
