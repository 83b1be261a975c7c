// Forms that change what is stored: what they send, which is only what differs.
import type { ApiResult } from '../api.js'
import type { Fields, FieldValue } from './fields.js'
import type { FormValues } from './schema-form.js'

/** What differs from what is stored. An emptied field becomes null where the service knows what that means. */
export function changedValues(fields: Fields, stored: object, values: FormValues): FormValues {
  const known = new Map<string, unknown>(Object.entries(stored))
  const changes = Object.keys(fields).flatMap((name): [string, FieldValue][] => {
    const before = known.get(name) ?? undefined
    const after = values[name]
    if (comparable(before) === comparable(after)) return []
    if (after !== undefined) return [[name, after]]
    return fields[name]?.nullable ? [[name, null]] : []
  })
  return Object.fromEntries(changes)
}

/** The same text for the same value, in whatever order an object names its parts. */
function comparable(value: unknown): string | undefined {
  return JSON.stringify(value, (_, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part
  )
}

/** What a form answers that would send nothing. */
export const NOTHING_CHANGED: ApiResult<never> = {
  failure: { status: 0, message: 'Nothing is changed yet.', retryAfterSeconds: 0, details: [] }
}
