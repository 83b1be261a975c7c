// Updates of a package-lock.json, or npm-shrinkwrap.json, of version 2 or 3.
import {
  type JsonRecord,
  objectMember,
  ownMember,
  parseJsonRecord,
  textMember
} from '../../../manifests/formats/json.js'
import type { WantedFix } from '../../update.js'
import { isAffectedPin } from '../affected.js'
import type { LockDraft, LockOutcome, Restatement } from '../lock.js'
import type { LockChanges } from './legacy-edits.js'
import { lockEdits } from './lock-edits.js'
import { ChangeRefusal, stageVersion, type TreeChange } from './npm-changes.js'
import { askedBy, dropEntry, isOwnFolder, type PackageTree, putEntry, treeOf } from './package-tree.js'

const VERSIONS: ReadonlySet<unknown> = new Set([2, 3])

/** Undefined where the file is of another version, or no lock file. */
export function packageLockDraft(path: string, text: string): LockDraft | undefined {
  const lock = parseJsonRecord(text)
  if (!lock || !VERSIONS.has(ownMember(lock, 'lockfileVersion'))) return undefined
  const tree = treeOf(objectMember(lock, 'packages'))
  const done: LockChanges = { changed: new Map(), forced: new Map() }
  return {
    path,
    pins: (name) => (tree.places.get(name)?.size ?? 0) > 0,
    raise: (request) => raiseIn({ path, tree, request, staged: new Map(), isForced: false }, done),
    edits: () => lockEdits(text, done)
  }
}

function raiseIn(change: TreeChange, done: LockChanges): LockOutcome {
  try {
    for (const restated of change.request.restated) stageRestatement(change, restated)
    const places = affectedPlaces(change.tree, change.request.fix)
    for (const place of places) stageVersion(change, place)
    if (change.isForced) checkForcing(change, places)
  } catch (error) {
    if (error instanceof ChangeRefusal) return { refusal: error.message }
    throw error
  }
  return { commit: () => commitChange(change, done), forced: change.isForced }
}

function commitChange(
  { staged, tree, request, isForced }: TreeChange,
  { changed, forced }: LockChanges
): void {
  for (const [path, entry] of staged) {
    changed.set(path, entry)
    if (entry) putEntry(tree, path, entry)
    else dropEntry(tree, path)
  }
  if (!isForced) return
  const { package: name, to } = request.fix
  forced.set(name, to)
  // What asks for it is written again too, because older clients are told the forced version there.
  for (const path of tree.askers.get(name) ?? []) {
    const entry = tree.entries.get(path)
    if (entry && !changed.has(path)) changed.set(path, entry)
  }
}

function affectedPlaces({ places, entries }: PackageTree, fix: WantedFix): string[] {
  return [...(places.get(fix.package) ?? [])].filter((place) => {
    const version = textMember(entries.get(place), 'version')
    return version !== undefined && isAffectedPin('npm', version, fix)
  })
}

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** The lock file repeats what the manifests of the repository ask for. */
function stageRestatement(change: TreeChange, restated: Restatement): void {
  const { path } = restated
  const root = folderOf(change.path)
  const place = root === '' ? folderOf(path) : folderOf(path).slice(root.length + 1)
  const entry = change.staged.get(place) ?? change.tree.entries.get(place) ?? {}
  const sections = Object.keys(entry).filter((section) => section.endsWith('ependencies'))
  const changed = sections.flatMap((section) => {
    const ranges = restatedRanges(objectMember(entry, section), restated)
    return ranges ? [[section, ranges] as const] : []
  })
  if (changed.length === 0)
    throw new ChangeRefusal(`${change.path} does not match ${path}; run \`npm install\` and commit it first`)
  change.staged.set(place, { ...entry, ...Object.fromEntries(changed) })
}

/** Undefined where the section does not hold the range; it may be that of an alias. */
function restatedRanges(ranges: JsonRecord, { key, before, after }: Restatement): JsonRecord | undefined {
  const range = textMember(ranges, key)
  if (range === undefined || (range !== before && !range.endsWith(`@${before}`))) return undefined
  return { ...ranges, [key]: range.slice(0, range.length - before.length) + after }
}

/** A version is forced everywhere, so it must suit everywhere. */
function checkForcing({ tree, request, staged }: TreeChange, places: readonly string[]): void {
  const { package: name, to } = request.fix
  const others = [...(tree.places.get(name) ?? [])].filter((place) => !places.includes(place))
  if (others.some((place) => textMember(tree.entries.get(place), 'version') !== to))
    throw new ChangeRefusal(`Others need another version of it than ${to}; update the packages that need it`)
  const own = [...(tree.askers.get(name) ?? [])].filter(isOwnFolder)
  const isAsked = own.some((path) => {
    const entry = staged.get(path) ?? tree.entries.get(path)
    return entry && Object.hasOwn(askedBy(path, entry), name)
  })
  if (isAsked)
    throw new ChangeRefusal(`A package needs an older version than ${to}; update the packages that need it`)
}
