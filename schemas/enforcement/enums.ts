// Enumerations of enforcement.

export const POLICY_MODES = ['enforce', 'audit'] as const
export type PolicyMode = (typeof POLICY_MODES)[number]

export const VIOLATION_STATUSES = ['open', 'remediated', 'suppressed'] as const
export type ViolationStatus = (typeof VIOLATION_STATUSES)[number]

/** The service itself, somebody else, or a change of the policy. */
export const VIOLATION_ENDS = ['auto', 'external', 'policy_change'] as const
export type ViolationEnd = (typeof VIOLATION_ENDS)[number]

/** The rules of policies, in the words of branch rules. */
export const POLICY_FIELDS = [
  'required_reviews',
  'require_linear_history',
  'allow_force_pushes',
  'allow_deletions',
  'enforce_admins',
  'require_status_checks',
  'required_status_check_contexts',
  'require_signed_commits'
] as const
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
