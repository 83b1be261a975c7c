// Takes secrets out of a payload before anything of it is stored.
import type { Json, JsonObject } from '../../schemas/common.js'

const SECRET_KEYS = new Set(['token', 'temp_clone_token'])
const REPOSITORY_SECRETS = new Set(['permissions', 'role_name'])

/** Deeper than any real payload; what lies below is dropped, because nobody has looked at it. */
const DEEPEST = 64

/** The payload without its secrets: the very same object where there are none. */
export function sanitized(payload: JsonObject): JsonObject {
  return cleanObject(payload, 0)
}

function clean(value: Json, depth: number): Json {
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEEPEST) return null
  return Array.isArray(value) ? cleanArray(value, depth) : cleanObject(value, depth)
}

function cleanArray(items: Json[], depth: number): Json[] {
  const cleaned = items.map((item) => clean(item, depth + 1))
  return cleaned.some((item, at) => item !== items[at]) ? cleaned : items
}

function cleanObject(object: JsonObject, depth: number): JsonObject {
  const hidden = looksLikeRepository(object) ? isRepositorySecret : isSecret
  let changed = false
  const entries: [string, Json][] = []
  for (const [key, value] of Object.entries(object)) {
    const cleaned = hidden(key) ? undefined : clean(value, depth + 1)
    if (cleaned !== undefined) entries.push([key, cleaned])
    changed ||= cleaned !== value
  }
  return changed ? Object.fromEntries(entries) : object
}

const isSecret = (key: string) => SECRET_KEYS.has(key)
const isRepositorySecret = (key: string) => isSecret(key) || REPOSITORY_SECRETS.has(key)

function looksLikeRepository(object: JsonObject): boolean {
  return 'full_name' in object && 'html_url' in object && 'private' in object
}
