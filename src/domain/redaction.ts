// What looks like a secret, in whatever text or document somebody has left it.
import type { Json } from '../../schemas/common.js'

/** Tokens of the host, of model providers and of callers; keys of clouds; web tokens; keys as files hold them. */
const SECRETS = new RegExp(
  [
    /\b(?:gh[oprsu]_|github_pat_|sk-|xox[abp]-)[A-Za-z0-9_-]{8,200}/,
    /\bBearer\s{1,4}[^\s"']{1,512}/,
    /\bAKIA[0-9A-Z]{16}\b/,
    /\beyJ[\w-]{10,1000}\.[\w-]{10,2000}\.[\w-]{10,1000}/,
    /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]{0,8000}/
  ]
    .map(({ source }) => source)
    .join('|'),
  'g'
)

/** One word under such a name; a sentence under it, as a condition may be, is none. */
const NAMES = /(?:^|[_-])(?:token|secret|password|passphrase|api_?key|private_?key|credentials?)$/i
const ONE_WORD = /^\S+$/

const REDACTED = '[redacted]'

export function redacted(text: string): string {
  return text.replace(SECRETS, REDACTED)
}

/** A reply as it may be shown: the same, but for texts that look like secrets. */
export function redactedReply<Reply>(reply: Reply): Reply {
  // The border to JSON, of which every reply is made; no text becomes anything but a text.
  return redactedJson(reply as Json) as Reply
}

function redactedJson(value: Json): Json {
  if (typeof value === 'string') return redacted(value)
  if (Array.isArray(value)) return value.map(redactedJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      redacted(name),
      isSecret(name, one) ? REDACTED : redactedJson(one)
    ])
  )
}

const isSecret = (name: string, value: Json) =>
  typeof value === 'string' && NAMES.test(name) && ONE_WORD.test(value)
