// What protects the branches of a repository: the protection of a branch and rulesets.
import type { JsonObject } from '#schemas/common.js'
import { fullName, type Repository } from '../state.js'

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

export interface ChecksBody {
  strict: boolean
  /** Names alone, or with the App that has to report each. */
  contexts?: string[]
  checks?: { context: string; app_id?: number | null }[]
}

export interface ReviewsBody {
  required_approving_review_count?: number
  dismiss_stale_reviews?: boolean
  require_code_owner_reviews?: boolean
  require_last_push_approval?: boolean
  dismissal_restrictions?: Pushers
  bypass_pull_request_allowances?: Pushers
}

export interface Pushers {
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

export function classicOf(repository: Repository, branch: string): ProtectionBody | undefined {
  const { classic, areOff } = protectionsOf(repository)
  return areOff ? undefined : classic.get(branch)
}

export function rulesFor(repository: Repository, branch: string): JsonObject[] {
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

export const isProtected = (repository: Repository, branch: string) =>
  classicOf(repository, branch) !== undefined || rulesFor(repository, branch).length > 0
