// Changes single members of a JSON object in its own layout.
import type { PlacedEdit } from '../placed-edits.js'
import type { JsonMemberSpan, JsonSpan } from './json-spans.js'

/** The new values by name; undefined takes a member away. Those that are new come in the given order. */
export type MemberChanges = ReadonlyMap<string, unknown>

export interface ObjectPlace {
  text: string
  span: JsonSpan
  /** Whether a member comes before another one. */
  isBefore(name: string, other: string): boolean
}

export function patchMembers(place: ObjectPlace, changes: MemberChanges): PlacedEdit[] {
  const { text, span } = place
  const kept = [...span.members].filter(([name]) => !changes.has(name) || changes.get(name) !== undefined)
  const added = [...changes]
    .filter(([name, value]) => value !== undefined && !span.members.has(name))
    .sort(([a], [b]) => Number(place.isBefore(b, a)) - Number(place.isBefore(a, b)))
  if (kept.length === 0 && span.members.size > 0)
    return [{ from: span.from, to: span.to, text: printedObject(place, Object.fromEntries(added)) }]
  const edits = added.map(([name, value]) => insertion(place, kept, { name, value }))
  for (const [name, value] of changes) {
    const member = span.members.get(name)
    if (value === undefined) edits.push(...removal(place, member))
    else if (member && !isSame(text, member, value))
      edits.push({ from: member.from, to: member.to, text: printed(place, value) })
  }
  return edits
}

const isSame = (text: string, { from, to }: JsonSpan, value: unknown) =>
  JSON.stringify(JSON.parse(text.slice(from, to))) === JSON.stringify(value)

/** With the comma before it, or for the first one with that behind it; others are left. */
function removal({ span }: ObjectPlace, member: JsonMemberSpan | undefined): PlacedEdit[] {
  if (!member) return []
  const members = [...span.members.values()]
  const before = members.filter(({ keyFrom }) => keyFrom < member.keyFrom).at(-1)
  if (before) return [{ from: before.to, to: member.to, text: '' }]
  const after = members.find(({ keyFrom }) => keyFrom > member.keyFrom)
  return after ? [{ from: member.keyFrom, to: after.keyFrom, text: '' }] : []
}

/** A new member follows the last one that comes before it, in the layout of the first. */
function insertion(
  place: ObjectPlace,
  kept: readonly (readonly [string, JsonMemberSpan])[],
  { name, value }: { name: string; value: unknown }
): PlacedEdit {
  const { text, span, isBefore } = place
  const key = `${JSON.stringify(name)}: ${printed(place, value)}`
  const first = [...span.members.values()][0]
  const gap = (first ? text.slice(span.from + 1, first.keyFrom) : '') || ' '
  const before = kept.filter(([other]) => isBefore(other, name)).at(-1)?.[1]
  if (before) return { from: before.to, to: before.to, text: `,${gap}${key}` }
  const next = kept[0]?.[1]
  const at = next?.keyFrom ?? span.from + 1
  return { from: at, to: at, text: next ? `${key},${gap}` : key }
}

/** A value as it stands in an object of this layout. */
function printed(place: ObjectPlace, value: unknown): string {
  const { indent, outer, ending } = layoutOf(place)
  if (indent === null) return JSON.stringify(value)
  return JSON.stringify(value, null, indent.slice(outer.length) || '  ').replaceAll(
    '\n',
    `${ending}${indent}`
  )
}

/** The object itself with other members. */
function printedObject(place: ObjectPlace, value: object): string {
  const { indent, outer, ending } = layoutOf(place)
  if (indent === null) return JSON.stringify(value)
  return JSON.stringify(value, null, indent.slice(outer.length) || '  ').replaceAll('\n', `${ending}${outer}`)
}

/** How members are indented, null if they are all on one line, and how the object itself is. */
function layoutOf({ text, span }: ObjectPlace): { indent: string | null; outer: string; ending: string } {
  const first = [...span.members.values()][0]
  const indent = first ? indentBefore(text, first.keyFrom) : null
  const outer = indentBefore(text, span.to - 1) ?? ''
  const ending = text[text.lastIndexOf('\n', first?.keyFrom ?? 0) - 1] === '\r' ? '\r\n' : '\n'
  return { indent, outer, ending }
}

/** The spaces before what begins a line; null if something else is before it. */
function indentBefore(text: string, at: number): string | null {
  const start = text.lastIndexOf('\n', at - 1) + 1
  const indent = text.slice(start, at)
  return start > 0 && /^[ \t]*$/.test(indent) ? indent : null
}
