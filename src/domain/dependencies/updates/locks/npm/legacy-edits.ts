// Writes changed entries into the tree that a package-lock.json of version 2 keeps for older clients.
import type { JsonRecord } from '../../../manifests/formats/json.js'
import { type MemberChanges, patchMembers } from '../../formats/json-patch.js'
import { type JsonSpan, spansOfJson } from '../../formats/json-spans.js'
import type { PlacedEdit } from '../../placed-edits.js'
import { isEntryMemberBefore, legacyMembersOf } from './npm-entry.js'

export interface LockChanges {
  /** The new entries by folder; null for those that fall away. */
  changed: Map<string, JsonRecord | null>
  /** The versions that are forced on whoever asks for a package. */
  forced: Map<string, string>
}

const MODULES = 'node_modules/'

export const isPathBefore = (path: string, other: string) => path.localeCompare(other, 'en') < 0

/** Packages are within the packages that hold them. */
export function legacyEdits(text: string, legacy: JsonSpan, { changed, forced }: LockChanges): PlacedEdit[] {
  const lists = new Map<string, LegacyList>([['', { span: legacy, members: new Map() }]])
  for (const [path, entry] of changed) {
    const names = path.startsWith(MODULES) ? path.slice(MODULES.length).split(`/${MODULES}`) : []
    const name = names.pop()
    const list = name === undefined ? undefined : listAt(text, lists, names)
    if (list && name !== undefined) list.members.set(name, entry && legacyMembersOf(entry, forced))
  }
  return [...lists.values()].flatMap((list) => listEdits(text, list))
}

/** The packages within one package, and what becomes of some of them. */
interface LegacyList {
  span: JsonSpan
  members: Map<string, MemberChanges | null>
}

function listAt(
  text: string,
  lists: Map<string, LegacyList>,
  names: readonly string[]
): LegacyList | undefined {
  const key = names.join('/')
  const known = lists.get(key)
  const name = names.at(-1)
  if (known || name === undefined) return known
  const holder = listAt(text, lists, names.slice(0, -1))?.span.members.get(name)
  const span = holder && spansOfJson(text, 3, holder.from).members.get('dependencies')
  if (!span) return undefined
  const list = { span, members: new Map() }
  lists.set(key, list)
  return list
}

function listEdits(text: string, { span, members }: LegacyList): PlacedEdit[] {
  const edits: PlacedEdit[] = []
  const whole = new Map<string, unknown>()
  for (const [name, changes] of members) {
    const member = span.members.get(name)
    if (!member || !changes) whole.set(name, changes ? recordOf(changes) : undefined)
    else {
      const own = spansOfJson(text, 2, member.from)
      edits.push(...patchMembers({ text, span: own, isBefore: isEntryMemberBefore }, changes))
    }
  }
  return [...edits, ...patchMembers({ text, span, isBefore: isPathBefore }, whole)]
}

const recordOf = (changes: MemberChanges) =>
  Object.fromEntries([...changes].filter(([, value]) => value !== undefined))
