// Bounds the metadata of an event: it is shown in lists, so it must stay small, and without secrets.
import type { Json, JsonObject } from '#schemas/common.js'
import { redactReply } from '../text/redaction.js'

const MOST_BYTES = 4_096
const LONGEST_TEXT = 500
const LONGEST_NAME = 50
const MOST_ITEMS = 50

/** Cuts long texts and lists, then leaves out the largest members until the rest fits; `omitted` names them. */
export function boundMetadata(metadata: JsonObject): JsonObject {
  const members = Object.entries(redactReply(metadata)).map(([name, value]) => ({ name, value: cut(value) }))
  const kept = members.toSorted((one, other) => sizeOf(one) - sizeOf(other))
  while (kept.length > 0 && bytesOf(boundedDocument(members, kept)) > MOST_BYTES) kept.pop()
  return boundedDocument(members, kept)
}

interface Member {
  name: string
  value: Json
}

const bytesOf = (document: Json) => Buffer.byteLength(JSON.stringify(document))
const sizeOf = ({ name, value }: Member) => bytesOf({ [name]: value })

function boundedDocument(members: readonly Member[], kept: readonly Member[]): JsonObject {
  const shown = members.filter((member) => kept.includes(member)).map(({ name, value }) => [name, value])
  const omitted = members
    .filter((member) => !kept.includes(member))
    .map(({ name }) => name.slice(0, LONGEST_NAME))
  return {
    ...Object.fromEntries(shown),
    ...(omitted.length === 0 ? {} : { omitted: omitted.slice(0, 5) })
  }
}

function cut(value: Json): Json {
  if (typeof value === 'string') return withoutNul(value).slice(0, LONGEST_TEXT)
  return Array.isArray(value) ? value.slice(0, MOST_ITEMS).map(cut) : value
}

/** The database cannot read it back as text. */
const withoutNul = (text: string) => text.replaceAll('\u0000', '')
