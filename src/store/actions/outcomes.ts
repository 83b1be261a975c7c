// Whether an action that ended without a result has had its effect all the same: open until somebody has looked.
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { ActionStatus } from '#schemas/actions/enums.js'
import { valueList } from '../sql/database.js'
import type { ActionRow, Transition } from './actions.js'

export const FRUITLESS: ActionStatus[] = ['cancelled', 'failed', 'blocked']

/** The effect was found on the host after the action had ended without it. */
export const wasFoundLate = ({ evidence }: Pick<ActionRow, 'evidence'>): boolean =>
  // Cast at the database boundary: evidence is a JSON object.
  (evidence as { done_all_the_same?: unknown }).done_all_the_same === true

/** An action that is in progress, has succeeded, or was found to have had its effect. */
export const mayHaveEffect = ({ status, evidence }: Record<'status' | 'evidence', PgColumn>): SQL =>
  sql`(${status} not in (${valueList(FRUITLESS)}) or ${evidence}->'done_all_the_same' is not null)`

// Cast at the database boundary: evidence is a JSON object.
const isUnknownIn = (evidence: unknown) =>
  (evidence as { outcome_unknown?: unknown }).outcome_unknown === true

export const isOutcomeUnknown = ({ evidence }: Pick<ActionRow, 'evidence'>): boolean => isUnknownIn(evidence)

/** Of an action that ended: nobody knows yet whether it has had its effect. */
export const hasUnknownOutcome = ({ evidence }: Record<'evidence', PgColumn>): SQL =>
  sql`${evidence}->'outcome_unknown' = 'true'::jsonb`

/**
 * What a transition says of the outcome. Whoever ends an action that was begun leaves it unknown, unless it is the
 * worker who knows better; then somebody has to look, once no write can arrive any more.
 */
export function outcomeOf(
  row: ActionRow,
  { to, at, evidence = {} }: Pick<Transition, 'to' | 'at' | 'evidence'>
): { evidence: Record<string, unknown>; followAfter?: Date } {
  if (to === 'succeeded' && isOutcomeUnknown(row))
    return { evidence: { outcome_unknown: false, ...evidence } }
  if (!FRUITLESS.includes(to)) return { evidence }
  const recorded = row.status === 'executing' ? { outcome_unknown: true, ...evidence } : evidence
  const isUnknown = isUnknownIn({ ...Object(row.evidence), ...recorded })
  return { evidence: recorded, ...(isUnknown ? { followAfter: row.leasedUntil ?? at } : {}) }
}
