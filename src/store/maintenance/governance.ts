// The governance log: entries with their sums, and pages of them.
import { type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { Paging } from '#schemas/common.js'
import type { GovernanceEntry, GovernanceQuery } from '#schemas/maintenance/governance.js'
import { governanceEntries } from '#tables/maintenance/governance-entries.js'
import { governanceSums } from '#tables/maintenance/governance-sums.js'
import { type Db, momentOf, type Tx, utc } from '../sql/database.js'
import { countOf, type JsonPage, listedRows, pageText } from '../sql/list.js'
import { newestFirst } from '../sql/order.js'
import { searchTexts } from '../sql/search.js'

const t = alias(governanceEntries, 't')
const s = alias(governanceSums, 's')

export type NewGovernanceEntry = Omit<typeof governanceEntries.$inferInsert, 'id'>

/**
 * Adds nothing where the action of the entry has one. The holder of a sum waits for nothing but the end of the audit trail, so call this last in a
 * transaction.
 */
export async function insertGovernanceEntry(tx: Tx, entry: NewGovernanceEntry): Promise<void> {
  const { actor, targetType, success } = entry
  const { id, actionId } = governanceEntries
  const added = await tx
    .insert(governanceEntries)
    .values(entry)
    .onConflictDoNothing({ target: actionId })
    .returning({ id })
  if (added.length === 0) return
  await tx
    .insert(governanceSums)
    .values({ actor, targetType, success, entries: 1 })
    .onConflictDoUpdate({
      target: [governanceSums.actor, governanceSums.targetType, governanceSums.success],
      set: { entries: sql`${governanceSums.entries} + 1` }
    })
}

const ENTRIES = listedRows(governanceEntries, governanceEntries.id)
const BY_AGE = newestFirst(t)
const FIELDS = sql`${t.id}::float8 as id, ${t.actor}, ${t.action}, ${t.targetType}, ${t.targetId}, ${t.payload},
  ${t.success}, ${t.error}, ${utc(t.createdAt)} as created_at`

export interface GovernanceFilter
  extends Pick<GovernanceQuery, 'actor' | 'action' | 'target' | 'target_type' | 'success'> {
  from?: Date
  to?: Date
}

export function governancePage(
  db: Db,
  filter: GovernanceFilter,
  paging: Paging
): Promise<JsonPage<GovernanceEntry>> {
  const others = timeOf(filter)
  const where = [...kindOf(filter, t), ...others]
  const total = others.length === 0 ? sumOf(kindOf(filter, s)) : countOf(ENTRIES, where)
  const texts = searchTexts([t.action, filter.action], [t.targetId, filter.target])
  return pageText(db, { listed: ENTRIES, fields: FIELDS, where, order: BY_AGE, total, texts }, paging)
}

/** The columns that entries and their sums share. */
interface Kinds {
  actor: PgColumn
  targetType: PgColumn
  success: PgColumn
}

/** Conditions on these. */
function kindOf({ actor, target_type, success }: GovernanceFilter, of: Kinds): SQL[] {
  return [
    actor !== undefined && sql`${of.actor} = ${actor}`,
    target_type !== undefined && sql`${of.targetType} = ${target_type}`,
    success !== undefined && sql`${of.success} = ${success}`
  ].filter((condition) => condition !== false)
}

function timeOf({ from, to }: GovernanceFilter): SQL[] {
  return [
    from && sql`${t.createdAt} >= ${momentOf(from)}`,
    to && sql`${t.createdAt} <= ${momentOf(to)}`
  ].filter((condition) => condition !== undefined)
}

function sumOf(kinds: readonly SQL[]): SQL {
  return sql`select coalesce(sum(${s.entries}), 0) from ${governanceSums} s
    where ${sql.join([sql`true`, ...kinds], sql` and `)}`
}
