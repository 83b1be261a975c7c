// Compliance reports, from the request to the download.
import { and, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type {
  ComplianceReport,
  ComplianceReportDetail,
  ReportState,
  ReportType
} from '#schemas/audit/compliance.js'
import type { Paging } from '#schemas/common.js'
import { auditExports } from '#tables/audit/audit-exports.js'
import { complianceReports } from '#tables/audit/compliance-reports.js'
import { type Db, rowsOf, type Tx, utc } from '../sql/database.js'
import { countOf, type JsonPage, listedRows, pageText } from '../sql/list.js'
import { newestFirst } from '../sql/order.js'

const t = alias(complianceReports, 't')
const e = alias(auditExports, 'e')

const reports = complianceReports

const REPORTS = listedRows(complianceReports, complianceReports.id)
const BY_AGE = newestFirst(t)

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
  const [row] = await tx
    .insert(reports)
    .values({
      reportType: report.type,
      status: 'pending',
      periodStart: report.from,
      periodEnd: report.to,
      generatedBy: report.generatedBy,
      requestedBy: report.requestedBy,
      controlFilter: [...report.controls],
      createdAt: report.at
    })
    .returning({ id: reports.id })
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

const isUnderWay = (id: number) => and(eq(reports.id, id), inArray(reports.status, ['pending', 'running']))

/** Starts a report, or restarts it after a worker was lost; undefined if it has ended. */
export async function beginReport(tx: Tx, id: number): Promise<RunningReport | undefined> {
  const [row] = await tx
    .update(reports)
    .set({ status: 'running' })
    .where(isUnderWay(id))
    .returning({
      id: reports.id,
      type: reports.reportType,
      from: utc(reports.periodStart),
      to: utc(reports.periodEnd),
      controls: sql<string>`array_to_json(${reports.controlFilter})::text`
    })
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

/** False if the report has ended already. */
export async function finishReport(tx: Tx, done: FinishedReport): Promise<boolean> {
  const { id, summary, controls, entryCount, firstSeq, lastSeq, hash, at } = done
  const result = { summary, controls, entryCount, firstSeq, lastSeq, reportHash: hash }
  const ended = await tx
    .update(reports)
    .set({ status: 'ready', ...result, finishedAt: at, error: null })
    .where(and(eq(reports.id, id), eq(reports.status, 'running')))
    .returning({ id: reports.id })
  return ended.length > 0
}

export async function failReport(tx: Tx, id: number, error: string, at: Date): Promise<boolean> {
  const ended = await tx
    .update(reports)
    .set({ status: 'failed', error, finishedAt: at })
    .where(isUnderWay(id))
    .returning({ id: reports.id })
  return ended.length > 0
}

/** The export with the last entry of a report. It may be made after the report. */
const EXPORT = sql`(select case when ${t.lastSeq} is null then null else
  (select ${e.id} from ${auditExports} e where ${e.lastSeq} >= ${t.lastSeq} order by ${e.lastSeq} limit 1) end)`

const FIELDS = sql`${t.id}, ${t.reportType}, ${utc(t.periodStart)} as period_start,
  ${utc(t.periodEnd)} as period_end, ${t.generatedBy}, ${t.requestedBy}, ${t.status}, ${t.entryCount},
    ${t.reportHash},
  (select '/api/audit/export/' || to_char(${e.dateCovered}, 'YYYY-MM-DD') from ${auditExports} e
    where ${e.id} = ${EXPORT})
    as export_url, ${utc(t.createdAt)} as created_at`

export function reportsPage(db: Db, paging: Paging): Promise<JsonPage<ComplianceReport>> {
  const total = countOf(REPORTS, [])
  return pageText(db, { listed: REPORTS, fields: FIELDS, where: [], order: BY_AGE, total }, paging)
}

export interface StoredReport extends Omit<ComplianceReportDetail, 'summary' | 'controls'> {
  summary: string | null
  controls: string | null
  status: ReportState
}

export async function complianceReport(db: Db, id: number): Promise<StoredReport | undefined> {
  const [row] = await rowsOf<StoredReport>(
    db,
    sql`select ${FIELDS}, ${t.id}::float8 as id, ${t.summary}, ${t.controls}, ${t.firstSeq}::float8 as first_seq,
        ${t.lastSeq}::float8 as last_seq, ${t.error},
        (select ${utc(e.createdAt)} from ${auditExports} e
          where ${e.id} = ${EXPORT} and ${e.signed}) as export_signed_at
      from ${complianceReports} t where ${t.id} = ${id}`
  )
  return row
}
