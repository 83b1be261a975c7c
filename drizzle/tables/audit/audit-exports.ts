import { bigint, bigserial, boolean, date, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { instant } from '../columns.js'

/** Exports, one row per day. They anchor the verification of the trail; triggers protect the rows. */
export const auditExports = pgTable(
  'audit_exports',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    exportType: text('export_type', { enum: ['nightly', 'manual'] }).notNull(),
    dateCovered: date('date_covered', { mode: 'string' }).notNull(),
    entryCount: integer('entry_count').notNull(),
    firstSeq: bigint('first_seq', { mode: 'number' }).notNull(),
    lastSeq: bigint('last_seq', { mode: 'number' }).notNull(),
    headHash: text('head_hash').notNull(),
    filePath: text('file_path').notNull(),
    fileHash: text('file_hash').notNull(),
    /** The last line of the file, from which together with the entries the file can be recreated. */
    seal: text('seal').notNull(),
    signed: boolean('signed').notNull(),
    contentPreview: text('content_preview').notNull(),
    /** Whether the day is closed for new entries. */
    final: boolean('final').notNull(),
    createdAt: instant('created_at').notNull()
  },
  (table) => [unique('audit_exports_date_covered_key').on(table.dateCovered)]
)
