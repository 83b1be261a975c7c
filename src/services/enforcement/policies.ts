// Policies: created, changed and deleted by people.
import type { Deps, Tx } from '#deps.js'
import { asksOfBranches, findPatternFault, reaches } from '#domain/enforcement/policies.js'
import { repositoryRuleFaults } from '#domain/enforcement/repository-rule-faults.js'
import { asksOfRepository } from '#domain/enforcement/repository-rules.js'
import { findFilterFault, repositoryMatcher } from '#domain/text/repository-filter.js'
import {
  installationUnclear,
  invalidPolicy,
  policyNameTaken,
  policyNotFound,
  tooManyPolicies
} from '#errors/enforcement.js'
import type { JsonObject } from '#schemas/common.js'
import {
  MOST_MATCHED_BRANCHES,
  MOST_POLICIES,
  POLICY_DEFAULTS,
  type Policy,
  type PolicyBody,
  type PolicyDetail,
  type PolicyPatch,
  type PolicyValues
} from '#schemas/enforcement/policies.js'
import {
  countPolicies,
  insertPolicy,
  isNameTaken,
  knownBranches,
  lockPolicies,
  lockPolicy,
  markPolicyDeleted,
  type NamedPolicy,
  type PolicyFields,
  type PolicyRow,
  policyById,
  policyShown,
  updatePolicyRow
} from '#store/enforcement/policies.js'
import { type ActiveInstallation, activeInstallations } from '#store/mirror/installations.js'
import { type GovernedOutcome, govern, type Initiator } from '../maintenance/governance.js'
import { type NamedInstallation, namedInstallation } from '../mirror/named-installation.js'

export function createPolicy(deps: Deps, by: Initiator, body: PolicyBody): Promise<Policy> {
  const target = { type: 'policy' as const, id: String(body?.name ?? '') }
  return govern(deps, { by, action: 'policy.create', target }, async () => {
    const { installation_id: installationId, ...given } = body
    const values = { ...POLICY_DEFAULTS, ...given, name: given.name.trim() }
    const installation = await policyInstallation(deps, { given: installationId, filter: values.repo_filter })
    assertPossible(values, installation)
    return async (tx) => {
      await lockPolicies(tx, installation.hostId)
      if ((await countPolicies(tx, installation.hostId)) >= MOST_POLICIES)
        throw tooManyPolicies(MOST_POLICIES)
      const fields = { installationId: installation.hostId, ...policyFieldsOf(values) }
      await assertNameIsFree(tx, fields)
      const id = await insertPolicy(tx, fields, deps.now())
      return outcomeOf(await shownPolicy(tx, id), { before: null, after: plain(values) })
    }
  })
}

export interface PolicyChange {
  by: Initiator
  id: number
}

export function changePolicy(deps: Deps, { by, id }: PolicyChange, patch: PolicyPatch): Promise<Policy> {
  const target = { type: 'policy' as const, id: String(id) }
  return govern(deps, { by, action: 'policy.update', target }, async () => {
    const installations = await activeInstallations(deps.db)
    const known = await policyById(deps.db, id)
    if (!known) throw policyNotFound(id)
    return async (tx) => {
      await lockPolicies(tx, known.installationId)
      const row = await lockedPolicy(tx, id)
      const before = policyValuesOf(row)
      const after = { ...before, ...patch, name: (patch.name ?? before.name).trim() }
      const installation = installations.find(({ hostId }) => hostId === row.installationId)
      assertPossible(after, installation)
      await assertNameIsFree(tx, { ...row, name: after.name })
      await updatePolicyRow(tx, id, policyFieldsOf(after), deps.now())
      if (isNarrower(before, after)) await deps.queue.enqueue(tx, 'enforcement.settle', [settleJob(id)])
      return outcomeOf(await shownPolicy(tx, id), { before: plain(before), after: plain(after) })
    }
  })
}

/** What it reached may be out of its reach. */
const isNarrower = (before: PolicyValues, after: PolicyValues) =>
  before.repo_filter !== after.repo_filter ||
  before.branch_pattern !== after.branch_pattern ||
  (before.enabled && !after.enabled) ||
  asksLess(before, after)

/** Nothing of branches, or of repositories, any more: then nothing of the kind is compared again. */
function asksLess(before: PolicyValues, after: PolicyValues): boolean {
  const [had, has] = [policyFieldsOf(before), policyFieldsOf(after)]
  return (asksOfBranches(had) && !asksOfBranches(has)) || (asksOfRepository(had) && !asksOfRepository(has))
}

const settleJob = (policyId: number) => ({ payload: { policy_id: policyId }, singletonKey: String(policyId) })

/** Its violations follow, repository by repository. */
export function deletePolicy(deps: Deps, { by, id }: PolicyChange): Promise<{ deleted: boolean }> {
  const target = { type: 'policy' as const, id: String(id) }
  return govern(deps, { by, action: 'policy.delete', target }, async () => async (tx) => {
    const row = await lockedPolicy(tx, id)
    const { open_violation_count } = await shownPolicy(tx, id)
    await markPolicyDeleted(tx, id, deps.now())
    await deps.queue.enqueue(tx, 'enforcement.settle', [settleJob(id)])
    const payload = { before: plain(policyValuesOf(row)), after: null, open_violation_count }
    return { reply: { deleted: true }, payload, evidence: evidenceOf('policy_deleted') }
  })
}

export async function loadPolicy({ db }: Deps, id: number): Promise<PolicyDetail> {
  const [row, shown] = await Promise.all([policyById(db, id), policyShown(db, id)])
  if (!row || !shown) throw policyNotFound(id)
  const matches = repositoryMatcher(row.repoFilter)
  const repositories = (await knownBranches(db, row.installationId)).filter(({ fullName }) =>
    matches(fullName)
  )
  const branches = repositories.flatMap(({ fullName, branches }) =>
    branches
      .filter((branch) => reaches(row, fullName, branch))
      .map((branch) => ({ repo_full_name: fullName, branch }))
  )
  return {
    ...shown,
    matched_repos: repositories.length,
    matched_branches: branches.slice(0, MOST_MATCHED_BRANCHES)
  }
}

/** Call this while the policies of the installation are locked. */
async function assertNameIsFree(tx: Tx, policy: NamedPolicy): Promise<void> {
  if (await isNameTaken(tx, policy)) throw policyNameTaken(policy.name)
}

async function lockedPolicy(tx: Tx, id: number): Promise<PolicyRow> {
  const row = await lockPolicy(tx, id)
  if (!row) throw policyNotFound(id)
  return row
}

async function shownPolicy(tx: Tx, id: number): Promise<Policy> {
  const shown = await policyShown(tx, id)
  if (!shown) throw policyNotFound(id)
  return shown
}

function outcomeOf(reply: Policy, payload: JsonObject): GovernedOutcome<Policy> {
  const word = payload['before'] === null ? 'policy_created' : 'policy_updated'
  return { reply, payload: { ...payload, policy_id: reply.id }, evidence: evidenceOf(word) }
}

const evidenceOf = (eventType: string) => ({ category: 'config_change' as const, eventType, repo: null })

/** What no filter names can only be the one that there is. */
async function policyInstallation({ db }: Deps, named: NamedInstallation): Promise<ActiveInstallation> {
  const installation = await namedInstallation(db, named)
  if (installation) return installation
  const [only, ...others] = await activeInstallations(db)
  if (!only || others.length > 0) throw installationUnclear(others.length + (only ? 1 : 0))
  return only
}

function assertPossible(values: PolicyValues, installation: ActiveInstallation | undefined): void {
  const { name, repo_filter, branch_pattern } = values
  if (name === '') throw invalidPolicy('name', 'must not be blank')
  const filterFault =
    repo_filter === null ? undefined : findFilterFault(repo_filter, installation?.account ?? null)
  if (filterFault !== undefined) throw invalidPolicy('repo_filter', filterFault)
  const patternFault = findPatternFault(branch_pattern)
  if (patternFault !== undefined) throw invalidPolicy('branch_pattern', patternFault)
  const [fault] = repositoryRuleFaults(values)
  if (fault) throw invalidPolicy(fault.rule, fault.message)
}

const plain = (values: PolicyValues): JsonObject => ({ ...values })

function policyFieldsOf(values: PolicyValues): Omit<PolicyFields, 'installationId'> {
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
function policyValuesOf(row: PolicyRow): PolicyValues {
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
