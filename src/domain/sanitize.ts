// Takes secrets out of a payload before anything of it is stored.
import type { Json, JsonObject } from '../../schemas/common.js'

const SECRET_KEYS = new Set(['token', 'temp_clone_token'])
const REPOSITORY_SECRETS = new Set(['permissions', 'role_name'])

/** Any of these names as a JSON text may write it; an escape may hide one. */
const NAMED = new RegExp(`"(?:${[...SECRET_KEYS, ...REPOSITORY_SECRETS].join('|')})"|\\\\u`)

/** Deeper than any real payload; what lies below is dropped, because nobody has looked at it. */
const DEEPEST = 64

/** The payload without its secrets: the very same object where there are none. */
export function sanitized(payload: JsonObject): JsonObject {
  return isClean(payload, 0) ? payload : cleanObject(payload, 0)
}

/** Whether a text may hold a secret that its payload does not: of a key that comes twice only the last was parsed. */
export function mayNameSecret(text: string): boolean {
  return NAMED.test(text)
}

/** Most payloads are; looking costs less than copying. */
function isClean(value: Json, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (depth > DEEPEST) return false
  if (Array.isArray(value)) return value.every((item) => isClean(item, depth + 1))
  const hidden = hiddenIn(value)
  for (const key in value) if (hidden(key) || !isClean(value[key] ?? null, depth + 1)) return false
  return true
}

function clean(value: Json, depth: number): Json {
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEEPEST) return null
  return Array.isArray(value) ? value.map((item) => clean(item, depth + 1)) : cleanObject(value, depth)
}

function cleanObject(object: JsonObject, depth: number): JsonObject {
  const hidden = hiddenIn(object)
  const kept = Object.entries(object).filter(([key]) => !hidden(key))
  return Object.fromEntries(kept.map(([key, value]) => [key, clean(value, depth + 1)]))
}

const hiddenIn = (object: JsonObject) => (looksLikeRepository(object) ? isRepositorySecret : isSecret)
const isSecret = (key: string) => SECRET_KEYS.has(key)
const isRepositorySecret = (key: string) => isSecret(key) || REPOSITORY_SECRETS.has(key)

function looksLikeRepository(object: JsonObject): boolean {
  return 'full_name' in object && 'html_url' in object && 'private' in object
}
