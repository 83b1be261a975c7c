// The values of policies, as people give them and as rows keep them.
import type { PolicyValues } from '#schemas/enforcement/policies.js'
import type { PolicyFields, PolicyRow } from '#store/enforcement/policies.js'

export function policyFieldsOf(values: PolicyValues): Omit<PolicyFields, 'installationId'> {
  return {
    name: values.name,
    description: values.description,
    repoFilter: values.repo_filter,
    branchPattern: values.branch_pattern,
    minReviews: values.min_reviews,
    requireSignedCommits: values.require_signed_commits,
    requireLinearHistory: values.require_linear_history,
    blockForcePushes: values.block_force_pushes,
    blockDeletions: values.block_deletions,
    enforceAdmins: values.enforce_admins,
    requireStatusChecks: values.require_status_checks,
    requiredStatusCheckContexts: values.required_status_check_contexts,
    requiredFiles: values.required_files,
    forbidOutsideAdmins: values.forbid_outside_admins,
    forbidDangerousWorkflows: values.forbid_dangerous_workflows,
    allowedActions: values.allowed_actions,
    readOnlyWorkflowToken: values.read_only_workflow_token,
    requiredLabels: values.required_labels,
    repositorySettings: values.repository_settings,
    mode: values.mode,
    enabled: values.enabled
  }
}

/** As people see them. */
export function policyValuesOf(row: PolicyRow): PolicyValues {
  return {
    name: row.name,
    description: row.description,
    repo_filter: row.repoFilter,
    branch_pattern: row.branchPattern,
    min_reviews: row.minReviews,
    require_signed_commits: row.requireSignedCommits,
    require_linear_history: row.requireLinearHistory,
    block_force_pushes: row.blockForcePushes,
    block_deletions: row.blockDeletions,
    enforce_admins: row.enforceAdmins,
    require_status_checks: row.requireStatusChecks,
    required_status_check_contexts: row.requiredStatusCheckContexts,
    required_files: row.requiredFiles,
    forbid_outside_admins: row.forbidOutsideAdmins,
    forbid_dangerous_workflows: row.forbidDangerousWorkflows,
    allowed_actions: row.allowedActions,
    read_only_workflow_token: row.readOnlyWorkflowToken,
    required_labels: row.requiredLabels,
    repository_settings: row.repositorySettings,
    mode: row.mode,
    enabled: row.enabled
  }
}
