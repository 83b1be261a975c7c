// Takes what looks like a secret out of a document, wherever in it somebody has left it.
import type { Json } from '../../schemas/common.js'
import { redacted } from './secrets.js'

/** One word under such a name; a sentence under it, as a condition may be, is none. */
const NAMES = /(?:^|[_-])(?:token|secret|password|passphrase|api_?key|private_?key|credentials?)$/i
const ONE_WORD = /^\S+$/

const REDACTED = '[redacted]'

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
