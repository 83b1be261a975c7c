// Reads pnpm-lock.yaml of versions 5, 6 and 9.
import { type ManifestReading, unreadable } from '../dependency.js'
import { eachYamlEntry, flowMember, type YamlLine } from '../formats/yaml.js'
import { type Gathering, gather } from '../gathering.js'
import { neededPackages, type PnpmGraph, pnpmKey, takeSnapshot } from './pnpm-graph.js'
import { readPnpmPath, withoutPeers } from './pnpm-path.js'

interface Package {
  key: string
  line: number
  name: string
  version: string
  source: string | null
  dev: boolean
}

interface Lock {
  version: number | undefined
  packages: Package[]
  /** What the importers ask for, as `name@version`. */
  direct: Set<string>
  /** The keys of what they ask for outside of development. */
  starts: string[]
  graph: PnpmGraph
}

const NEWEST_VERSION = 9
/** Since this version no package says whether it is for development, but the importers do. */
const UNMARKED_VERSION = 9

export function readPnpmLock(text: string): ManifestReading {
  const lock: Lock = { version: undefined, packages: [], direct: new Set(), starts: [], graph: new Map() }
  let entries = 0
  let isReferring = false
  const strange = eachYamlEntry(text, (entry) => {
    entries += 1
    isReferring ||= entry.path.length === 0 && entry.value.startsWith('*')
    takeEntry(lock, entry)
  })
  if (strange > 0) return unreadable(`Line ${strange} is no entry of a mapping`)
  // No tool writes aliases into this file, and what they stand for may multiply without end.
  if (isReferring) return unreadable('A section refers to another place')
  const gathering = gather('npm', true)
  if (entries === 0) return gathering.end()
  if (lock.version === undefined) return unreadable('The version of the lock file is missing')
  if (lock.version >= NEWEST_VERSION + 1)
    gathering.note(
      `Version ${lock.version} of the lock file is not known; it is read as version ${NEWEST_VERSION}`
    )
  const marked = markerOf(lock)
  for (const one of lock.packages) gatherPackage(marked(one), lock, gathering)
  return gathering.end()
}

function takeEntry(lock: Lock, entry: YamlLine): void {
  const { path, key, value, line } = entry
  if (path.length === 0 && key === 'lockfileVersion') {
    const version = Number.parseFloat(value)
    if (Number.isFinite(version)) lock.version ??= version
  } else if (path[0] === 'packages') takePackage(lock, entry)
  else if (path[0] === 'snapshots') takeSnapshot(lock.graph, entry)
  else if (path[0] === 'importers') takeImporter(lock, { path: path.slice(2), key, value, line })
  else takeImporter(lock, entry)
}

function takePackage(lock: Lock, entry: YamlLine): void {
  const { path, key, line } = entry
  if (path.length === 1) lock.packages.push({ key, line, name: '', version: '', source: null, dev: false })
  const current = lock.packages.at(-1)
  if (current && path.length === 2) takeField(current, entry)
  else if (current && path[2] === 'resolution') takePlace(current, entry)
}

function takeField(current: Package, { key, value }: YamlLine): void {
  if (key === 'name') current.name = value
  else if (key === 'version') current.version = value
  else if (key === 'dev') current.dev = value === 'true'
  else if (key === 'resolution')
    current.source = flowMember(value, 'commit') ?? flowMember(value, 'tarball') ?? null
}

function takePlace(current: Package, { key, value }: YamlLine): void {
  if (key === 'commit' || key === 'tarball') current.source ??= value
}

const SECTIONS = new Set(['dependencies', 'optionalDependencies', 'devDependencies'])

/** The entry of a package may be written on one line, in braces. */
function takeImporter(lock: Lock, entry: YamlLine): void {
  const { path, key, value } = entry
  const stated = path.length === 1 ? flowMember(value, 'version') : undefined
  if (stated === undefined) takeAsked(lock, entry)
  else takeAsked(lock, { ...entry, path: [...path, key], key: 'version', value: stated })
}

/** `name: version` until version 5; later `name:` with a specifier and a version below it. */
function takeAsked(lock: Lock, { path, key, value }: YamlLine): void {
  const section = path[0]
  if (section === undefined || !SECTIONS.has(section)) return
  const name = path.length === 1 ? key : path[1]
  const version = path.length === 1 || key === 'version' ? value : ''
  if (name === undefined || version === '') return
  const found = readPnpmPath(version, NEWEST_VERSION)
  const asked =
    /^\d/.test(version) || !found?.version
      ? `${name}@${withoutPeers(version)}`
      : `${found.name}@${found.version}`
  lock.direct.add(asked)
  if (section !== 'devDependencies') lock.starts.push(pnpmKey(name, version))
}

function gatherPackage(one: Package, lock: Lock, gathering: Gathering): void {
  const found = readPnpmPath(one.key, lock.version ?? NEWEST_VERSION)
  const name = one.name || found?.name || ''
  const version = one.version || found?.version || ''
  if (!found) gathering.reject(one.key)
  else if (name === '' || version === '') gathering.note(`No version is stated for ${one.key}`)
  else gatherVersion({ ...one, name, version }, lock, gathering)
}

function gatherVersion(
  { key, name, version, source, dev, line }: Package,
  lock: Lock,
  gathering: Gathering
): void {
  const direct = lock.direct.has(`${name}@${version}`) || lock.direct.has(withoutPeers(key))
  gathering.add({ name, resolvedVersion: version, source, direct, dev, line })
}

/** Says of a package whether it is for development alone: as it does itself, or as the importers do. */
function markerOf(lock: Lock): (one: Package) => Package {
  const isMarked = (lock.version ?? NEWEST_VERSION) < UNMARKED_VERSION
  if (isMarked || lock.direct.size === 0) return (one) => one
  const needed = neededPackages(lock.graph, lock.starts)
  return (one) => ({ ...one, dev: !needed.has(withoutPeers(one.key)) })
}
