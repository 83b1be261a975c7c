// Makes the mirrored branch rules of a repository equal to those of the host.
import { isDeepStrictEqual } from 'node:util'
import type { Deps } from '#deps.js'
import { tallyDifference } from '#domain/counters/tally.js'
import { branchRuleOf, type HostBranchRule } from '#domain/mirror/branch-rules.js'
import { talliesOfBranchRule } from '#domain/mirror/tallies.js'
import { changeTallied } from '#store/counters/tallies.js'
import {
  branchRulesOf,
  deleteBranchRules,
  markBranchRulesRead,
  saveBranchRules
} from '#store/mirror/branch-rules.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { repositoryById } from '#store/mirror/repositories.js'
import type { Tx } from '#store/sql/database.js'
import type { RepositoryPair } from '#store/sql/repository-table.js'
import { repositoryAccessOf } from './repository-access.js'
import type { TakenList, WalkCounts } from './sync/whole.js'

/** Rules that were read, of one branch or of all. */
type TakenRules = TakenList<HostBranchRule> & { branch?: string }

export async function replaceBranchRules(tx: Tx, taken: TakenRules): Promise<WalkCounts> {
  const held = await lockRepository(tx, taken.repoId)
  if (!held) return { seen: taken.items.length, changed: 0, gone: 0 }
  return writeBranchRules(tx, held, taken)
}

/** For callers that hold the repository. A rule keeps what enforcement found about it, until enforcement looks again. */
export async function writeBranchRules(
  tx: Tx,
  { live }: { live: boolean },
  { repoId, items, at, branch }: TakenRules
): Promise<WalkCounts> {
  const known = await branchRulesOf(tx, repoId, branch)
  const read = new Map(items.map((item) => [item.pattern, item]))
  const changed = items.filter((item) => !isDeepStrictEqual(item, known.get(item.pattern)?.rule))
  const gone = [...known.keys()].filter((pattern) => !read.has(pattern))
  const tallies = tallyDifference(
    [...known.values()].flatMap(talliesOfBranchRule),
    items.map(({ pattern }) => known.get(pattern) ?? UNCHECKED).flatMap(talliesOfBranchRule)
  )
  await changeTallied(tx, async (tallied) => {
    await deleteBranchRules(tallied, repoId, gone)
    await saveBranchRules(tallied, { repoId, live, at }, changed)
    return [{ repoId, tallies }]
  })
  await markBranchRulesRead(tx, { repoId, branch }, at)
  return { seen: items.length, changed: changed.length, gone: gone.length }
}

const UNCHECKED = { compliant: null }

/** After a change by the service itself. */
export async function refreshBranchRule(deps: Deps, repoId: number, branch: string): Promise<void> {
  const at = deps.now()
  const place = repositoryAccessOf(await repositoryById(deps.db, repoId))
  const rule = branchRuleOf(await deps.host.protectedBranch(place, branch))
  const items = rule ? [rule] : []
  await deps.transaction((tx) => replaceBranchRules(tx, { repoId, items, at, branch }))
}

/** The rules of the repository that replaces it are read from the host. */
export async function forgetBranchRules(tx: Tx, { orphan }: RepositoryPair): Promise<void> {
  await replaceBranchRules(tx, { repoId: orphan, items: [], at: new Date(0) })
}
