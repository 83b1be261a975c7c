// Enumerations of enforcement.
import { enumeration } from '../enumeration.js'

export const POLICY_MODES = enumeration('PolicyMode', ['enforce', 'audit'])
export type PolicyMode = (typeof POLICY_MODES)[number]

export const VIOLATION_STATUSES = enumeration('ViolationStatus', ['open', 'remediated', 'suppressed'])
export type ViolationStatus = (typeof VIOLATION_STATUSES)[number]

/** The service itself, somebody else, or a change of the policy. */
export const VIOLATION_ENDS = enumeration('ViolationEnd', ['auto', 'external', 'policy_change'])
export type ViolationEnd = (typeof VIOLATION_ENDS)[number]

/** The rules of policies, in the words of branch rules. */
export const POLICY_FIELDS = enumeration('PolicyField', [
  'required_reviews',
  'require_linear_history',
  'allow_force_pushes',
  'allow_deletions',
  'enforce_admins',
  'require_status_checks',
  'required_status_check_contexts',
  'require_signed_commits'
])
export type PolicyField = (typeof POLICY_FIELDS)[number]

/** The rules of policies about a repository as a whole. */
export const REPOSITORY_RULES = [
  'required_files',
  'forbid_outside_admins',
  'forbid_dangerous_workflows',
  'allowed_actions',
  'read_only_workflow_token',
  'required_labels',
  'repository_settings'
] as const
export type RepositoryRule = (typeof REPOSITORY_RULES)[number]

/** Stands for the repository as a whole where violations name a branch: no branch can be called so. */
export const WHOLE_REPOSITORY = '*'

export const LONGEST_GLOB = 200
export const MOST_CONTEXTS = 100
