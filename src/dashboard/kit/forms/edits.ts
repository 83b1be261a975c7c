// Forms that change what is stored: what they begin with, and what they send.
import type { ApiResult } from '../api.js'
import type { Fields, FieldValue } from './fields.js'
import type { FormValues } from './schema-form.js'

export function initialTexts(names: readonly string[], stored: object): Record<string, string> {
  const known = new Map<string, unknown>(Object.entries(stored))
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = known.get(name)
      return value === null || value === undefined ? [] : [[name, String(value)]]
    })
  )
}

/** What differs from what is stored. An emptied field becomes null where the service knows what that means. */
export function changedValues(fields: Fields, stored: object, values: FormValues): FormValues {
  const known = new Map<string, unknown>(Object.entries(stored))
  const changes = Object.keys(fields).flatMap((name): [string, FieldValue][] => {
    const before = known.get(name) ?? undefined
    const after = values[name]
    if (after === before) return []
    if (after !== undefined) return [[name, after]]
    return fields[name]?.nullable ? [[name, null]] : []
  })
  return Object.fromEntries(changes)
}

/** What a form answers that would send nothing. */
export const NOTHING_CHANGED: ApiResult<never> = {
  failure: { status: 0, message: 'Nothing is changed yet.', retryAfterSeconds: 0, details: [] }
}

/** The fields of these names, in this order. */
export function pickFields(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])))
}
