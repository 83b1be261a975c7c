// The file of a day: an entry per line, and a seal as its last line.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Json } from '#schemas/common.js'
import { canonicalJson } from '../json/canonical.js'
import type { ChainedEntry } from './entry.js'

/** Canonical JSON as well: `payload` stands where the order of names wants it. */
export function auditLine(entry: ChainedEntry): string {
  const { payload, payload_hash, pr_number, prev_hash, repo_full_name, seq, ...rest } = entry
  const before = canonicalJson({ ...rest, framework: [...rest.framework] })
  const after = canonicalJson({ payload_hash, pr_number, prev_hash, repo_full_name, seq })
  return `${before.slice(0, -1)},"payload":${payload},${after.slice(1)}\n`
}

export interface Seal {
  date_covered: string
  /** Whether the day was over, so that nothing more was filed under it; older seals do not say it. */
  final?: boolean
  entry_count: number
  first_seq: number
  last_seq: number
  /** `entry_hash` of the entry before the first, and of the last. */
  prev_hash: string | null
  head_hash: string
  /** SHA-256 of all lines before this one. */
  content_hash: string
  /** Which key has signed it: tells nothing about the key. */
  key_id: string | null
  /** HMAC-SHA-256 of the seal without it, as canonical JSON. */
  signature: string | null
}

export function sealLine(unsigned: Omit<Seal, 'key_id' | 'signature'>, key: string | undefined): string {
  const named = { ...unsigned, key_id: key === undefined ? null : keyIdOf(key) }
  const signature = key === undefined ? null : signatureOf(named, key)
  return `${canonicalJson({ seal: { ...named, signature } })}\n`
}

/** Tells which key it should be, not that it is; and of the key itself no more than a signature does. */
export function keyIdOf(key: string): string {
  return createHmac('sha256', key).update('the name of this key').digest('hex').slice(0, 16)
}

/** For people to read: a seal that was forged may hold anything in its place. */
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

/** What a line says; nothing where it is none of ours. */
export function parseAuditLine(line: string): AuditLine | undefined {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value !== 'object' || value === null) return undefined
    // The border to a file: whatever does not fit into a seal makes it differ from what it seals.
    return 'seal' in value ? { seal: value.seal as Seal } : parseEntry(value)
  } catch {
    return undefined
  }
}

function parseEntry(value: object): AuditLine | undefined {
  const { payload, ...fields } = { payload: null, framework: null, seq: null, ...value }
  if (!Array.isArray(fields.framework) || !Number.isSafeInteger(fields.seq)) return undefined
  // The border to a file: whatever does not fit into an entry makes its hash another.
  return { entry: { ...fields, payload: canonicalJson(payload as Json) } as unknown as ChainedEntry }
}
