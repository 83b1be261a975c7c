// The rules of protected branches.
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { HostBranchRule } from '#domain/mirror/branch-rules.js'
import { branchRules } from '#tables/mirror/branch-rules.js'
import { repositories } from '#tables/mirror/repositories.js'
import type { TalliedTx } from '../counters/tallies.js'
import { type Db, excluded, type Tx } from '../sql/database.js'

export interface KnownBranchRule {
  rule: HostBranchRule
  compliant: boolean | null
}

/** What the host says of a branch. */
const RULE = {
  pattern: branchRules.pattern,
  hostRuleId: branchRules.hostRuleId,
  requiredReviews: branchRules.requiredReviews,
  dismissStaleReviews: branchRules.dismissStaleReviews,
  requireCodeOwnerReviews: branchRules.requireCodeOwnerReviews,
  requireStatusChecks: branchRules.requireStatusChecks,
  requiredStatusChecks: branchRules.requiredStatusChecks,
  requireUpToDateBranch: branchRules.requireUpToDateBranch,
  enforceAdmins: branchRules.enforceAdmins,
  restrictPushes: branchRules.restrictPushes,
  pushAllowlist: branchRules.pushAllowlist,
  allowForcePushes: branchRules.allowForcePushes,
  allowDeletions: branchRules.allowDeletions,
  requireSignedCommits: branchRules.requireSignedCommits,
  requireLinearHistory: branchRules.requireLinearHistory
}

const within = (repoId: number, branch: string | undefined) =>
  and(eq(branchRules.repoId, repoId), branch === undefined ? undefined : eq(branchRules.pattern, branch))

/** Of one branch or of all, by the name of the branch. */
export async function branchRulesOf(
  db: Db | Tx,
  repoId: number,
  branch?: string
): Promise<Map<string, KnownBranchRule>> {
  const rows = await db
    .select({ rule: RULE, compliant: branchRules.compliant })
    .from(branchRules)
    .where(within(repoId, branch))
  return new Map(rows.map((row) => [row.rule.pattern, row]))
}

/** A statement has a limited number of parameters. */
const ROWS_AT_ONCE = 1_000

/** Leaves alone what enforcement found. */
export async function saveBranchRules(
  tx: TalliedTx,
  { repoId, live, at }: { repoId: number; live: boolean; at: Date },
  rules: readonly HostBranchRule[]
): Promise<void> {
  const repoFullName = sql`(select ${repositories.fullName} from ${repositories} where ${repositories.hostId} = ${repoId})`
  const row = { repoId, repoFullName, live, syncedAt: at, createdAt: at, updatedAt: at }
  const set = Object.fromEntries(Object.entries(RULE).map(([key, column]) => [key, excluded(column)]))
  for (let from = 0; from < rules.length; from += ROWS_AT_ONCE) {
    await tx
      .insert(branchRules)
      .values(rules.slice(from, from + ROWS_AT_ONCE).map((rule) => ({ ...rule, ...row })))
      .onConflictDoUpdate({
        target: [branchRules.repoId, branchRules.pattern],
        set: { ...set, updatedAt: at }
      })
  }
}

export async function deleteBranchRules(
  tx: TalliedTx,
  repoId: number,
  patterns: readonly string[]
): Promise<void> {
  if (patterns.length === 0) return
  const names = sql`(select json_array_elements_text(${JSON.stringify(patterns)}::json))`
  await tx.delete(branchRules).where(and(eq(branchRules.repoId, repoId), inArray(branchRules.pattern, names)))
}

export async function markBranchRulesRead(
  tx: Tx,
  { repoId, branch }: { repoId: number; branch: string | undefined },
  syncedAt: Date
): Promise<void> {
  await tx.update(branchRules).set({ syncedAt }).where(within(repoId, branch))
}

/** When the rule of a branch was last read; undefined if there is none. */
export async function ruleReadAt(tx: Tx, repoId: number, branch: string): Promise<Date | undefined> {
  const [row] = await tx
    .select({ syncedAt: branchRules.syncedAt })
    .from(branchRules)
    .where(within(repoId, branch))
  return row?.syncedAt
}
