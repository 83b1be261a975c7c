// The audit file of one day: one entry per line, and a seal as the last line.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Json } from '#schemas/common.js'
import { canonicalJson } from '../json/canonical.js'
import type { ChainedEntry } from './entry.js'

/** A line is canonical JSON, so `payload` is inserted in alphabetical order. */
export function auditLine(entry: ChainedEntry): string {
  const { payload, payload_hash, pr_number, prev_hash, repo_full_name, seq, ...rest } = entry
  const before = canonicalJson({ ...rest, framework: [...rest.framework] })
  const after = canonicalJson({ payload_hash, pr_number, prev_hash, repo_full_name, seq })
  return `${before.slice(0, -1)},"payload":${payload},${after.slice(1)}\n`
}

export interface Seal {
  date_covered: string
  /** Whether the day was over when the seal was made; older seals lack it. */
  final?: boolean
  entry_count: number
  first_seq: number
  last_seq: number
  /** `entry_hash` of the entry before the first one, and of the last one. */
  prev_hash: string | null
  head_hash: string
  /** SHA-256 of all lines before the seal. */
  content_hash: string
  /** Identifies the signing key without revealing it. */
  key_id: string | null
  /** HMAC-SHA-256 of the seal without this field, as canonical JSON. */
  signature: string | null
}

export function sealLine(unsigned: Omit<Seal, 'key_id' | 'signature'>, key: string | undefined): string {
  const named = { ...unsigned, key_id: key === undefined ? null : keyIdOf(key) }
  const signature = key === undefined ? null : signatureOf(named, key)
  return `${canonicalJson({ seal: { ...named, signature } })}\n`
}

/** Names the key to check against; it proves nothing and reveals no more than a signature does. */
export function keyIdOf(key: string): string {
  return createHmac('sha256', key).update('the name of this key').digest('hex').slice(0, 16)
}

/** The key id for display; a forged seal may hold any value there. */
export function shownKeyId({ key_id }: Seal): string | null {
  return typeof key_id === 'string' && /^[0-9a-f]{16}$/.test(key_id) ? key_id : null
}

function signatureOf(seal: Omit<Seal, 'signature'>, key: string): string {
  return createHmac('sha256', key)
    .update(canonicalJson({ ...seal }))
    .digest('hex')
}

export function isSignedBy({ signature, ...seal }: Seal, key: string): boolean {
  const expected = createHash('sha256').update(signatureOf(seal, key)).digest()
  return timingSafeEqual(
    createHash('sha256')
      .update(typeof signature === 'string' ? signature : '')
      .digest(),
    expected
  )
}

type AuditLine = { entry: ChainedEntry } | { seal: Seal }

/** The parsed line, or undefined if it is neither an entry nor a seal. */
export function parseAuditLine(line: string): AuditLine | undefined {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value !== 'object' || value === null) return undefined
    // Cast: a malformed seal fails the comparison with the entries it covers.
    return 'seal' in value ? { seal: value.seal as Seal } : parseEntry(value)
  } catch {
    return undefined
  }
}

function parseEntry(value: object): AuditLine | undefined {
  const { payload, ...fields } = { payload: null, framework: null, seq: null, ...value }
  if (!Array.isArray(fields.framework) || !Number.isSafeInteger(fields.seq)) return undefined
  // Cast: a malformed entry fails the comparison with its hash.
  return { entry: { ...fields, payload: canonicalJson(payload as Json) } as unknown as ChainedEntry }
}
