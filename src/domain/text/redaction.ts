// Redacts text that looks like a secret anywhere in a document.
import type { Json, JsonObject } from '#schemas/common.js'
import { namesSecret, REDACTED_TEXT, redactSecrets } from './secrets.js'

/** A single word under the name of a secret is redacted; a sentence, such as a condition, is not. */
const ONE_WORD = /^\S+$/

/** A reply for display, with secrets redacted. */
export function redactReply<Reply>(reply: Reply): Reply {
  // Cast: replies are JSON, and redaction keeps every type.
  return redactJson(reply as Json) as Reply
}

function redactJson(value: Json): Json {
  if (typeof value === 'string') return redactSecrets(value)
  if (Array.isArray(value)) return value.map(redactJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      redactSecrets(name),
      isSecret(name, member) ? REDACTED_TEXT : redactJson(member)
    ])
  )
}

const isSecret = (name: string, value: Json) =>
  typeof value === 'string' && namesSecret(name) && ONE_WORD.test(value)

/** A document for storage, with the values of secret names redacted. */
export function redactDocument(document: JsonObject): JsonObject {
  return redactDocumentObject(document, [])
}

function redactDocumentValue(value: Json, path: readonly string[]): Json {
  if (Array.isArray(value)) return value.map((item) => redactDocumentValue(item, path))
  return typeof value === 'object' && value !== null ? redactDocumentObject(value, path) : value
}

/** The names of conditions are chosen by users and indicate no secrets. */
const NAMED_BY_PEOPLE = 'expressions'

function redactDocumentObject(object: JsonObject, path: readonly string[]): JsonObject {
  const isNamed = path[0] === NAMED_BY_PEOPLE
  return Object.fromEntries(
    Object.entries(object).map(([name, member]) => [
      name,
      !isNamed && isSecret(name, member) ? REDACTED_TEXT : redactDocumentValue(member, [...path, name])
    ])
  )
}
