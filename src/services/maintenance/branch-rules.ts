// Changes of the protection of branches.
import type { Deps } from '#deps.js'
import { protectionKey } from '#domain/actions/actions.js'
import { findWishConflict } from '#domain/host/protection.js'
import { branchHasWildcards, contradictoryRule } from '#errors/maintenance.js'
import { fullNameOf, type RepoParams } from '#schemas/common.js'
import type { ProtectionWish } from '#schemas/host/protection.js'
import type { BranchRule, BranchRuleOutcome } from '#schemas/maintenance/branch-rules.js'
import { branchRuleAt } from '#store/maintenance/branch-rules.js'
import { repositoryByName } from '#store/mirror/repositories.js'
import { refreshBranchRule } from '../mirror/branch-rules.js'
import { changeRefused } from './change-errors.js'
import type { Initiator } from './governance.js'
import { findNow, governAction, isMade, refusalOf, showNow, whyNot } from './governed-actions.js'

export interface ProtectedPlace {
  repo: RepoParams
  branch: string
  by: Initiator
}

export async function changeBranchRule(
  deps: Deps,
  { repo, branch, by }: ProtectedPlace,
  wish: ProtectionWish
): Promise<BranchRule | BranchRuleOutcome> {
  const target = { type: 'branch_rule' as const, id: `${fullNameOf(repo)}:${branch}` }
  const row = await governAction(deps, { by, action: 'branch_rule.update', target }, async () => {
    const { repoId } = await repositoryByName(deps.db, repo)
    if (WILDCARD.test(branch)) throw branchHasWildcards(branch)
    const conflict = findWishConflict(wish)
    if (conflict) throw contradictoryRule(conflict)
    const intent = { actionType: 'set-protection' as const, arguments: { branch, wish } }
    // What the host has decides as well: it is asked before an action is proposed.
    const state = await findNow(deps, repoId, intent)
    if (state.is === 'blocked') throw refusalOf(state)
    return { ...intent, repoId, target: { type: 'branch', branch }, actionKey: protectionKey(branch) }
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
