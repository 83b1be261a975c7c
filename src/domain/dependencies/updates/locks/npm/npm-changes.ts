// What a new version of a package changes in the folders of a package-lock.json, checked before it is done.
import { type JsonRecord, objectMember, ownMember, textMember } from '../../../manifests/formats/json.js'
import { readSpecifier } from '../../../manifests/npm/specifier.js'
import { satisfies } from '../../../versions/requirements/satisfies.js'
import { compareVersions } from '../../../versions/versions.js'
import type { PackageMetadata } from '../../update.js'
import { type LockRequest, needsMetadata } from '../lock.js'
import { archiveOf, entryMembers, flagsOf, isInstalledWith, withMembers } from './npm-entry.js'
import {
  askedBy,
  foundFrom,
  isOwnFolder,
  keyOfFolder,
  type PackageTree,
  rangesOfName
} from './package-tree.js'

/** Why the change cannot be made. */
export class ChangeRefusal extends Error {}

export interface TreeChange {
  path: string
  tree: PackageTree
  request: LockRequest
  /** The new entries by folder; null for one that falls away. */
  staged: Map<string, JsonRecord | null>
  /** Whether a range of another package does not take the new version. */
  isForced: boolean
}

export const entryIn =
  ({ staged, tree }: TreeChange) =>
  (path: string): JsonRecord | undefined => {
    const next = staged.get(path)
    return next === null ? undefined : (next ?? tree.entries.get(path))
  }

/** What all ranges of a package mean by a name. */
function takes(range: string, version: string): boolean {
  const { requirement, source } = readSpecifier(range.trim())
  return source === null && satisfies('npm', requirement ?? '*', version) === true
}

const MOST_FOLDERS = 200

/** Stages the new version in one folder, with what it asks for. */
export function stageVersion(change: TreeChange, place: string): void {
  const { request, path } = change
  const { package: name, to } = request.fix
  const entry = entryIn(change)(place) ?? {}
  refuseStrange(change, place, entry)
  const metadata = request.metadata(name, to)
  if (!metadata?.integrity)
    throw new ChangeRefusal(
      needsMetadata(path, 'the integrity and dependencies', { name, version: to }, request)
    )
  const resolved = archiveOf(entry, metadata)
  if (resolved === undefined && entry['resolved'] !== undefined)
    throw new ChangeRefusal(needsMetadata(path, 'the archive', { name, version: to }, request))
  refuseStranger(request, metadata, resolved)
  stage(change, place, withMembers(entry, entryMembers(metadata, resolved)), metadata)
  askOthers(change, place)
  dropUnneeded(change, place, Object.keys(askedBy(place, entry)))
}

/** Those who find the package here should take its new version; it can be forced on other packages. */
function askOthers(change: TreeChange, place: string): void {
  const { to } = change.request.fix
  const [first] = askersOf(change, place).filter(([, range]) => !takes(range, to))
  if (first && isOwnFolder(first[0]))
    throw new ChangeRefusal(`\`${first[0] || 'package.json'}\` asks for \`${first[1]}\`, which ${to} is not`)
  if (first) change.isForced = true
}

function refuseStrange({ request }: TreeChange, place: string, entry: JsonRecord): void {
  const marks = Object.keys(STRANGE).filter((mark) => ownMember(entry, mark))
  const origin = textMember(entry, 'resolved') ?? ''
  const isOfRegistry = origin === '' || (/^https?:\/\//.test(origin) && request.serves(origin))
  const why = STRANGE[marks[0] ?? ''] ?? (isOfRegistry ? null : 'not from the registry')
  if (why !== null) throw new ChangeRefusal(`\`${place}\` is ${why}; update what brings it`)
}

/** Whoever installs by the lock file would fetch it from there. */
function refuseStranger({ serves }: LockRequest, { version }: PackageMetadata, archive?: string): void {
  if (archive !== undefined && !serves(archive))
    throw new ChangeRefusal(`The archive of ${version} is elsewhere than the registry; run \`npm update\``)
}

const STRANGE: Readonly<Record<string, string>> = {
  link: 'a link to a folder',
  inBundle: 'bundled with the package that needs it',
  hasShrinkwrap: 'locked by a file of its own'
}

function stage(change: TreeChange, place: string, entry: JsonRecord, metadata: PackageMetadata): void {
  if (change.staged.size > MOST_FOLDERS)
    throw new ChangeRefusal('Too many packages would change; run `npm update` instead')
  const bundled =
    ownMember(metadata.fields, 'bundleDependencies') ?? ownMember(metadata.fields, '_hasShrinkwrap')
  if (bundled !== undefined && bundled !== false)
    throw new ChangeRefusal(`${metadata.version} brings packages in its own archive; run \`npm update\``)
  change.staged.set(place, entry)
  for (const [name, ranges] of Object.entries(askedBy(place, entry)))
    for (const range of ranges) needPackage(change, place, { name, range })
}

interface AskedPackage {
  name: string
  range: string
}

/** Under the name of an alias another package may be in the registry. */
const packageAsked = ({ name, range }: AskedPackage) => readSpecifier(range.trim()).name ?? name

function needPackage(change: TreeChange, place: string, { name, range }: AskedPackage): void {
  const entryAt = entryIn(change)
  const asker = entryAt(place) ?? {}
  const found = foundFrom(entryAt, place, name)
  if (found === undefined) {
    placeMissing(change, place, { name, range })
    return
  }
  const entry = targetOf(change, found)
  const version = textMember(entry, 'version') ?? ''
  if (
    !takes(range, version) ||
    (textMember(entry, 'name') ?? keyOfFolder(found)) !== packageAsked({ name, range })
  )
    throw new ChangeRefusal(`It needs \`${name}\` ${range}, and ${version} is locked`)
  if (!isPeerOnly(asker, name) && !isInstalledWith(entry, asker))
    throw new ChangeRefusal(`It needs \`${name}\`, which is not locked for all uses; run \`npm update\``)
}

const isPeerOnly = (entry: JsonRecord, name: string) =>
  !Object.hasOwn(objectMember(entry, 'dependencies'), name) &&
  !Object.hasOwn(objectMember(entry, 'optionalDependencies'), name)

/** A link leads to a folder of the repository. */
function targetOf(change: TreeChange, place: string): JsonRecord {
  const entry = entryIn(change)(place) ?? {}
  const target = entry['link'] === true ? textMember(entry, 'resolved') : undefined
  return target === undefined ? entry : (entryIn(change)(target) ?? entry)
}

/** What nobody has yet is put where everybody finds it, in the newest version that is asked for. */
function placeMissing(change: TreeChange, asker: string, { name, range }: AskedPackage): void {
  const { request } = change
  const entry = entryIn(change)(asker) ?? {}
  if (isPeerOnly(entry, name)) {
    if (ownMember(objectMember(entry, 'peerDependenciesMeta')[name], 'optional') === true) return
    throw new ChangeRefusal(`It needs \`${name}\` ${range} beside it; install that first`)
  }
  const wanted = packageAsked({ name, range })
  if (wanted !== name)
    throw new ChangeRefusal(
      `It needs \`${wanted}\` as \`${name}\`, which is a new dependency; run \`npm update\``
    )
  const version = newestOf(request.versions(name), range)
  const metadata = version === undefined ? undefined : request.metadata(name, version)
  // Some lock files name no archives at all.
  const resolved = entry['resolved'] === undefined ? undefined : metadata?.resolved
  if (!metadata?.integrity || resolved === null)
    throw new ChangeRefusal(
      `It needs \`${name}\` ${range}, which is a new dependency, and ${request.silence({ name, version: version ?? null })}`
    )
  refuseStranger(request, metadata, resolved)
  const flags = flagsOf(entry)
  stage(change, `node_modules/${name}`, withMembers(flags, entryMembers(metadata, resolved)), metadata)
}

function newestOf(versions: readonly string[] = [], range: string): string | undefined {
  let newest: string | undefined
  for (const version of versions) {
    const isNewer = newest === undefined || (compareVersions('npm', version, newest) ?? 0) > 0
    if (isNewer && takes(range, version)) newest = version
  }
  return newest
}

/** The folders that find this one, each with its range. */
function askersOf(change: TreeChange, place: string): [folder: string, range: string][] {
  return [...(change.tree.askers.get(keyOfFolder(place)) ?? [])].flatMap((folder) =>
    rangesFor(change, folder, place).map((range): [string, string] => [folder, range])
  )
}

/** By what ranges the package of a folder asks for another folder. */
function rangesFor(change: TreeChange, folder: string, place: string): readonly string[] {
  const key = keyOfFolder(place)
  const entryAt = entryIn(change)
  const entry = entryAt(folder)
  return entry && foundFrom(entryAt, folder, key) === place ? rangesOfName(folder, entry, key) : []
}

/** Ends at the first one that asks, because many ask for some. */
function isAskedFor(change: TreeChange, place: string): boolean {
  for (const folder of change.tree.askers.get(keyOfFolder(place)) ?? [])
    if (rangesFor(change, folder, place).length > 0) return true
  return false
}

/** What nobody asks for any more falls away, with what only that asked for. */
function dropUnneeded(change: TreeChange, place: string, names: readonly string[]): void {
  const entryAt = entryIn(change)
  const open = names.map((name) => ({ from: place, name }))
  for (let next = open.pop(); next; next = open.pop()) {
    const found = foundFrom(entryAt, next.from, next.name)
    const entry = found === undefined ? undefined : entryAt(found)
    if (found === undefined || !entry || found === place || isAskedFor(change, found)) continue
    change.staged.set(found, null)
    for (const name of Object.keys(askedBy(found, entry))) open.push({ from: found, name })
  }
}
