// What was found out about actions whose outcome was unknown when they ended, and which of them are still to be looked for.
import { and, eq, inArray, isNotNull, lt, ne, sql } from 'drizzle-orm'
import { managedActions as actions } from '#tables/actions/managed-actions.js'
import { changeEvidence } from '../counters/evidence-tallies.js'
import type { Tx } from '../sql/database.js'
import { type ActionRow, insertActionEvent } from './actions.js'
import { HAPPENED, recordActionEnd } from './feed.js'
import { logLateEffect } from './outcome-log.js'
import { FRUITLESS } from './outcomes.js'
import { negated, talliesOfAction } from './tallies.js'

export interface LateResult {
  hostId: number | null
  evidence: Record<string, unknown>
}

/** For an action that was ended before its effect was known; nothing where it goes on, or where it is noted already. */
export async function recordLateResult(
  tx: Tx,
  row: ActionRow,
  { hostId, evidence, at, actor }: LateResult & { at: Date; actor: string }
): Promise<ActionRow | undefined> {
  const added = JSON.stringify({ ...evidence, done_all_the_same: true, outcome_unknown: false })
  let noted: ActionRow | undefined
  await changeEvidence(tx, async (tallied) => {
    ;[noted] = await tallied
      .update(actions)
      .set({
        hostId,
        evidence: sql`${actions.evidence} || ${added}::jsonb`,
        reconciledAt: at,
        reconciliationStatus: 'confirmed',
        leasedUntil: null
      })
      .where(
        and(
          eq(actions.id, row.id),
          inArray(actions.status, FRUITLESS),
          sql`${actions.evidence}->'done_all_the_same' is null`
        )
      )
      .returning()
    if (!noted) return []
    const before = { ...noted, reconciliationStatus: row.reconciliationStatus }
    return [
      { repoId: noted.repoId, tallies: [...negated(talliesOfAction(before)), ...talliesOfAction(noted)] }
    ]
  })
  if (!noted) return undefined
  const { id, status } = noted
  await insertActionEvent(tx, {
    actionId: id,
    fromStatus: status,
    toStatus: status,
    actor,
    at,
    detail: HAPPENED
  })
  await recordActionEnd(tx, row, noted)
  logLateEffect(tx, noted)
  return noted
}

/** It was looked for when no write could arrive any more, and was not there. */
export async function recordNotDone(tx: Tx, id: number): Promise<void> {
  await tx
    .update(actions)
    .set({ evidence: sql`${actions.evidence} || '{"outcome_unknown": false}'::jsonb` })
    .where(and(eq(actions.id, id), inArray(actions.status, FRUITLESS), isUnknown))
}

const isUnknown = sql`${actions.evidence}->'outcome_unknown' = 'true'::jsonb`

/** Earlier actions on the same target that may have had their effect; whoever writes next would cover their tracks. */
export async function unknownOutcomesBefore(
  tx: Tx,
  { id, repoId, target }: ActionRow
): Promise<Pick<ActionRow, 'id' | 'actionKey' | 'leasedUntil'>[]> {
  return tx
    .select({ id: actions.id, actionKey: actions.actionKey, leasedUntil: actions.leasedUntil })
    .from(actions)
    .where(
      and(
        isNotNull(actions.followAfter),
        isUnknown,
        eq(actions.repoId, repoId),
        eq(actions.target, target),
        lt(actions.id, id),
        // Checks are told apart by their marks, and a newer one does not wait for an older one.
        ne(actions.actionType, 'create-check')
      )
    )
    .orderBy(actions.id)
}
