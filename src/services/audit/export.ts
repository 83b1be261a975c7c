// Exports the audit entries of a day to a file: evidence that outlives the database, and an anchor to verify it
// against.
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Deps } from '#deps.js'
import type { Anchors } from '#domain/audit/anchors.js'
import type { ChainedEntry } from '#domain/audit/entry.js'
import { auditLine, sealLine } from '#domain/audit/file.js'
import { utcDay } from '#domain/time/day.js'
import { parseMoment } from '#domain/time/moment.js'
import {
  auditBroken,
  exportChanged,
  exportNotFound,
  invalidParameter,
  sealUnverified
} from '#errors/errors.js'
import type { AuditExport } from '#schemas/audit/audit.js'
import { type Append, openFileIfExists, writeFileAtomically } from '#store/audit/export-files.js'
import {
  closeDay,
  daySeqRange,
  type ExportRow,
  exportOf,
  saveExport,
  unexportedDays
} from '#store/audit/exports.js'
import { entryHashAt } from '#store/audit/reads.js'
import { exportFilePath, knownSeals } from './anchors.js'
import { walkTrail } from './verify.js'

const PREVIEW_CHARACTERS = 500
const MOST_DAYS_AT_ONCE = 400

/** The requested day, or today; a future day cannot be exported. */
export function dayToExport(deps: Deps, requested: string | undefined): string {
  const today = utcDay(deps.now())
  const day = requested === undefined ? today : utcDay(parseMoment('/date', requested, 'start'))
  if (day > today) throw invalidParameter('/date', `must not be after today (${today})`, 'invalid_time')
  return day
}

/**
 * Exports a day; returns undefined if it has no entries. The export of a past day is final and is not written again.
 */
export async function exportDay(
  deps: Deps,
  date: string,
  type: AuditExport['export_type']
): Promise<AuditExport | undefined> {
  const isOver = date < utcDay(deps.now())
  if (isOver) await deps.transaction((tx) => closeDay(tx, date))
  const existing = await exportOf(deps.db, date)
  if (existing?.final) return shown(existing)
  const range = await daySeqRange(deps.db, date)
  if (!range) return undefined
  const written = await writeDay(deps, { date, final: isOver, ...range })
  const row = { ...written, export_type: type, created_at: deps.now().toISOString() }
  const saved = await deps.transaction((tx) => saveExport(tx, row))
  // Another process may have exported the same entries first.
  const found = saved ?? (await exportOf(deps.db, date))
  if (!found) throw new Error('the saved export was not found')
  deps.log.info({ date, entries: row.entry_count, signed: row.signed }, 'Audit entries exported')
  return shown(found)
}

function shown({ seal: _, final: __, ...row }: ExportRow): AuditExport {
  return row
}

interface DayToExport {
  date: string
  /** The day is over. */
  final: boolean
  from: number
  to: number
}

/** Nothing is written or signed if the trail fails verification. */
async function writeDay(deps: Deps, { date, final, from, to }: DayToExport) {
  const path = exportFilePath(date)
  const { anchors, faults } = await knownSeals(deps)
  const [fault] = faults
  if (fault) throw sealUnverified(fault.date_covered, fault.reason)
  await verifySinceSeal(deps, from - 1, anchors)
  const content = createHash('sha256')
  const file = createHash('sha256')
  let preview = ''
  let seal = ''
  let headHash = ''
  await writeFileAtomically(`${deps.exports.directory}/${path}`, async (append) => {
    const state = await walkTrail(deps, {
      from,
      to,
      anchors,
      each: async (entries) => {
        const text = entries.map(auditLine).join('')
        preview += text.slice(0, Math.max(0, PREVIEW_CHARACTERS - preview.length))
        content.update(text)
        file.update(text)
        await append(text)
      }
    })
    if (state.broken) throw auditBroken(state.broken.at, state.broken.reason)
    if (state.lastSeq !== to || state.lastHash === null) throw auditBroken(state.nextSeq, 'gap')
    headHash = state.lastHash
    const positions = { entry_count: state.checked, first_seq: from, last_seq: to, head_hash: headHash }
    const prev_hash = from === 1 ? null : ((await entryHashAt(deps.db, from - 1)) ?? null)
    const content_hash = content.digest('hex')
    seal = sealLine({ date_covered: date, final, ...positions, prev_hash, content_hash }, deps.exports.key)
    file.update(seal)
    await append(seal)
  })
  return {
    date_covered: date,
    final,
    entry_count: to - from + 1,
    first_seq: from,
    last_seq: to,
    head_hash: headHash,
    file_path: path,
    file_hash: file.digest('hex'),
    seal,
    signed: deps.exports.key !== undefined,
    content_preview: preview
  }
}

/** The day before may have lost its seal: what lies behind the last that remains is verified as well. */
async function verifySinceSeal(deps: Deps, to: number, anchors: Anchors): Promise<void> {
  const sealed = Math.max(0, ...[...anchors.keys()].filter((seq) => seq <= to))
  if (sealed === to) return
  const { broken, lastSeq, nextSeq } = await walkTrail(deps, { from: sealed + 1, to, anchors })
  if (broken) throw auditBroken(broken.at, broken.reason)
  if (lastSeq !== to) throw auditBroken(nextSeq, 'gap')
}

/** Opens the file exactly as exported, on whichever machine that was. */
export async function openExportedFile(deps: Deps, date: string): Promise<Readable> {
  const row = await exportOf(deps.db, date)
  if (!row) throw exportNotFound(date)
  const path = `${deps.exports.directory}/${row.file_path}`
  if ((await hashOf(path)) !== row.file_hash) await rewriteExport(deps, path, row)
  const file = await openFileIfExists(path)
  if (!file) throw exportChanged(date)
  return file
}

async function hashOf(path: string): Promise<string | undefined> {
  const file = await openFileIfExists(path)
  if (!file) return undefined
  const hash = createHash('sha256')
  for await (const chunk of file) hash.update(chunk)
  return hash.digest('hex')
}

/** Rewrites the file from the same entries and seal; it is only put in place if its hash matches. */
async function rewriteExport(deps: Deps, path: string, row: ExportRow): Promise<void> {
  const hash = createHash('sha256')
  const write = async (append: Append, text: string) => {
    hash.update(text)
    await append(text)
  }
  await writeFileAtomically(path, async (append) => {
    const each = (entries: readonly ChainedEntry[]) => write(append, entries.map(auditLine).join(''))
    await walkTrail(deps, { from: row.first_seq, to: row.last_seq, anchors: new Map(), each })
    await write(append, row.seal)
    if (hash.digest('hex') !== row.file_hash) throw exportChanged(row.date_covered)
  })
}

/** Exports all past days without a final export; a failed day does not keep the others from being exported. */
export async function exportNightly(deps: Deps): Promise<void> {
  const failures: unknown[] = []
  for (const date of await unexportedDays(deps.db, utcDay(deps.now()), MOST_DAYS_AT_ONCE)) {
    try {
      await exportDay(deps, date, 'nightly')
    } catch (error) {
      deps.log.error({ date, err: error }, 'Audit export failed')
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
