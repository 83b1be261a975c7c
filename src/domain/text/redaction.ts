// Takes what looks like a secret out of a document, wherever in it somebody has left it.
import type { Json, JsonObject } from '#schemas/common.js'
import { HIDDEN, namesSecret, redacted } from './secrets.js'

/** One word under a name of secrets is one; a sentence under it, as a condition may be, is none. */
const ONE_WORD = /^\S+$/

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
      isSecret(name, one) ? HIDDEN : redactedJson(one)
    ])
  )
}

const isSecret = (name: string, value: Json) =>
  typeof value === 'string' && namesSecret(name) && ONE_WORD.test(value)

/** A document to be kept: the same, but for what stands under names of secrets. */
export function keptDocument(document: JsonObject): JsonObject {
  return keptObject(document, [])
}

function keptJson(value: Json, way: readonly string[]): Json {
  if (Array.isArray(value)) return value.map((one) => keptJson(one, way))
  return typeof value === 'object' && value !== null ? keptObject(value, way) : value
}

/** Conditions have names of their own, which say nothing about secrets. */
const NAMED_BY_PEOPLE = 'expressions'

function keptObject(object: JsonObject, way: readonly string[]): JsonObject {
  const isNamed = way[0] === NAMED_BY_PEOPLE
  return Object.fromEntries(
    Object.entries(object).map(([name, one]) => [
      name,
      !isNamed && isSecret(name, one) ? HIDDEN : keptJson(one, [...way, name])
    ])
  )
}
