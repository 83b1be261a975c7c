// What policies ask for, in words.
import type { Schemas } from '../../kit/api.js'
import { formatCount, inWords } from '../../kit/format.js'

type Policy = Schemas['Policy']

export interface AskedRule {
  rule: string
  asked: string
}

const flagged = (rule: string, asked: string, value: boolean | null): AskedRule[] =>
  value ? [{ rule, asked }] : []

const listed = (rule: string, values: readonly string[] | null): AskedRule[] =>
  values === null || values.length === 0 ? [] : [{ rule, asked: values.join(', ') }]

/** Only what the policy has an opinion on: null and false ask for nothing. */
export function askedOf(policy: Policy): AskedRule[] {
  return [...askedOfBranches(policy), ...askedOfRepository(policy)]
}

function askedOfBranches(policy: Policy): AskedRule[] {
  const { min_reviews: reviews } = policy
  return [
    ...(reviews
      ? [{ rule: 'Approvals', asked: `${formatCount(reviews, 'approval', 'approvals')} at least` }]
      : []),
    ...flagged('Commits', 'are signed', policy.require_signed_commits),
    ...flagged('History', 'is linear', policy.require_linear_history),
    ...flagged('Force pushes', 'are forbidden', policy.block_force_pushes),
    ...flagged('Deletion', 'is forbidden', policy.block_deletions),
    ...flagged('Administrators', 'are bound too', policy.enforce_admins),
    ...flagged('Status checks', 'pass', policy.require_status_checks),
    ...listed('These checks', policy.required_status_check_contexts)
  ]
}

function askedOfRepository(policy: Policy): AskedRule[] {
  return [
    ...listed('Files', policy.required_files),
    ...flagged('Outside administrators', 'are forbidden', policy.forbid_outside_admins),
    ...flagged('Dangerous workflows', 'are forbidden', policy.forbid_dangerous_workflows),
    ...listed('Allowed actions', policy.allowed_actions),
    ...flagged('Workflow token', 'may only read', policy.read_only_workflow_token),
    ...listed('Labels', Object.keys(policy.required_labels)),
    ...listed('Settings', settingWords(policy.repository_settings))
  ]
}

const settingWords = (settings: object): string[] =>
  Object.entries(settings).map(([name, value]) => `${name}: ${inWords(value)}`)

export function reachOf({ repo_filter, branch_pattern }: Policy): string {
  return `${branch_pattern} of ${repo_filter ?? 'every repository'}`
}

export const MODE_WORDS: Record<Policy['mode'], string> = { enforce: 'corrects', audit: 'only reports' }

export const policyPath = (id: number): string => `/dashboard/policies/${id}`
