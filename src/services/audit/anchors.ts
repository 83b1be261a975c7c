// Anchors of the audit trail: seals of past exports, from the database and from the export files.
import type { Deps } from '#deps.js'
import { type CheckedSeals, checkedSeals } from '#domain/audit/anchors.js'
import { lastLines } from '#store/audit/export-files.js'
import { exportRows } from '#store/audit/exports.js'

const EXPORTS_FOLDER = 'exports'
export const exportFilePath = (date: string) => `${EXPORTS_FOLDER}/audit-${date}.jsonl`

const EXPORT_NAME = /^audit-(\d{4}-\d{2}-\d{2})\.jsonl$/

/** A deleted row still has its file, and a deleted file its row. */
export async function knownSeals({ db, exports }: Pick<Deps, 'db' | 'exports'>): Promise<CheckedSeals> {
  const { directory, key, formerKeys, signedSince } = exports
  const rows = await exportRows(db)
  const lines = await lastLines(`${directory}/${EXPORTS_FOLDER}`, EXPORT_NAME)
  const seals = [
    ...rows.map((row) => ({ line: row.seal, date: row.date_covered, row })),
    ...lines.map(({ line, named }) => ({ line, date: named }))
  ]
  const keys = key === undefined ? [] : [{ key, lastDay: undefined }, ...formerKeys]
  return checkedSeals(seals, { keys, signedSince })
}
