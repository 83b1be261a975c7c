// Members of replies whose names and values may be anything.
import { objectMember } from '../manifests/formats/json.js'

/** No package needs so many others. */
export const MOST_MEMBERS = 2_000
const LONGEST_TEXT = 2_000

export const isShortText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= LONGEST_TEXT && !/\p{Cc}/u.test(value)

/** Without a prototype, because packages may have the names of its members. */
export function bareRecord<Value>(entries: Iterable<readonly [string, Value]>): Record<string, Value> {
  const record: Record<string, Value> = Object.create(null)
  for (const [name, value] of entries) record[name] = value
  return record
}

/** Texts by name; undefined if there is anything else among them. */
export function textsIn(record: unknown, member: string): Record<string, string> | undefined {
  const entries = Object.entries(objectMember(record, member))
  const texts = entries.flatMap(([name, value]) =>
    isShortText(name) && isShortText(value) ? [[name, value] as const] : []
  )
  return entries.length > MOST_MEMBERS || texts.length < entries.length ? undefined : bareRecord(texts)
}
