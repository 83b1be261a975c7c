// Where a list is read on: the values by which it is ordered, of the last row that was shown.
import { invalidParameter } from '../errors.js'

/** From the JSON array of those values. */
export function cursorOf(position: string): string {
  return Buffer.from(position).toString('base64url')
}

/** What a cursor of ours says; one that somebody made up or that belongs to another list is refused. */
export function positionOf(cursor: string, kinds: readonly ('number' | 'string')[]): (number | string)[] {
  const position = parsed(cursor)
  const fits =
    Array.isArray(position) &&
    position.length === kinds.length &&
    position.every((value, at) => isOfKind(value, kinds[at]))
  if (!fits) throw invalidParameter('cursor', 'is not a cursor of this list', 'invalid_cursor')
  return position
}

/** Texts are moments, numbers are ids and ranks. */
function isOfKind(value: unknown, kind: 'number' | 'string' | undefined): boolean {
  if (kind === 'number') return Number.isSafeInteger(value)
  return typeof value === 'string' && !Number.isNaN(Date.parse(value))
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
