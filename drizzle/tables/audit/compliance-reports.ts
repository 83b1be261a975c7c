import { bigint, bigserial, check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { REPORT_STATES, REPORT_TYPES } from '../../../schemas/audit/compliance.js'
import { instant, isOneOf } from '../columns.js'

/** Compliance reports, from their request on. */
export const complianceReports = pgTable(
  'compliance_reports',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    reportType: text('report_type', { enum: REPORT_TYPES }).notNull(),
    status: text('status', { enum: REPORT_STATES }).notNull(),
    periodStart: instant('period_start').notNull(),
    periodEnd: instant('period_end').notNull(),
    /** The name that the caller wants to show; `requested_by` is the authenticated one. */
    generatedBy: text('generated_by').notNull(),
    requestedBy: text('requested_by').notNull(),
    /** The controls of a custom report. */
    controlFilter: text('control_filter').array().notNull(),
    /** Canonical JSON, stored as the text that was hashed. */
    summary: text('summary'),
    controls: text('controls'),
    entryCount: integer('entry_count').notNull().default(0),
    firstSeq: bigint('first_seq', { mode: 'number' }),
    lastSeq: bigint('last_seq', { mode: 'number' }),
    reportHash: text('report_hash'),
    exportSignedAt: instant('export_signed_at'),
    error: text('error'),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at')
  },
  (table) => [
    check('compliance_reports_report_type_check', isOneOf(table.reportType, REPORT_TYPES)),
    check('compliance_reports_status_check', isOneOf(table.status, REPORT_STATES))
  ]
)
