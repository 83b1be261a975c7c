// Redacts what looks like a secret before a text is stored, logged or shown.

/** Token prefixes of known issuers, and unmistakable shapes. */
const SECRET_FORMATS = [
  /\b(?:gh[oprsu]_|github_pat_|glpat-|npm_|pypi-|sk-|xox[abeoprs]-|hf_|dop_v1_|dckr_pat_)[A-Za-z0-9_-]{8,250}/,
  /\b[prs]k_(?:live|test)_[A-Za-z0-9]{8,250}/,
  /\bBearer\s{1,4}[^\s"']{1,512}/,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
  /\bAIza[A-Za-z0-9_-]{30,60}/,
  // Whoever knows the address of an incoming webhook may post there.
  /\bhooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9/_-]{8,200}/,
  /\bdiscord(?:app)?\.com\/api\/webhooks\/[0-9]{5,25}\/[A-Za-z0-9_-]{8,100}/,
  /\bwebhook\.office\.com\/webhookb2\/[A-Za-z0-9@/_-]{8,300}/,
  /\bSG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}/,
  /\beyJ[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{8,1000}/,
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?:[^-]{0,8000}-----END [A-Z ]{0,40}PRIVATE KEY-----)?/
]
const ANY_SECRET_FORMAT = new RegExp(SECRET_FORMATS.map(({ source }) => source).join('|'), 'g')

/** The value after a telling name. */
const NAMED_SECRET =
  /((?:passw(?:or)?d|secret|_token|auth_?token|api_?key|access_?key|(?<!unexpected )\btoken(?==))["']?\s{0,3}[:=]\s{0,3}["']?)(?!\*\*\*)[^\s"'$<{(,;]{8,500}/gi
/** Shorter passwords only where the value is unmistakable: with a digit, or directly after `=` and not in a call. */
const SHORT_PASSWORD =
  /(passw(?:or)?d["']?(?:\s{0,3}[:=]\s{0,3}["']?(?=[^\s"'$<{(,;]{0,6}\d)|=["']?))(?!\*\*\*)[^\s"'$<{(,;)&]{6,7}(?=["'\s&;]|$)/gi
const IN_ADDRESS = /(:\/\/[^\s/:@]{0,100}:)[^\s/:@]{1,200}(?=@)/g

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

export function redactSecrets(text: string): string {
  return text
    .replace(ANY_SECRET_FORMAT, REDACTED_TEXT)
    .replace(NAMED_SECRET, `$1${REDACTED_TEXT}`)
    .replace(SHORT_PASSWORD, `$1${REDACTED_TEXT}`)
    .replace(IN_ADDRESS, `$1${REDACTED_TEXT}`)
}

/** Whether a text contains anything like a secret. */
export function containsSecret(text: string): boolean {
  return redactSecrets(text) !== text
}
