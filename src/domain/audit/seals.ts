// Which seals can be believed. A key that the database and the files do not hold tells them from those that somebody
// else has written, and none that is not believed goes by in silence.
import type { SealFault } from '#schemas/audit/verification.js'
import { isSignedBy, keyIdOf, type Seal } from './file.js'

export interface SealRules {
  /** The key that signs and the former ones; without any, signatures are not checked. */
  keys: readonly string[]
  /** Seals of earlier days may be unsigned, or signed with a key that is lost. */
  signedSince: string | undefined
}

export interface DatedSeal {
  /** The day that it covers by the place where it was found. */
  date: string
  seal: Seal
}

export interface Judgement {
  /** Whether one of the keys has signed it: nothing else makes a seal vouch for anything. */
  isVerified: boolean
  fault: SealFault | undefined
}

/** All of them at once: whether a seal may lack a signature shows only beside the others. */
export function judgedSeals<One extends DatedSeal>(
  seals: readonly One[],
  { keys, signedSince }: SealRules
): (One & Judgement)[] {
  if (keys.length === 0) return seals.map((one) => ({ ...one, isVerified: false, fault: undefined }))
  const byId = new Map(keys.map((key) => [keyIdOf(key), key]))
  const found = seals.map((one) => ({ one, fault: signatureFault(one.seal, byId) }))
  const verified = found.filter(({ fault }) => fault === undefined).map(({ one }) => one.date)
  const began = { said: signedSince, seen: verified.sort()[0] }
  return found.map(({ one, fault }) => {
    const isVerified = fault === undefined
    return { ...one, isVerified, fault: isVerified || isExcused(one.date, fault, began) ? undefined : fault }
  })
}

function signatureFault(seal: Seal, byId: ReadonlyMap<string, string>): SealFault | undefined {
  if (typeof seal.key_id !== 'string') return 'not_signed'
  const key = byId.get(seal.key_id)
  if (key === undefined) return 'unknown_key'
  return isSignedBy(seal, key) ? undefined : 'signature_mismatch'
}

/**
 * What is older than the signing. Its entries are bound into the first seal that is verified; where there is none,
 * only the settings can tell an export from before the key from one whose signature was removed.
 */
function isExcused(date: string, fault: SealFault, { said, seen }: Beginning): boolean {
  if (fault === 'signature_mismatch') return false
  if (said !== undefined) return date < said
  return fault === 'not_signed' && seen !== undefined && date < seen
}

/** The first day of the signing, by the settings and by the seals. */
interface Beginning {
  said: string | undefined
  seen: string | undefined
}
