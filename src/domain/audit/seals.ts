// Which seals can be trusted. A signing key, kept outside of the database and the files, tells them from forged ones,
// and every untrusted seal is reported.
import type { SealFault } from '#schemas/audit/verification.js'
import { isSignedBy, keyIdOf, type Seal } from './file.js'
import type { SealKey } from './keys.js'

export interface SealRules {
  /** The current signing key and former ones; without any, signatures are not checked. */
  keys: readonly SealKey[]
  /** Seals before this day may be unsigned, or signed with a lost key. */
  signedSince: string | undefined
}

export interface DatedSeal {
  /** The day under which the seal was found. */
  date: string
  seal: Seal
}

export interface SealVerdict {
  /** Whether one of the keys signed the seal; an unsigned seal proves nothing. */
  isVerified: boolean
  fault: SealFault | undefined
}

/** Judges all seals together, because whether one may lack a signature depends on the others. */
export function checkSeals<One extends DatedSeal>(
  seals: readonly One[],
  { keys, signedSince }: SealRules
): (One & SealVerdict)[] {
  if (keys.length === 0) return seals.map((dated) => ({ ...dated, isVerified: false, fault: undefined }))
  const byId = new Map(keys.map((sealKey) => [keyIdOf(sealKey.key), sealKey]))
  const found = seals.map((dated) => ({ dated, fault: signatureFault(dated, byId) }))
  const verified = found.filter(({ fault }) => fault === undefined).map(({ dated }) => dated.date)
  const began = { configured: signedSince, seen: verified.sort()[0] }
  return found.map(({ dated, fault }) => {
    const isVerified = fault === undefined
    const isTrusted = isVerified || isExcused(dated.date, fault, began)
    return { ...dated, isVerified, fault: isTrusted ? undefined : fault }
  })
}

function signatureFault(
  { date, seal }: DatedSeal,
  byId: ReadonlyMap<string, SealKey>
): SealFault | undefined {
  if (typeof seal.key_id !== 'string') return 'not_signed'
  const sealKey = byId.get(seal.key_id)
  if (sealKey === undefined) return 'unknown_key'
  if (!isSignedBy(seal, sealKey.key)) return 'signature_mismatch'
  return sealKey.lastDay !== undefined && date > sealKey.lastDay ? 'expired_key' : undefined
}

/**
 * Excuses seals from before signing began; the first verified seal covers their entries. Without a verified seal, only
 * the settings can tell an unsigned export from one whose signature was removed.
 */
function isExcused(date: string, fault: SealFault, { configured, seen }: Beginning): boolean {
  if (fault === 'signature_mismatch' || fault === 'expired_key') return false
  if (configured !== undefined) return date < configured
  return fault === 'not_signed' && seen !== undefined && date < seen
}

/** The first day with a signature, by the settings and by the seals. */
interface Beginning {
  configured: string | undefined
  seen: string | undefined
}
