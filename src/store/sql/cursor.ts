// Where a list is read on: the values by which it is ordered, of the last row that was shown.
import { invalidParameter } from '#errors/errors.js'

/** What a value of an order is; ids and ranks are numbers. */
export type KeyType = 'number' | 'moment' | 'text'
export type CursorPosition = readonly (number | string)[]

/** From the JSON array of those values. */
export function cursorOf(position: string): string {
  return Buffer.from(position).toString('base64url')
}

/** What a cursor of ours says; one that somebody made up or that belongs to another list is refused. */
export function positionOf(cursor: string, kinds: readonly KeyType[]): CursorPosition {
  const position = parseCursor(cursor)
  const fits =
    Array.isArray(position) &&
    position.length === kinds.length &&
    position.every((value, at) => hasKeyType(value, kinds[at]))
  if (!fits) throw invalidParameter('cursor', 'is not a cursor of this list', 'invalid_cursor')
  return position.map((value, at) => (kinds[at] === 'moment' ? new Date(value).toISOString() : value))
}

/** As the database writes moments in JSON, of years that it and JavaScript write alike. */
const MOMENT = /^[12]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?[+-]\d{2}:\d{2}$/

function hasKeyType(value: unknown, kind: KeyType | undefined): boolean {
  if (kind === 'number') return Number.isSafeInteger(value)
  if (typeof value !== 'string') return false
  return kind === 'text' ? !value.includes('\0') : MOMENT.test(value) && !Number.isNaN(Date.parse(value))
}

function parseCursor(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
