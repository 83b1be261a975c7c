// What the host publishes as examples of its objects, with placeholders for names: `{full_name}` and `{owner}`. They are taken
// from the package `@octokit/webhooks-examples`, under the MIT licence.
import type { JsonObject } from '#schemas/common.js'
import published from './published.json' with { type: 'json' }

const texts = new Map<string, string>()
const likenesses = new Map<string, JsonObject>()

/** Created once per name and never modified. */
export function likeness(kind: keyof typeof published, owner: string, name = ''): JsonObject {
  const key = `${kind} ${owner}/${name}`
  const known = likenesses.get(key)
  if (known) return known
  const text = texts.get(kind) ?? JSON.stringify(published[kind])
  texts.set(kind, text)
  const named = text.replaceAll('{full_name}', `${owner}/${name}`).replaceAll('{owner}', owner)
  // Cast: the text was written from an object, and only names were replaced.
  const made: JsonObject = JSON.parse(named)
  likenesses.set(key, made)
  return made
}
