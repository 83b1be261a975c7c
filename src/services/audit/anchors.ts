// Anchors of the audit trail: seals of past exports, from the database and from the export files.
import type { Deps } from '#deps.js'
import { type CheckedSeals, checkedSeals, type StoredSeal } from '#domain/audit/anchors.js'
import type { SealRules } from '#domain/audit/seals.js'
import type { SealFinding } from '#schemas/audit/verification.js'
import { lastLines } from '#store/audit/export-files.js'
import { type ExportRow, exportRows, newestExport } from '#store/audit/exports.js'

const EXPORTS_FOLDER = 'exports'
export const exportFilePath = (date: string) => `${EXPORTS_FOLDER}/audit-${date}.jsonl`

const EXPORT_NAME = /^audit-(\d{4}-\d{2}-\d{2})\.jsonl$/

/** A deleted row still has its file, and a deleted file its row. */
export async function knownSeals({ db, exports }: Pick<Deps, 'db' | 'exports'>): Promise<CheckedSeals> {
  const rows = await exportRows(db)
  const lines = await lastLines(`${exports.directory}/${EXPORTS_FOLDER}`, EXPORT_NAME)
  const seals = [...rows.map(sealOfRow), ...lines.map(({ line, named }) => ({ line, date: named }))]
  return checkedSeals(seals, rulesOf(exports))
}

/** What is wrong with the newest seal. One query shows whether a key was replaced and is not among the former ones. */
export async function newestSealFault({
  db,
  exports
}: Pick<Deps, 'db' | 'exports'>): Promise<SealFinding | undefined> {
  const row = await newestExport(db)
  return row && checkedSeals([sealOfRow(row)], rulesOf(exports)).faults[0]
}

/** Says at the start what would otherwise fail in the night. */
export async function warnOfSeal(deps: Pick<Deps, 'db' | 'exports' | 'log'>): Promise<void> {
  const fault = await newestSealFault(deps)
  if (fault) deps.log.warn({ ...fault }, SEAL_UNVERIFIED)
}

const SEAL_UNVERIFIED =
  'The seal of the newest audit export cannot be verified, so nothing is exported. Add the key that signed it to AUDIT_EXPORT_FORMER_KEYS, as KEY@DATE with the day on which it was replaced; without that key, set AUDIT_EXPORT_SIGNED_SINCE'

const sealOfRow = (row: ExportRow): StoredSeal => ({ line: row.seal, date: row.date_covered, row })

function rulesOf({ key, formerKeys, signedSince }: Deps['exports']): SealRules {
  return { keys: key === undefined ? [] : [{ key, lastDay: undefined }, ...formerKeys], signedSince }
}
