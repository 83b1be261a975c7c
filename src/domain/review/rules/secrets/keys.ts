// Private keys, tokens with a signature, passwords in addresses and headers: secrets that have a form and no issuer.
import type { SecretLikeness } from './found.js'
import { entropyOf, isReference, isStandIn, isWeakWord } from './likeness.js'

const PRIVATE_KEY = /-----BEGIN ((?:[A-Z]{2,10} ){0,2})PRIVATE KEY(?: BLOCK)?-----/
const KEY_BODY = /^[\s"'`]{0,40}[A-Za-z0-9+/=]{40}/
const KEY_HEADER = /^[\s"'`]{0,40}(?:Proc-Type|DEK-Info|Version|Comment):|^[\s"'`]{0,40}$/
const INLINE_BODY = /PRIVATE KEY(?: BLOCK)?-----(?:\\r)?\\{1,2}n[A-Za-z0-9+/=]{30}/
const LINES_TO_BODY = 4

/** The key itself has to follow: code that reads keys names the marker alone. */
export function privateKeyIn(text: string, next: readonly string[]): SecretLikeness | undefined {
  const match = PRIVATE_KEY.exec(text)
  if (!match) return undefined
  const body = next.slice(0, LINES_TO_BODY).find((line) => !KEY_HEADER.test(line))
  if (!INLINE_BODY.test(text) && !(body !== undefined && KEY_BODY.test(body))) return undefined
  const isLocked = match[1]?.includes('ENCRYPTED') || next.slice(0, 2).some((line) => /ENCRYPTED/.test(line))
  return {
    name: isLocked ? 'A private key with a passphrase' : 'A private key',
    value: body ?? text,
    severity: isLocked ? 'high' : 'critical',
    confidence: 0.95,
    isOfIssuer: true
  }
}

const SIGNED_TOKEN = /\b(eyJ[\w-]{8,800})\.(eyJ[\w-]{8,2000})\.([\w-]{16,800})/
/** The one that everybody shows. */
const SHOWN_EVERYWHERE = /John Doe|1234567890|example|test/i
const PUBLIC_ROLE = /"role"\s?:\s?"anon"/

export function signedTokenIn(text: string): SecretLikeness | undefined {
  const match = SIGNED_TOKEN.exec(text)
  const [header, claims] = [decoded(match?.[1]), decoded(match?.[2])]
  if (!match || !header.includes('"alg"') || !claims.startsWith('{')) return undefined
  if (SHOWN_EVERYWHERE.test(claims) || PUBLIC_ROLE.test(claims) || isStandIn(match[3] ?? '')) return undefined
  const isService = claims.includes('service_role')
  return {
    name: isService ? 'A key with all rights on the database' : 'A signed token (JWT)',
    value: match[0],
    severity: isService ? 'critical' : 'high',
    confidence: isService ? 0.95 : 0.7,
    isOfIssuer: true
  }
}

const decoded = (part: string | undefined) => Buffer.from(part ?? '', 'base64url').toString('utf8')

const WITH_PASSWORD =
  /\b([a-z][a-z0-9+.-]{1,20}):\/\/([^\s:/@"'`<>]{0,80}):([^\s/@"'`<>]{3,120})@(\[?[\w.-]{1,150})/i
/** Hosts that only the machine itself or a set of containers reaches. */
const NEAR_HOST =
  /^(?:localhost|127\.|0\.0\.0\.0|\[|host\.docker|10\.0\.2\.2|[\w-]{1,100}$)|(?:^|\.)(?:example|test|local|localhost|invalid|internal\.test)(?:\.(?:com|org|net))?$/i

export function addressPasswordIn(text: string): SecretLikeness | undefined {
  if (!text.includes('://')) return undefined
  const match = WITH_PASSWORD.exec(text)
  if (!match) return undefined
  const [, , user = '', password = '', host = ''] = match
  const isNothing = isReference(password) || isStandIn(password) || user === password || /[{}$]/.test(user)
  if (isNothing || NEAR_HOST.test(host) || isWeakWord(password)) return undefined
  return {
    name: 'An address with its password',
    value: password,
    severity: 'high',
    confidence: 0.8,
    isOfIssuer: false
  }
}

const HEADER = /\b(Bearer|Basic|token) {1,3}([\w.~+/=-]{16,600})/
const LEAST_ENTROPY = 3.4

export function headerSecretIn(text: string): SecretLikeness | undefined {
  if (!/authori[sz]ation|-H |headers?/i.test(text)) return undefined
  const match = HEADER.exec(text)
  const [, scheme = '', value = ''] = match ?? []
  if (!match || isStandIn(value) || isReference(value)) return undefined
  const isSecret = scheme === 'Basic' ? isUserAndPassword(value) : isToken(value)
  if (!isSecret) return undefined
  return { name: 'A header with a secret', value, severity: 'high', confidence: 0.7, isOfIssuer: false }
}

const isToken = (value: string) =>
  /\d/.test(value) && /[A-Za-z]/.test(value) && entropyOf(value) >= LEAST_ENTROPY

function isUserAndPassword(value: string): boolean {
  const [user = '', password = ''] = decoded(value).split(':')
  const isText = /^[\x20-\x7e]{1,100}$/.test(user) && /^[\x20-\x7e]{4,200}$/.test(password)
  return isText && user !== password && !isWeakWord(password)
}
