// Exports of the audit trail, done and pending.
import { desc, eq, lte, max, min, sql } from 'drizzle-orm'
import type { AuditExport } from '#schemas/audit/audit.js'
import { auditDays } from '#tables/audit/audit-days.js'
import { auditExports } from '#tables/audit/audit-exports.js'
import { auditHead } from '#tables/audit/audit-head.js'
import { type Db, rowsOf, type Tx, utc } from '../sql/database.js'

export interface ExportRow extends AuditExport {
  seal: string
  final: boolean
}

const FIELDS = {
  id: auditExports.id,
  export_type: auditExports.exportType,
  date_covered: auditExports.dateCovered,
  entry_count: auditExports.entryCount,
  first_seq: auditExports.firstSeq,
  last_seq: auditExports.lastSeq,
  head_hash: auditExports.headHash,
  file_path: auditExports.filePath,
  file_hash: auditExports.fileHash,
  seal: auditExports.seal,
  signed: auditExports.signed,
  content_preview: auditExports.contentPreview,
  final: auditExports.final,
  created_at: utc(auditExports.createdAt)
}

export async function exportOf(db: Db, date: string): Promise<ExportRow | undefined> {
  const [row] = await db.select(FIELDS).from(auditExports).where(eq(auditExports.dateCovered, date))
  return row
}

export async function exportRows(db: Db): Promise<ExportRow[]> {
  return db.select(FIELDS).from(auditExports).orderBy(auditExports.dateCovered)
}

export async function newestExport(db: Db): Promise<ExportRow | undefined> {
  const [row] = await db.select(FIELDS).from(auditExports).orderBy(desc(auditExports.dateCovered)).limit(1)
  return row
}

/** Later entries are no longer filed under this day, even if they are about it. */
export async function closeDay(tx: Tx, date: string): Promise<void> {
  await tx
    .update(auditHead)
    .set({ day: sql`${date}::date + 1` })
    .where(lte(auditHead.day, date))
}

/** The part of the trail that is filed under a day. */
export async function daySeqRange(db: Db, date: string): Promise<{ from: number; to: number } | undefined> {
  const [row] = await db
    .select({ from: min(auditDays.firstSeq), to: max(auditDays.lastSeq) })
    .from(auditDays)
    .where(eq(auditDays.day, date))
  if (!row || row.from === null || row.to === null) return undefined
  return { from: row.from, to: row.to }
}

/** Days before this one that have entries and no final export, the first one first. */
export async function unexportedDays(db: Db, before: string, most: number): Promise<string[]> {
  const rows = await rowsOf<{ day: string }>(
    db,
    sql`select to_char(day, 'YYYY-MM-DD') as day from (select distinct day from ${auditDays}) as d
      where day < ${before}::date
        and not exists (select 1 from ${auditExports} where ${auditExports.dateCovered} = d.day and final)
      order by d.day limit ${most}`
  )
  return rows.map(({ day }) => day)
}

/** Replaces an export that was made before the day was over; undefined if a later export exists. */
export async function saveExport(tx: Tx, row: Omit<ExportRow, 'id'>): Promise<ExportRow | undefined> {
  const state = {
    exportType: row.export_type,
    entryCount: row.entry_count,
    lastSeq: row.last_seq,
    headHash: row.head_hash,
    fileHash: row.file_hash,
    seal: row.seal,
    signed: row.signed,
    contentPreview: row.content_preview,
    final: row.final,
    createdAt: new Date(row.created_at)
  }
  const [saved] = await tx
    .insert(auditExports)
    .values({ dateCovered: row.date_covered, firstSeq: row.first_seq, filePath: row.file_path, ...state })
    .onConflictDoUpdate({
      target: auditExports.dateCovered,
      set: state,
      setWhere: sql`not ${auditExports.final} and ${auditExports.lastSeq} <= ${row.last_seq}`
    })
    .returning(FIELDS)
  return saved
}
