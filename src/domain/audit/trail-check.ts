// Whether files that are whole one by one are the whole trail together, and who signed them.
import type { SealFault } from '#schemas/audit/verification.js'
import { keyIdOf, type Seal, shownKeyId } from './file.js'
import type { AuditFileFault, AuditFileVerdict } from './file-check.js'
import { judgedSeals, type SealRules } from './seals.js'

export interface SignedVerdict extends AuditFileVerdict {
  isVerified: boolean
}

/** The same files, with what is wrong with their signatures. */
export function withSignatures(verdicts: readonly AuditFileVerdict[], rules: SealRules): SignedVerdict[] {
  const sealed = verdicts.flatMap((verdict) =>
    verdict.seal ? [{ verdict, seal: verdict.seal, date: verdict.seal.date_covered }] : []
  )
  const judged = new Map(judgedSeals(sealed, rules).map((one) => [one.verdict, one]))
  return verdicts.map((verdict) => {
    const { seal, fault, isVerified = false } = judged.get(verdict) ?? {}
    const faults = seal && fault ? [signatureFault(fault, seal, rules.keys)] : []
    return { ...verdict, faults: [...verdict.faults, ...faults], isVerified }
  })
}

function signatureFault(reason: SealFault, seal: Seal, keys: readonly string[]): AuditFileFault {
  const named = shownKeyId(seal) ?? 'with an unreadable id'
  if (reason === 'not_signed')
    return { reason, message: 'the seal is not signed, although the service signed by then' }
  if (reason === 'unknown_key')
    return {
      reason,
      message: `the seal was signed with key ${named}, not with ${keys.map(keyIdOf).join(' or ')}`
    }
  return { reason, message: `the seal names key ${named}, which did not sign it` }
}

export interface TrailExpectation {
  /** Some days of the trail are enough: neither its beginning nor its end need be there. */
  isPart: boolean
  /** How far the trail is known to reach, from elsewhere. */
  lastSeq: number | undefined
}

/** In the order of the trail. What is missing between two files is found where the second is checked. */
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
  const at = first?.state.firstSeq ?? null
  if (at === null || at === 1) return []
  const message = `the trail begins at entry ${at}: files of earlier days are missing (--part where that is meant)`
  return [{ reason: 'gap', message }]
}

function notFinal(date: string): AuditFileFault {
  const message = `the export of ${date} was made before that day was over, and is not the last one of it`
  return { reason: 'not_final', message }
}

function tailFaults(last: AuditFileVerdict | undefined, lastSeq: number): AuditFileFault[] {
  const at = last?.state.lastSeq ?? 0
  if (at >= lastSeq) return []
  return [
    { reason: 'gap', message: `the trail ends at entry ${at}, not at ${lastSeq}: later files are missing` }
  ]
}
