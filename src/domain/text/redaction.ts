// Takes what looks like a secret out of a document, wherever in it somebody has left it.
import type { Json, JsonObject } from '#schemas/common.js'
import { namesSecret, REDACTED_TEXT, redactSecrets } from './secrets.js'

/** One word under a name of secrets is one; a sentence under it, as a condition may be, is none. */
const ONE_WORD = /^\S+$/

/** A reply as it may be shown: the same, but for texts that look like secrets. */
export function redactReply<Reply>(reply: Reply): Reply {
  // The border to JSON, of which every reply is made; no text becomes anything but a text.
  return redactJson(reply as Json) as Reply
}

function redactJson(value: Json): Json {
  if (typeof value === 'string') return redactSecrets(value)
  if (Array.isArray(value)) return value.map(redactJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      redactSecrets(name),
      isSecret(name, one) ? REDACTED_TEXT : redactJson(one)
    ])
  )
}

const isSecret = (name: string, value: Json) =>
  typeof value === 'string' && namesSecret(name) && ONE_WORD.test(value)

/** A document to be kept: the same, but for what stands under names of secrets. */
export function redactDocument(document: JsonObject): JsonObject {
  return redactDocumentObject(document, [])
}

function redactDocumentValue(value: Json, way: readonly string[]): Json {
  if (Array.isArray(value)) return value.map((one) => redactDocumentValue(one, way))
  return typeof value === 'object' && value !== null ? redactDocumentObject(value, way) : value
}

/** Conditions have names of their own, which say nothing about secrets. */
const NAMED_BY_PEOPLE = 'expressions'

function redactDocumentObject(object: JsonObject, way: readonly string[]): JsonObject {
  const isNamed = way[0] === NAMED_BY_PEOPLE
  return Object.fromEntries(
    Object.entries(object).map(([name, one]) => [
      name,
      !isNamed && isSecret(name, one) ? REDACTED_TEXT : redactDocumentValue(one, [...way, name])
    ])
  )
}
