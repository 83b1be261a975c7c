// Policies: created, changed and deleted by people.
import type { Deps, Tx } from '#deps.js'
import { asksOfBranches, findPatternFault, reaches } from '#domain/enforcement/policies.js'
import { repositoryRuleFaults } from '#domain/enforcement/repository-rule-faults.js'
import { asksOfRepository } from '#domain/enforcement/repository-rules.js'
import { findFilterFault, isGlob, repositoryMatcher } from '#domain/text/repository-filter.js'
import {
  installationNotFound,
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
  type PolicyRow,
  policyById,
  policyShown,
  updatePolicyRow
} from '#store/enforcement/policies.js'
import { type ActiveInstallation, activeInstallations } from '#store/mirror/installations.js'
import { lookUpRepository } from '#store/mirror/repositories.js'
import { type GovernedOutcome, govern, type Initiator } from '../maintenance/governance.js'
import { policyFieldsOf, policyValuesOf } from './policy-values.js'

export function createPolicy(deps: Deps, by: Initiator, body: PolicyBody): Promise<Policy> {
  const target = { type: 'policy' as const, id: String(body?.name ?? '') }
  return govern(deps, { by, action: 'policy.create', target }, async () => {
    const { installation_id: installationId, ...given } = body
    const values = { ...POLICY_DEFAULTS, ...given, name: given.name.trim() }
    const installation = await installationOf(deps, installationId, values.repo_filter)
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

/** A filter that names one known repository says which installation is meant. */
async function installationOf(
  { db }: Deps,
  given: number | undefined,
  filter: string | null
): Promise<ActiveInstallation> {
  const known = await activeInstallations(db)
  const named = given ?? (await installationNamedBy(db, filter))
  if (named === undefined) {
    const [only, another] = known
    if (!only || another) throw installationUnclear(known.length)
    return only
  }
  const found = known.find(({ hostId }) => hostId === named)
  if (!found) throw installationNotFound(named)
  return found
}

async function installationNamedBy(db: Deps['db'], filter: string | null): Promise<number | undefined> {
  if (filter === null || isGlob(filter)) return undefined
  return (await lookUpRepository(db, filter))?.installationId ?? undefined
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
