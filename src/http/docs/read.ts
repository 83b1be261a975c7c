// Reads values of unknown shape: a value of another type counts as empty, and nothing throws.

export type Entries = Readonly<Record<string, unknown>>

export function isRecord(value: unknown): value is Entries {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function recordOf(value: unknown): Entries {
  return isRecord(value) ? value : {}
}

export function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Own properties only, so that a name such as `constructor` finds nothing. */
export function propertyOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value[Number(name)]
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** JSON of any value; an ellipsis for cyclic ones. */
export function jsonOf(value: unknown, indent = 0): string {
  try {
    return JSON.stringify(value, null, indent) ?? '…'
  } catch {
    return '…'
  }
}

/** A string without quotes, anything else as JSON. */
export function shownValue(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : jsonOf(value)
}
