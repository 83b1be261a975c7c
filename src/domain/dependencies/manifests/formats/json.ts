// Reads JSON manifests: values of unknown shape, and the lines of their members.

export type JsonRecord = Record<string, unknown>

export function isJsonRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object that a text holds; undefined if it holds none. */
export function parseJsonRecord(text: string): JsonRecord | undefined {
  try {
    const value: unknown = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text)
    return isJsonRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** A member of an object itself, never of its prototype. */
export function ownMember(record: unknown, name: string): unknown {
  return isJsonRecord(record) && Object.hasOwn(record, name) ? record[name] : undefined
}

export function textMember(record: unknown, name: string): string | undefined {
  const value = ownMember(record, name)
  return typeof value === 'string' ? value : undefined
}

export function objectMember(record: unknown, name: string): JsonRecord {
  const value = ownMember(record, name)
  return isJsonRecord(value) ? value : {}
}

export function listMember(record: unknown, name: string): unknown[] {
  const value = ownMember(record, name)
  return Array.isArray(value) ? value : []
}

/** Whether a member is there and is something else than an object. */
export function isMisshapen(record: unknown, name: string): boolean {
  const value = ownMember(record, name)
  return value !== undefined && value !== null && !isJsonRecord(value)
}
