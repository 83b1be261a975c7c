// Takes secrets out of a payload before anything of it is stored.
import type { Json, JsonObject } from '#schemas/common.js'
import { namesSecret, textNamesSecret } from './secrets.js'

const REPOSITORY_SECRETS = new Set(['permissions', 'role_name'])

/** Any of these names as a JSON text may write it; an escape may hide one. */
const NAMED = new RegExp(`"(?:${[...REPOSITORY_SECRETS].join('|')})"|\\\\u`)

/** What an App may do is told under the names of what it may do it to: there `secrets: 'read'` is none. */
const RIGHTS: ReadonlySet<Json> = new Set(['read', 'write', 'admin', 'none'])
const HOLDS_RIGHTS = /(?:^|_)permissions$/

/** Deeper than any real payload; what lies below is dropped, because nobody has looked at it. */
const DEEPEST = 64

/** The payload without its secrets: the very same object where there are none. */
export function sanitizePayload(payload: JsonObject): JsonObject {
  const whole = { depth: 0, hasRights: false }
  return isClean(payload, whole) ? payload : cleanObject(payload, whole)
}

/** Whether a text may hold a secret that its payload does not: of a key that comes twice only the last was parsed. */
export function mayNameSecret(text: string): boolean {
  return NAMED.test(text) || textNamesSecret(text)
}

interface PayloadPosition {
  depth: number
  /** Whether its names are of what may be read or written. */
  hasRights: boolean
}

const positionBelow = ({ depth }: PayloadPosition, key: string): PayloadPosition => ({
  depth: depth + 1,
  hasRights: HOLDS_RIGHTS.test(key)
})

/** Most payloads are; looking costs less than copying. */
function isClean(value: Json, place: PayloadPosition): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (place.depth > DEEPEST) return false
  if (Array.isArray(value)) return value.every((item) => isClean(item, positionBelow(place, '')))
  const hidden = hiddenIn(value, place)
  for (const key in value) {
    const one = value[key] ?? null
    if (hidden(key, one) || !isClean(one, positionBelow(place, key))) return false
  }
  return true
}

function clean(value: Json, place: PayloadPosition): Json {
  if (typeof value !== 'object' || value === null) return value
  if (place.depth > DEEPEST) return null
  return Array.isArray(value)
    ? value.map((item) => clean(item, positionBelow(place, '')))
    : cleanObject(value, place)
}

function cleanObject(object: JsonObject, place: PayloadPosition): JsonObject {
  const hidden = hiddenIn(object, place)
  const kept = Object.entries(object).filter(([key, value]) => !hidden(key, value))
  return Object.fromEntries(kept.map(([key, value]) => [key, clean(value, positionBelow(place, key))]))
}

type Hides = (key: string, value: Json) => boolean

function hiddenIn(object: JsonObject, { hasRights }: PayloadPosition): Hides {
  if (hasRights) return isSecretAmongRights
  return looksLikeRepository(object) ? isRepositorySecret : isSecretName
}

const isSecretAmongRights: Hides = (key, value) => isSecretName(key) && !RIGHTS.has(value)
const isRepositorySecret: Hides = (key) => isSecretName(key) || REPOSITORY_SECRETS.has(key)

/** Payloads have a few hundred names, again and again. */
const MOST_KNOWN = 5_000
const LONGEST_KNOWN = 80
const known = new Map<string, boolean>()

function isSecretName(key: string): boolean {
  const found = known.get(key)
  if (found !== undefined) return found
  const isOne = namesSecret(key)
  if (key.length <= LONGEST_KNOWN && known.size < MOST_KNOWN) known.set(key, isOne)
  return isOne
}

function looksLikeRepository(object: JsonObject): boolean {
  return 'full_name' in object && 'html_url' in object && 'private' in object
}
