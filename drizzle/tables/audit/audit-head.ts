import { sql } from 'drizzle-orm'
import { bigint, check, date, pgTable, smallint, text } from 'drizzle-orm/pg-core'

/** The end of the audit trail. Appending locks this one row until the commit, so that there is one chain. */
export const auditHead = pgTable(
  'audit_head',
  {
    id: smallint('id').primaryKey(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    entryHash: text('entry_hash').notNull(),
    prevHash: text('prev_hash'),
    /** The day under which entries are filed. It never goes back, so that each day is one part of the chain. */
    day: date('day', { mode: 'string' }).notNull()
  },
  (table) => [check('audit_head_id_check', sql`${table.id} = 1`)]
)
