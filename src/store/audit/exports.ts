// What was exported of the audit trail, and what is still to be.
import { sql } from 'drizzle-orm'
import type { AuditExport } from '#schemas/audit/audit.js'
import { type Db, rowsOf, type Tx, utc } from '../sql/database.js'

export interface ExportRow extends AuditExport {
  seal: string
  final: boolean
}

const FIELDS = sql`id::float8 as id, export_type, to_char(date_covered, 'YYYY-MM-DD') as date_covered, entry_count,
  first_seq::float8 as first_seq, last_seq::float8 as last_seq, head_hash, file_path, file_hash, seal, signed,
  content_preview, final, ${utc(sql`created_at`)} as created_at`

export async function exportOf(db: Db, date: string): Promise<ExportRow | undefined> {
  const [row] = await rowsOf<ExportRow>(
    db,
    sql`select ${FIELDS} from audit_exports where date_covered = ${date}::date`
  )
  return row
}

export async function exportRows(db: Db): Promise<ExportRow[]> {
  return rowsOf<ExportRow>(db, sql`select ${FIELDS} from audit_exports order by date_covered`)
}

/** From now on nothing is filed under a day that is over, however late it is told. */
export async function closeDay(tx: Tx, date: string): Promise<void> {
  await tx.execute(sql`update audit_head set day = ${date}::date + 1 where day <= ${date}::date`)
}

/** The piece of the trail that is filed under a day. */
export async function daySeqRange(db: Db, date: string): Promise<{ from: number; to: number } | undefined> {
  const [row] = await rowsOf<{ from: number | null; to: number }>(
    db,
    sql`select min(first_seq)::float8 as from, max(last_seq)::float8 as to from audit_days where day = ${date}::date`
  )
  return row && row.from !== null ? { from: row.from, to: row.to } : undefined
}

/** Days before this one that have entries and no final export, the first one first. */
export async function unexportedDays(db: Db, before: string, most: number): Promise<string[]> {
  const rows = await rowsOf<{ day: string }>(
    db,
    sql`select to_char(day, 'YYYY-MM-DD') as day from (select distinct day from audit_days) as d
      where day < ${before}::date
        and not exists (select 1 from audit_exports where date_covered = d.day and final)
      order by d.day limit ${most}`
  )
  return rows.map(({ day }) => day)
}

/** Takes the place of an export that was made while the day was not over; nothing where another was faster. */
export async function saveExport(tx: Tx, row: Omit<ExportRow, 'id'>): Promise<ExportRow | undefined> {
  const [saved] = await rowsOf<ExportRow>(
    tx,
    sql`insert into audit_exports as e (export_type, date_covered, entry_count, first_seq, last_seq, head_hash,
        file_path, file_hash, seal, signed, content_preview, final, created_at)
      values (${row.export_type}, ${row.date_covered}::date, ${row.entry_count}, ${row.first_seq}, ${row.last_seq},
        ${row.head_hash}, ${row.file_path}, ${row.file_hash}, ${row.seal}, ${row.signed}, ${row.content_preview},
        ${row.final}, ${row.created_at}::timestamptz)
      on conflict (date_covered) do update set export_type = excluded.export_type,
        entry_count = excluded.entry_count, last_seq = excluded.last_seq, head_hash = excluded.head_hash,
        file_hash = excluded.file_hash, seal = excluded.seal, signed = excluded.signed,
        content_preview = excluded.content_preview, final = excluded.final, created_at = excluded.created_at
        where not e.final and e.last_seq <= excluded.last_seq
      returning ${FIELDS}`
  )
  return saved
}
