// Compliance reports: asked for, made, read back.
import { sql } from 'drizzle-orm'
import type {
  ComplianceReport,
  ComplianceReportDetail,
  ReportState,
  ReportType
} from '#schemas/audit/compliance.js'
import type { Paging } from '#schemas/common.js'
import { type Db, momentOf, rowsOf, type Tx, utc } from '../sql/database.js'
import { countOf, type JsonPage, pageText } from '../sql/list.js'
import { newestFirst } from '../sql/order.js'

export interface NewReport {
  type: ReportType
  from: Date
  to: Date
  generatedBy: string
  requestedBy: string
  controls: readonly string[]
  at: Date
}

export async function insertReport(tx: Tx, report: NewReport): Promise<number> {
  const [row] = await rowsOf<{ id: number }>(
    tx,
    sql`insert into compliance_reports (report_type, status, period_start, period_end, generated_by, requested_by,
        control_filter, created_at)
      select ${report.type}, 'pending', ${momentOf(report.from)}, ${momentOf(report.to)}, ${report.generatedBy},
        ${report.requestedBy}, array(select json_array_elements_text(${JSON.stringify(report.controls)}::json)),
        ${momentOf(report.at)}
      returning id::float8 as id`
  )
  if (!row) throw new Error('an insert gives its row')
  return row.id
}

export interface RunningReport {
  id: number
  type: ReportType
  from: string
  to: string
  controls: string
}

/** Takes a report up, also one whose worker never came back; nothing where it has ended. */
export async function beginReport(tx: Tx, id: number): Promise<RunningReport | undefined> {
  const [row] = await rowsOf<RunningReport>(
    tx,
    sql`update compliance_reports set status = 'running' where id = ${id} and status in ('pending', 'running')
      returning id::float8 as id, report_type as type, ${utc(sql`period_start`)} as from,
        ${utc(sql`period_end`)} as to, array_to_json(control_filter)::text as controls`
  )
  return row
}

export interface FinishedReport {
  id: number
  /** Canonical JSON. */
  summary: string
  controls: string
  entryCount: number
  firstSeq: number | null
  lastSeq: number | null
  hash: string
  at: Date
}

/** False where somebody else has ended it. */
export async function finishReport(tx: Tx, done: FinishedReport): Promise<boolean> {
  const ended = await rowsOf(
    tx,
    sql`
    update compliance_reports set status = 'ready', summary = ${done.summary}, controls = ${done.controls},
      entry_count = ${done.entryCount}, first_seq = ${done.firstSeq}::bigint, last_seq = ${done.lastSeq}::bigint,
      report_hash = ${done.hash}, finished_at = ${momentOf(done.at)}, error = null
    where id = ${done.id} and status = 'running' returning id`
  )
  return ended.length > 0
}

export async function failReport(tx: Tx, id: number, error: string, at: Date): Promise<boolean> {
  const ended = await rowsOf(
    tx,
    sql`
    update compliance_reports set status = 'failed', error = ${error}, finished_at = ${momentOf(at)}
    where id = ${id} and status in ('pending', 'running') returning id`
  )
  return ended.length > 0
}

/** The export that holds the last entry of a report, as it is now: a report may be made before the night. */
const EXPORT = sql`(select case when t.last_seq is null then null else
  (select e.id from audit_exports e where e.last_seq >= t.last_seq order by e.last_seq limit 1) end)`

const FIELDS = sql`t.id, t.report_type, ${utc(sql`t.period_start`)} as period_start,
  ${utc(sql`t.period_end`)} as period_end, t.generated_by, t.requested_by, t.status, t.entry_count, t.report_hash,
  (select '/api/audit/export/' || to_char(e.date_covered, 'YYYY-MM-DD') from audit_exports e where e.id = ${EXPORT})
    as export_url, ${utc(sql`t.created_at`)} as created_at`

export function reportsPage(db: Db, paging: Paging): Promise<JsonPage<ComplianceReport>> {
  const total = countOf('compliance_reports', [])
  return pageText(
    db,
    { table: 'compliance_reports', fields: FIELDS, where: [], order: newestFirst, total },
    paging
  )
}

export interface StoredReport extends Omit<ComplianceReportDetail, 'summary' | 'controls'> {
  summary: string | null
  controls: string | null
  status: ReportState
}

export async function complianceReport(db: Db, id: number): Promise<StoredReport | undefined> {
  const [row] = await rowsOf<StoredReport>(
    db,
    sql`select ${FIELDS}, t.id::float8 as id, t.summary, t.controls, t.first_seq::float8 as first_seq,
        t.last_seq::float8 as last_seq, t.error,
        (select ${utc(sql`e.created_at`)} from audit_exports e where e.id = ${EXPORT} and e.signed) as export_signed_at
      from compliance_reports t where t.id = ${id}`
  )
  return row
}
