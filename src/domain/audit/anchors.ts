// What exports say of the trail, for as far as they can be believed: a seal holds what a key has signed, a column
// beside it holds what anybody with the database may write.
import type { SealFinding } from '#schemas/audit/verification.js'
import { parseAuditLine, type Seal, shownKeyId } from './file.js'
import { judgedSeals, type SealRules } from './seals.js'

/** `entry_hash` by `seq`, as kept outside of the trail. */
export type Anchors = ReadonlyMap<number, string>

/** The last line of an export, and what its row in the database says beside it; a file has no row. */
export interface StoredSeal {
  line: string
  date: string
  row?: Pick<Seal, 'entry_count' | 'first_seq' | 'last_seq' | 'head_hash'> & { final: boolean }
}

export interface CheckedSeals {
  anchors: Anchors
  /** The anchors that a key has signed. */
  verified: readonly number[]
  /** Seals that cannot be believed; no anchor comes from them. */
  faults: readonly SealFinding[]
}

/** No entry has it: where two seals differ, no entry is right. */
const FORGED_HASH = ''

export function checkedSeals(kept: readonly StoredSeal[], rules: SealRules): CheckedSeals {
  const read = kept.map((one) => ({ ...one, seal: parseSeal(one.line) }))
  const sealed = read.flatMap(({ seal, ...one }) => (seal ? [{ ...one, seal }] : []))
  const judged = judgedSeals(sealed, rules).map(({ fault, ...one }) => ({
    ...one,
    fault: fault ?? (matchesRow(one) ? undefined : 'seal_mismatch')
  }))
  const sound = judged.filter(({ fault }) => fault === undefined)
  const findings = [
    ...read.flatMap((one) => (one.seal ? [] : [findingOf(one, 'not_sealed')])),
    ...judged.flatMap(({ fault, ...one }) => (fault ? [findingOf(one, fault)] : []))
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

function findingOf(one: StoredSeal & { seal: Seal | undefined }, reason: SealFinding['reason']): SealFinding {
  const { date, row, seal } = one
  return {
    date_covered: date,
    kept_in: row ? 'database' : 'file',
    reason,
    last_seq: row?.last_seq ?? seal?.last_seq ?? null,
    key_id: seal ? shownKeyId(seal) : null
  }
}

function parseSeal(line: string): Seal | undefined {
  const read = parseAuditLine(line)
  return read && 'seal' in read && Number.isSafeInteger(read.seal?.last_seq) ? read.seal : undefined
}

/** Whether it is the seal of the day, and of the row, where it was found. */
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
