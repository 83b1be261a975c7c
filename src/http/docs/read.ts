// Reads values of unknown shape: what is not of the wanted kind counts as empty, and nothing throws.

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

/** Own members only, so that a name like `constructor` finds nothing it should not. */
export function propertyOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value[Number(name)]
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** JSON of any value; a cyclic one cannot be shown. */
export function jsonOf(value: unknown, indent = 0): string {
  try {
    return JSON.stringify(value, null, indent) ?? '…'
  } catch {
    return '…'
  }
}

/** A value as a reader wants to see it: a text bare, everything else as JSON. */
export function shownValue(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : jsonOf(value)
}
