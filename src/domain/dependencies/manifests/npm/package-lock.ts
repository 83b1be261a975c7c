// Reads package-lock.json and npm-shrinkwrap.json of all versions.
import { type ManifestReading, unreadable } from '../dependency.js'
import {
  isJsonRecord,
  isMisshapen,
  type JsonRecord,
  objectMember,
  ownMember,
  parseJsonRecord,
  textMember
} from '../formats/json.js'
import { jsonPath, memberLines } from '../formats/json-lines.js'
import { type FoundDependency, type Gathering, gather } from '../gathering.js'
import { folderPackageName, readSpecifier } from './specifier.js'

const NEWEST_VERSION = 3
const MODULES = 'node_modules/'

export function readPackageLock(text: string): ManifestReading {
  const lock = parseJsonRecord(text)
  if (!lock) return unreadable('The text is not a JSON object')
  if (isMisshapen(lock, 'packages') || isMisshapen(lock, 'dependencies'))
    return unreadable('The list of packages is not an object')
  const gathering = gather('npm', true)
  const version = ownMember(lock, 'lockfileVersion')
  if (typeof version === 'number' && version > NEWEST_VERSION)
    gathering.note(
      `Version ${version} of the lock file is not known; it is read as version ${NEWEST_VERSION}`
    )
  if (isJsonRecord(ownMember(lock, 'packages'))) gatherPackages(lock, text, gathering)
  else gatherTree(lock, text, gathering)
  return gathering.end()
}

/** Versions 2 and 3: one entry for each folder. */
function gatherPackages(lock: JsonRecord, text: string, gathering: Gathering): void {
  const packages = objectMember(lock, 'packages')
  const lines = memberLines(text, new Set(['packages']))
  const direct = directFolders(packages)
  for (const [path, entry] of Object.entries(packages)) {
    if (path === '') continue
    if (!isJsonRecord(entry)) gathering.reject(path)
    else
      gathering.add({
        name: textMember(entry, 'name') || folderPackageName(path),
        resolvedVersion: textMember(entry, 'version'),
        source: sourceOf(path, entry),
        direct: direct.has(path),
        dev: ownMember(entry, 'dev') === true,
        line: lines.get(jsonPath('packages', path))
      })
  }
}

function sourceOf(path: string, entry: JsonRecord): string | null {
  const resolved = textMember(entry, 'resolved')
  if (ownMember(entry, 'link') === true) return resolved ?? path
  if (resolved !== undefined && isFromRepository(resolved)) return resolved
  if (resolved?.startsWith('file:')) return resolved
  return path.includes(MODULES) ? null : path
}

const isFromRepository = (resolved: string) =>
  resolved.includes('#') || /^(?:git|ssh|github|gitlab)/.test(resolved)

const ASKING = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const

/** The folders of the packages for which the root or a workspace asks: its own, or else the shared one. */
function directFolders(packages: JsonRecord): ReadonlySet<string> {
  const asking = Object.entries(packages).filter(([path]) => !path.includes(MODULES))
  return new Set(
    asking.flatMap(([path, entry]) =>
      ASKING.flatMap((section) => Object.keys(objectMember(entry, section))).map((name) => {
        const own = path === '' ? `${MODULES}${name}` : `${path}/${MODULES}${name}`
        return Object.hasOwn(packages, own) ? own : `${MODULES}${name}`
      })
    )
  )
}

/** The packages that another one needs for itself; without a path, they have no lines. */
interface Branch {
  path: string | undefined
  entries: JsonRecord
}

const NESTED = 'dependencies'
const LONGEST_PATH = 1_000

/** Version 1: packages within the packages that need them. */
function gatherTree(lock: JsonRecord, text: string, gathering: Gathering): void {
  const lines = memberLines(text, new Set([NESTED]))
  const open: Branch[] = [{ path: '', entries: objectMember(lock, NESTED) }]
  for (let next = open.pop(); next; next = open.pop())
    for (const [key, entry] of Object.entries(next.entries)) {
      const path = nestedPath(next, key)
      if (isJsonRecord(entry)) {
        gathering.add({ ...lockedAs(key, entry), line: lines.get(path ?? '') })
        open.push({ path, entries: objectMember(entry, NESTED) })
      } else gathering.reject(key)
    }
}

const nestedPath = ({ path }: Branch, key: string) =>
  path === undefined || path.length > LONGEST_PATH ? undefined : `${path}/${NESTED}/${key}`

/** In version 1 the version may be an alias, an address or a path. */
function lockedAs(key: string, entry: JsonRecord): FoundDependency {
  const { name = key, requirement, source } = readSpecifier(textMember(entry, 'version') ?? '')
  return { name, resolvedVersion: requirement, source, dev: ownMember(entry, 'dev') === true }
}
