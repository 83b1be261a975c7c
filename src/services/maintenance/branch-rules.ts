// Changes of the protection of branches.
import type { Deps } from '#deps.js'
import { findWishConflict } from '#domain/host/protection.js'
import { branchHasWildcards, contradictoryRule } from '#errors/branch-rules.js'
import type { RepoParams } from '#schemas/common.js'
import type { ProtectionWish } from '#schemas/host/protection.js'
import type { BranchRule, BranchRuleUnchanged } from '#schemas/maintenance/branch-rules.js'
import { branchRuleAt } from '#store/maintenance/branch-rules.js'
import { repositoryById, repositoryByName } from '#store/mirror/repositories.js'
import { refreshBranchRule } from '../mirror/branch-rules.js'
import { repositoryAccessOf } from '../mirror/repository-access.js'
import { changeRefused } from './change-errors.js'
import type { Initiator } from './governance.js'
import { governAction, isMade, refusalOf, showNow, whyNot } from './governed-actions.js'

export interface ProtectedPlace {
  repo: RepoParams
  branch: string
  by: Initiator
}

export async function changeBranchRule(
  deps: Deps,
  { repo, branch, by }: ProtectedPlace,
  wish: ProtectionWish
): Promise<BranchRule | BranchRuleUnchanged> {
  const target = { type: 'branch_rule' as const, id: `${repo.owner}/${repo.repo}:${branch}` }
  const row = await governAction(deps, { by, action: 'branch_rule.update', target }, async () => {
    const { repoId } = await repositoryByName(deps.db, repo)
    if (WILDCARD.test(branch)) throw branchHasWildcards(branch)
    const conflict = findWishConflict(wish)
    if (conflict) throw contradictoryRule(conflict)
    const intent = { actionType: 'set-protection' as const, arguments: { branch, wish } }
    await assertPossible(deps, repoId, intent)
    return { ...intent, repoId, target: { type: 'branch', branch }, actionKey: `protection:${branch}` }
  })
  // The branch was there before the write: the host hides what may not be written.
  if (row.executedAt !== null && row.blockedReason === 'target_drifted')
    throw changeRefused({ reason: null, detail: row.errorMessage ?? '' })
  const updated = isMade(row)
  if (updated) await showNow(refreshBranchRule(deps, row.repoId, branch))
  const rule = updated ? await branchRuleAt(deps.db, row.repoId, branch) : undefined
  return rule ?? { updated, pattern: branch, action_id: row.id, ...whyNot(row) }
}

/** Names of branches cannot contain these. */
const WILDCARD = /[*?[\\]/

/** What the host has decides as well: it is asked before an action is proposed. */
async function assertPossible(
  deps: Deps,
  repoId: number,
  intent: { actionType: 'set-protection'; arguments: { branch: string; wish: ProtectionWish } }
): Promise<void> {
  const place = repositoryAccessOf(await repositoryById(deps.db, repoId))
  const order = { ...intent, number: 0, branch: '', marker: '', since: deps.now() }
  const state = await deps.host.effects.find(place, order)
  if (state.is === 'blocked') throw refusalOf(state)
}
