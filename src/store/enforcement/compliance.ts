// What enforcement found about branch rules that the mirror shows.
import { and, eq, inArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { tallyDifference } from '#domain/counters/tally.js'
import { talliesOfBranchRule } from '#domain/mirror/tallies.js'
import { branchRules } from '#tables/mirror/branch-rules.js'
import { changeTallied } from '../counters/tallies.js'
import type { Tx } from '../sql/database.js'

const before = alias(branchRules, 'before')

interface Compliance {
  compliant: boolean
  violationIds: readonly number[]
  at: Date
}

/** Nothing where the mirror shows no rule: an unprotected branch has none. */
export async function saveCompliance(
  tx: Tx,
  { repoId, branch }: { repoId: number; branch: string },
  { compliant, violationIds, at }: Compliance
): Promise<void> {
  const ofRule = (row: typeof branchRules | typeof before) =>
    and(eq(row.repoId, repoId), eq(row.pattern, branch))
  await changeTallied(tx, async (tallied) => {
    const [known] = await tallied
      .update(branchRules)
      .set({ compliant, violationIds: [...violationIds], lastCheckedAt: at })
      .from(before)
      .where(and(ofRule(branchRules), ofRule(before)))
      .returning({ compliant: before.compliant })
    if (!known) return []
    const tallies = tallyDifference(talliesOfBranchRule(known), talliesOfBranchRule({ compliant }))
    return [{ repoId, tallies }]
  })
}

/** Nothing is known of these branches until the next run. */
export async function forgetCompliance(tx: Tx, repoId: number, branches: readonly string[]): Promise<void> {
  if (branches.length === 0) return
  const areRules = and(eq(branchRules.repoId, repoId), inArray(branchRules.pattern, [...new Set(branches)]))
  const known = await tx.select({ compliant: branchRules.compliant }).from(branchRules).where(areRules)
  await changeTallied(tx, async (tallied) => {
    await tallied.update(branchRules).set({ compliant: null, violationIds: null }).where(areRules)
    const unknown = known.map(() => ({ compliant: null }))
    const tallies = tallyDifference(known.flatMap(talliesOfBranchRule), unknown.flatMap(talliesOfBranchRule))
    return [{ repoId, tallies }]
  })
}
