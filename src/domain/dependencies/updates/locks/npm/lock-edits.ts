// Writes changed entries into the text of a package-lock.json.
import { isJsonRecord, type JsonRecord, ownMember, parseJsonRecord } from '../../../manifests/formats/json.js'
import { type MemberChanges, patchMembers } from '../../formats/json-patch.js'
import { type JsonSpan, spansOfJson } from '../../formats/json-spans.js'
import type { PlacedEdit } from '../../placed-edits.js'
import { isPathBefore, type LockChanges, legacyEdits } from './legacy-edits.js'
import { isEntryMemberBefore, orderedEntry } from './npm-entry.js'

export function lockEdits(text: string, { changed, forced }: LockChanges): PlacedEdit[] {
  if (changed.size === 0) return []
  const root = spansOfJson(text, 2)
  const packages = root.members.get('packages')
  const legacy = root.members.get('dependencies')
  const edits = packages ? entryEdits(text, packages, changed) : []
  return legacy ? [...edits, ...legacyEdits(text, legacy, { changed, forced })] : edits
}

function entryEdits(text: string, packages: JsonSpan, changed: LockChanges['changed']): PlacedEdit[] {
  const edits: PlacedEdit[] = []
  const whole = new Map<string, unknown>()
  for (const [path, entry] of changed) {
    const span = packages.members.get(path)
    if (span && entry) edits.push(...memberEdits(text, span, entry))
    else whole.set(path, entry ? orderedEntry(entry) : undefined)
  }
  return [...edits, ...patchMembers({ text, span: packages, isBefore: isPathBefore }, whole)]
}

/** Member by member, and in lists of ranges range by range, so that nothing is written anew without need. */
function memberEdits(text: string, { from, to }: JsonSpan, entry: JsonRecord): PlacedEdit[] {
  const old = parseJsonRecord(text.slice(from, to)) ?? {}
  const span = spansOfJson(text, 2, from)
  const edits: PlacedEdit[] = []
  const changes = new Map<string, unknown>()
  for (const name of new Set([...Object.keys(old), ...Object.keys(entry)])) {
    const [before, after, inner] = [ownMember(old, name), ownMember(entry, name), span.members.get(name)]
    if (isJsonRecord(before) && isJsonRecord(after) && inner)
      edits.push(...patchMembers({ text, span: inner, isBefore: isPathBefore }, differences(before, after)))
    else changes.set(name, after)
  }
  return [...edits, ...patchMembers({ text, span, isBefore: isEntryMemberBefore }, changes)]
}

function differences(before: JsonRecord, after: JsonRecord): MemberChanges {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return new Map([...names].map((name) => [name, ownMember(after, name)]))
}
