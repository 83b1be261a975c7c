// Redacts what looks like a secret before a text is stored, logged or shown.
import { SECRET_FORMS } from './secret-forms.js'

/** Token prefixes of known issuers in any length, and unmistakable shapes. They take at least as much as a form does. */
const LOOSE_FORMATS = [
  /\b(?:gh[oprsu]_|github_pat_|glpat-|npm_|pypi-|sk-|hf_|dop_v1_|dckr_pat_)[A-Za-z0-9_-]{8,310}/,
  /\bxox[abceoprs][-.][A-Za-z0-9_.-]{8,310}/,
  /\b[prs]k_(?:live|test)_[A-Za-z0-9]{8,250}/,
  // Only what a token may hold (RFC 6750), with the number that some issuers put before it: else it could be code.
  /\bBearer\s{1,4}(?:\d{1,12}\|)?[A-Za-z0-9._~+/-]{8,4096}={0,2}/,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
  /\bAIza[A-Za-z0-9_-]{30,60}/,
  // Whoever knows the address of an incoming webhook may post there.
  /\bhooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9/_-]{8,200}/,
  /\bdiscord(?:app)?\.com\/api\/webhooks\/[0-9]{5,25}\/[A-Za-z0-9_-]{8,100}/,
  /\bwebhook\.office\.com\/webhookb2\/[A-Za-z0-9@/_-]{8,300}/,
  /\bSG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}/,
  /\beyJ[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{8,1000}/,
  // With its end, or as far as its body follows at once. In between is only what a key is written down with.
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?:(?:[\w\s+/=\\"',:.[\]]|-(?!-)){0,8000}-----END [A-Z ]{0,40}PRIVATE KEY-----|[A-Za-z0-9+/=\\]{1,8000})?/
]
const ANY_SECRET_FORMAT = anyOf([...LOOSE_FORMATS, ...SECRET_FORMS.map(({ pattern }) => pattern)])

/** Most begin at the beginning of a word. It is looked for once for all of them, which is a multiple faster. */
function anyOf(patterns: readonly RegExp[]): RegExp {
  const sources = patterns.map(({ source }) => source)
  const ofWords = sources.filter((source) => source.startsWith('\\b')).map((source) => source.slice(2))
  const others = sources.filter((source) => !source.startsWith('\\b'))
  return new RegExp([`\\b(?:${ofWords.join('|')})`, ...others].join('|'), 'g')
}

/** The value after a telling name. */
const NAMED_SECRET =
  /((?:passw(?:or)?d|secret|_token|auth_?token|api_?key|access_?key|(?<!unexpected )\btoken(?==))["']?\s{0,3}[:=]\s{0,3}["']?)(?!\*\*\*)[^\s"'$<{(,;]{8,500}/gi
/** Shorter passwords only where the value is unmistakable: with a digit, or directly after `=` and not in a call. */
const SHORT_PASSWORD =
  /(passw(?:or)?d["']?(?:\s{0,3}[:=]\s{0,3}["']?(?=[^\s"'$<{(,;]{0,6}\d)|=["']?))(?!\*\*\*)[^\s"'$<{(,;)&]{6,7}(?=["'\s&;]|$)/gi
/** Up to where a text in quotes ends: behind that is code that looks like an address. JSON may escape characters. */
const IN_ADDRESS = /(:\/\/[^\s/:@]{0,100}:)(?:[^\s/:@"'`{}<>\\]|\\u[\da-f]{4}){1,200}(?=@)/g

export const REDACTED_TEXT = '[redacted]'

/** Endings of names whose values are secrets, in any spelling. */
const SECRET_NAME =
  '(?:tokens?|secrets?|webhook[_.\\- ]?urls?|pass(?:words?|wd|phrases?|codes?)|pwd|credentials?|authorization|cookies?|jwt|(?:api|private|access|secret|signing|encryption)[_.\\- ]?keys?)'
const NAMES_SECRET = new RegExp(`${SECRET_NAME}$`, 'i')
const TEXT_NAMES_SECRET = new RegExp(`${SECRET_NAME}"\\s*:`, 'i')

/** Whether the value under this name is a secret, whatever it looks like. */
export const namesSecret = (name: string): boolean => NAMES_SECRET.test(name)

/** Whether JSON text contains such a name. */
export const textNamesSecret = (text: string): boolean => TEXT_NAMES_SECRET.test(text)

/** Replaces each secret, but not the name before it. */
export function replaceSecrets(text: string, replace: (secret: string) => string): string {
  const afterName = (all: string, name: string) => name + replace(all.slice(name.length))
  return text
    .replace(ANY_SECRET_FORMAT, (secret) => replace(secret))
    .replace(NAMED_SECRET, afterName)
    .replace(SHORT_PASSWORD, afterName)
    .replace(IN_ADDRESS, afterName)
}

export const redactSecrets = (text: string): string => replaceSecrets(text, () => REDACTED_TEXT)

/** Whether a text contains anything like a secret. */
export function containsSecret(text: string): boolean {
  return redactSecrets(text) !== text
}
