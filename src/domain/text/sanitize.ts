// Removes secrets from a payload before it is stored.
import type { Json, JsonObject } from '#schemas/common.js'
import { namesSecret, textNamesSecret } from './secrets.js'

const REPOSITORY_SECRETS = new Set(['permissions', 'role_name'])

/** Matches any of these names in JSON text; an escape could hide one. */
const NAMED = new RegExp(`"(?:${[...REPOSITORY_SECRETS].join('|')})"|\\\\u`)

/** Permission lists use the names of resources: `secrets: 'read'` is a permission, not a secret. */
const RIGHTS: ReadonlySet<Json> = new Set(['read', 'write', 'admin', 'none'])
const HOLDS_RIGHTS = /(?:^|_)permissions$/

/** Deeper than any real payload; deeper values are dropped, because nothing has checked them. */
const DEEPEST_VALUE = 64

/** Returns the same object if it contains no secrets. */
export function sanitizePayload(payload: JsonObject): JsonObject {
  const whole = { depth: 0, hasRights: false }
  return isClean(payload, whole) ? payload : cleanObject(payload, whole)
}

/** Whether the text may contain a secret that the parsed payload lacks: of repeated keys, only the last is parsed. */
export function mayNameSecret(text: string): boolean {
  return NAMED.test(text) || textNamesSecret(text)
}

interface PayloadPosition {
  depth: number
  /** Whether the keys name permissions. */
  hasRights: boolean
}

const positionBelow = ({ depth }: PayloadPosition, key: string): PayloadPosition => ({
  depth: depth + 1,
  hasRights: HOLDS_RIGHTS.test(key)
})

/** Most payloads are clean, and checking is cheaper than copying. */
function isClean(value: Json, position: PayloadPosition): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (position.depth > DEEPEST_VALUE) return false
  if (Array.isArray(value)) return value.every((item) => isClean(item, positionBelow(position, '')))
  const hidden = hiddenIn(value, position)
  for (const key in value) {
    const member = value[key] ?? null
    if (hidden(key, member) || !isClean(member, positionBelow(position, key))) return false
  }
  return true
}

function clean(value: Json, position: PayloadPosition): Json {
  if (typeof value !== 'object' || value === null) return value
  if (position.depth > DEEPEST_VALUE) return null
  return Array.isArray(value)
    ? value.map((item) => clean(item, positionBelow(position, '')))
    : cleanObject(value, position)
}

function cleanObject(object: JsonObject, position: PayloadPosition): JsonObject {
  const hidden = hiddenIn(object, position)
  const visible = Object.entries(object).filter(([key, value]) => !hidden(key, value))
  return Object.fromEntries(visible.map(([key, value]) => [key, clean(value, positionBelow(position, key))]))
}

type Hides = (key: string, value: Json) => boolean

/** A repository hides what the caller may do there, wherever it lies. */
function hiddenIn(object: JsonObject, { hasRights }: PayloadPosition): Hides {
  const hides = hasRights ? isSecretAmongRights : isSecretName
  if (!looksLikeRepository(object)) return hides
  return (key, value) => REPOSITORY_SECRETS.has(key) || hides(key, value)
}

const isSecretAmongRights: Hides = (key, value) => isSecretName(key) && !RIGHTS.has(value)

/** Payloads use the same few hundred names. */
const MOST_CACHED_KEYS = 5_000
const LONGEST_CACHED_KEY = 80
const secretNames = new Map<string, boolean>()

function isSecretName(key: string): boolean {
  const cached = secretNames.get(key)
  if (cached !== undefined) return cached
  const isSecret = namesSecret(key)
  if (key.length <= LONGEST_CACHED_KEY && secretNames.size < MOST_CACHED_KEYS) secretNames.set(key, isSecret)
  return isSecret
}

function looksLikeRepository(object: JsonObject): boolean {
  return 'full_name' in object && 'html_url' in object && 'private' in object
}
