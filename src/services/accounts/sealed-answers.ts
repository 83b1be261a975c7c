// Seals the answers that are kept: they may contain what only the caller may know, such as the state of a registration.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const PURPOSE = 'answers kept for an Idempotency-Key'

export interface SealFor {
  sessionSecret: string
  /** Stored nowhere: neither the database nor the secrets of the service open the answer without it. */
  idempotencyKey: string
  /** What the answer belongs to. Moved to another row, it does not open. */
  context: string
}

export function sealAnswer(body: string, seal: SealFor): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(seal), nonce).setAAD(Buffer.from(seal.context))
  const sealed = [nonce, cipher.update(body, 'utf8'), cipher.final()]
  return Buffer.concat([...sealed, cipher.getAuthTag()]).toString('base64')
}

/** Undefined if the secret of the service has changed since, or the text is not what was sealed. */
export function openAnswer(text: string, seal: SealFor): string | undefined {
  const sealed = Buffer.from(text, 'base64')
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv(CIPHER, keyOf(seal), nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(seal.context)).setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    const body = [decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]
    return Buffer.concat(body).toString('utf8')
  } catch {
    return undefined
  }
}

function keyOf({ sessionSecret, idempotencyKey }: SealFor): Buffer {
  return Buffer.from(hkdfSync('sha256', sessionSecret, idempotencyKey, PURPOSE, KEY_BYTES))
}
