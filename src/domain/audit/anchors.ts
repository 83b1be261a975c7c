// Builds anchors for the audit trail from the seals of exports. A seal counts only as far as a key has signed it:
// anybody with database access can write the columns beside it.
import type { SealFinding } from '#schemas/audit/verification.js'
import { parseAuditLine, type Seal, shownKeyId } from './file.js'
import { checkSeals, type SealRules } from './seals.js'

/** `entry_hash` by `seq`, as recorded outside of the trail. */
export type Anchors = ReadonlyMap<number, string>

/** The last line of an export and its row in the database; an export read from a file has no row. */
export interface StoredSeal {
  line: string
  date: string
  row?: Pick<Seal, 'entry_count' | 'first_seq' | 'last_seq' | 'head_hash'> & { final: boolean }
}

export interface CheckedSeals {
  anchors: Anchors
  /** The anchors that a key has signed. */
  verified: readonly number[]
  /** Seals that failed a check; they contribute no anchor. */
  faults: readonly SealFinding[]
}

/** Matches no entry: where two seals contradict each other, every entry is wrong. */
const FORGED_HASH = ''

export function checkedSeals(stored: readonly StoredSeal[], rules: SealRules): CheckedSeals {
  const parsed = stored.map((sealed) => ({ ...sealed, seal: parseSeal(sealed.line) }))
  const sealed = parsed.flatMap(({ seal, ...line }) => (seal ? [{ ...line, seal }] : []))
  const judged = checkSeals(sealed, rules).map(({ fault, ...line }) => ({
    ...line,
    fault: fault ?? (matchesRow(line) ? undefined : 'seal_mismatch')
  }))
  const sound = judged.filter(({ fault }) => fault === undefined)
  const findings = [
    ...parsed.flatMap((line) => (line.seal ? [] : [findingOf(line, 'not_sealed')])),
    ...judged.flatMap(({ fault, ...line }) => (fault ? [findingOf(line, fault)] : []))
  ]
  return {
    anchors: anchorsOf(sound.map(({ seal }) => seal)),
    verified: sound.flatMap(({ isVerified, seal }) => (isVerified ? [seal.last_seq] : [])),
    faults: findings.sort((a, b) => (a.date_covered < b.date_covered ? -1 : 1))
  }
}

function anchorsOf(seals: readonly Seal[]): Anchors {
  const anchors = new Map<number, string>()
  for (const { last_seq: seq, head_hash: hash } of seals)
    anchors.set(seq, (anchors.get(seq) ?? hash) === hash ? hash : FORGED_HASH)
  return anchors
}

function findingOf(
  stored: StoredSeal & { seal: Seal | undefined },
  reason: SealFinding['reason']
): SealFinding {
  const { date, row, seal } = stored
  return {
    date_covered: date,
    kept_in: row ? 'database' : 'file',
    reason,
    last_seq: row?.last_seq ?? seal?.last_seq ?? null,
    key_id: seal ? shownKeyId(seal) : null
  }
}

function parseSeal(line: string): Seal | undefined {
  const parsed = parseAuditLine(line)
  return parsed && 'seal' in parsed && Number.isSafeInteger(parsed.seal?.last_seq) ? parsed.seal : undefined
}

/** Whether the seal belongs to the day and the row under which it was found. */
function matchesRow({ seal, date, row }: StoredSeal & { seal: Seal }): boolean {
  if (seal.date_covered !== date) return false
  return (
    row === undefined ||
    (seal.entry_count === row.entry_count &&
      seal.first_seq === row.first_seq &&
      seal.last_seq === row.last_seq &&
      seal.head_hash === row.head_hash &&
      (seal.final ?? row.final) === row.final)
  )
}
