// Cursors of lists: which list and order they are of, and the sort values of the last row of a page.
import { hashTerm } from '#domain/text/terms.js'
import { invalidParameter } from '#errors/errors.js'

/** The type of a sort value; ids and ranks are numbers. */
export type KeyType = 'number' | 'moment' | 'text'
export type CursorPosition = readonly (number | string)[]

/** Says of the list and its order as much as tells them from all others. Takes the JSON array of the values. */
export function cursorOf(list: string, position: string): string {
  return Buffer.from(`${markOf(list)}${position}`).toString('base64url')
}

const markOf = (list: string) => hashTerm(list, 0).toString(36)

/** Decodes a cursor; rejects a forged one, and one of another list or of another order. */
export function positionOf(cursor: string, list: string, kinds: readonly KeyType[]): CursorPosition {
  const position = parseCursor(cursor, list)
  const fits =
    Array.isArray(position) &&
    position.length === kinds.length &&
    position.every((value, at) => hasKeyType(value, kinds[at]))
  if (!fits) throw invalidParameter('cursor', 'is not a cursor of this list and its order', 'invalid_cursor')
  return position.map((value, at) => (kinds[at] === 'moment' ? new Date(value).toISOString() : value))
}

/** A timestamp in the database's JSON, limited to years that JavaScript writes in the same way. */
const MOMENT = /^[12]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?[+-]\d{2}:\d{2}$/

function hasKeyType(value: unknown, kind: KeyType | undefined): boolean {
  if (kind === 'number') return Number.isSafeInteger(value)
  if (typeof value !== 'string') return false
  return kind === 'text' ? !value.includes('\0') : MOMENT.test(value) && !Number.isNaN(Date.parse(value))
}

function parseCursor(cursor: string, list: string): unknown {
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  const mark = markOf(list)
  if (!text.startsWith(`${mark}[`)) return undefined
  try {
    return JSON.parse(text.slice(mark.length))
  } catch {
    return undefined
  }
}
