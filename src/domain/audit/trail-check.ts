// Verifies that checked files form one complete trail, and that the right key signed them.
import type { SealFault } from '#schemas/audit/verification.js'
import { keyIdOf, type Seal, shownKeyId } from './file.js'
import type { AuditFileFault, AuditFileVerdict } from './file-check.js'
import { checkSeals, type SealRules } from './seals.js'

export interface SignedVerdict extends AuditFileVerdict {
  isVerified: boolean
}

/** Adds the faults of signatures to the verdicts. */
export function withSignatures(verdicts: readonly AuditFileVerdict[], rules: SealRules): SignedVerdict[] {
  const sealed = verdicts.flatMap((verdict) =>
    verdict.seal ? [{ verdict, seal: verdict.seal, date: verdict.seal.date_covered }] : []
  )
  const judged = new Map(checkSeals(sealed, rules).map((entry) => [entry.verdict, entry]))
  return verdicts.map((verdict) => {
    const { seal, fault, isVerified = false } = judged.get(verdict) ?? {}
    const faults = seal && fault ? [signatureFault(fault, seal, rules.keys)] : []
    return { ...verdict, faults: [...verdict.faults, ...faults], isVerified }
  })
}

function signatureFault(reason: SealFault, seal: Seal, keys: SealRules['keys']): AuditFileFault {
  const keyId = shownKeyId(seal) ?? 'with an unreadable id'
  if (reason === 'not_signed')
    return { reason, message: 'the seal is not signed, although the service signed seals on that day' }
  if (reason === 'unknown_key')
    return {
      reason,
      message: `the seal was signed with key ${keyId}, not with ${keys.map(({ key }) => keyIdOf(key)).join(' or ')}`
    }
  if (reason === 'expired_key')
    return { reason, message: `the seal was signed with former key ${keyId} after the last day of that key` }
  return { reason, message: `the seal names key ${keyId}, which did not sign it` }
}

export interface TrailExpectation {
  /** Accepts part of the trail: its beginning and end may be missing. */
  isPart: boolean
  /** The last `seq` of the trail, if known from elsewhere. */
  lastSeq: number | undefined
}

/** Expects files in the order of the trail. The check of the later file reports a gap between two files. */
export function findTrailFaults(
  verdicts: readonly AuditFileVerdict[],
  { isPart, lastSeq }: TrailExpectation
): AuditFileFault[] {
  const last = verdicts.at(-1)
  const replaceable = verdicts.filter((verdict) => !isPart || verdict !== last)
  return [
    ...(isPart ? [] : headFaults(verdicts[0])),
    ...replaceable.flatMap(({ seal }) => (seal?.final === false ? [notFinal(seal.date_covered)] : [])),
    ...(lastSeq === undefined ? [] : tailFaults(last, lastSeq))
  ]
}

function headFaults(first: AuditFileVerdict | undefined): AuditFileFault[] {
  const firstSeq = first?.state.firstSeq ?? null
  if (firstSeq === null || firstSeq === 1) return []
  const message = `the trail begins at entry ${firstSeq}: files of earlier days are missing (--part accepts that)`
  return [{ reason: 'gap', message }]
}

function notFinal(date: string): AuditFileFault {
  const message = `the export of ${date} was made before the day was over, so later entries may be missing: export it again`
  return { reason: 'not_final', message }
}

function tailFaults(last: AuditFileVerdict | undefined, lastSeq: number): AuditFileFault[] {
  const end = last?.state.lastSeq ?? 0
  if (end >= lastSeq) return []
  return [
    { reason: 'gap', message: `the trail ends at entry ${end}, not at ${lastSeq}: later files are missing` }
  ]
}
