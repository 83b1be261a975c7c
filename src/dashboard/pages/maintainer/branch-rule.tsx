// A rule of a protected branch: what it says in words, and how it is changed.
import { putBranchRule } from '../../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { formatCount } from '../../kit/format.js'
import { ActionButton } from '../../kit/forms/action-button.js'
import { PendingChanges } from '../../kit/forms/changes.js'
import { draftsOf } from '../../kit/forms/drafts.js'
import { changedValues, NOTHING_CHANGED } from '../../kit/forms/edits.js'
import type { Fields } from '../../kit/forms/fields.js'
import type { FormValues } from '../../kit/forms/schema-form.js'

type BranchRule = Schemas['BranchRule']

interface BranchOf {
  owner: string
  repo: string
}

/** What holds for the branch, one statement each. */
export function ruleStatements(rule: BranchRule): string[] {
  const { required_reviews: reviews, required_status_checks: checks, push_allowlist: pushers } = rule
  const statements: (readonly [holds: boolean, statement: string])[] = [
    [reviews > 0, formatCount(reviews, 'approval', 'approvals')],
    [rule.require_code_owner_reviews, 'code owners approve'],
    [rule.dismiss_stale_reviews, 'new commits dismiss approvals'],
    [rule.require_status_checks, `checks pass: ${checks.join(', ') || 'any'}`],
    [rule.require_up_to_date_branch, 'up to date before merging'],
    [rule.require_signed_commits, 'signed commits'],
    [rule.require_linear_history, 'no merge commits'],
    [rule.restrict_pushes, `pushed by ${pushers.join(', ') || 'nobody'}`],
    [!rule.allow_force_pushes, 'no force pushes'],
    [!rule.allow_deletions, 'no deletion'],
    [rule.enforce_admins, 'binds administrators']
  ]
  return statements.filter(([holds]) => holds).map(([, statement]) => statement)
}

const MEANING =
  'The host makes the change at once. A dry run of the repository, or a policy that asks for more, may say otherwise.'

export function EditBranchRule({ rule }: { rule: BranchRule }) {
  const { repo_owner: owner, repo_name: repo, pattern } = rule
  return (
    <ActionButton
      label="Edit"
      about={`${pattern} of ${owner}/${repo}`}
      explanation={MEANING}
      fields={putBranchRule}
      initial={draftsOf(putBranchRule, rule)}
      preview={(values) => (
        <PendingChanges stored={rule} changed={changedValues(putBranchRule, rule, values)} />
      )}
      done="The rule was changed."
      send={async (values) => {
        const changed = changedValues(putBranchRule, rule, values)
        return Object.keys(changed).length === 0
          ? NOTHING_CHANGED
          : putRule({ owner, repo, pattern }, changed)
      }}
    />
  )
}

function putRule(path: BranchOf & { pattern: string }, values: FormValues) {
  // Cast: the form has the fields of the document, and leaves out what is empty.
  const body = values as Schemas['ProtectionWish']
  return callApi(
    apiClient.PUT('/api/maintainer/branch-rules/{owner}/{repo}/{pattern}', { params: { path }, body })
  )
}

const LONGEST_BRANCH_NAME = 255
const BRANCH: Fields = {
  branch: {
    type: 'string',
    required: true,
    minLength: 1,
    maxLength: LONGEST_BRANCH_NAME,
    description: 'Name of the branch, without wildcards.'
  }
}

/** Protects a branch that has no rule yet. */
export function ProtectBranch({ of }: { of: BranchOf }) {
  return (
    <ActionButton
      label="Protect a branch"
      explanation="What is left out keeps its value; a branch without a protection gets one that forbids force pushes and deletions."
      fields={Object.assign({}, BRANCH, putBranchRule)}
      done="The branch is protected."
      send={async (values) => {
        const { branch, ...wish } = values
        if (Object.keys(wish).length === 0) return NOTHING_CHANGED
        return putRule({ owner: of.owner, repo: of.repo, pattern: String(branch) }, wish)
      }}
    />
  )
}
