// The folders of a package-lock.json: which package is in each, who asks for it, and what a package would find.
import { isJsonRecord, type JsonRecord, objectMember, textMember } from '../../../manifests/formats/json.js'
import { folderPackageName } from '../../../manifests/npm/specifier.js'

export interface PackageTree {
  entries: Map<string, JsonRecord>
  /** The folders that ask for a name. */
  askers: Map<string, Set<string>>
  /** The folders that hold a package, by its own name. */
  places: Map<string, Set<string>>
}

/** What a package asks for at run time. */
const ASKED = ['dependencies', 'optionalDependencies', 'peerDependencies'] as const
/** What the packages of the repository ask for besides. */
const SECTIONS = [...ASKED, 'devDependencies'] as const

/** What is in longer ones is not found, and so not updated. */
const LONGEST_PATH = 2_000
const MODULES = 'node_modules/'

export function treeOf(packages: JsonRecord): PackageTree {
  const tree: PackageTree = { entries: new Map(), askers: new Map(), places: new Map() }
  for (const [path, entry] of Object.entries(packages))
    if (isJsonRecord(entry) && path.length <= LONGEST_PATH) putEntry(tree, path, entry)
  return tree
}

export function putEntry(tree: PackageTree, path: string, entry: JsonRecord): void {
  tree.entries.set(path, entry)
  if (path.includes(MODULES)) addTo(tree.places, packageAt(path, entry), path)
  for (const name of Object.keys(askedBy(path, entry))) addTo(tree.askers, name, path)
}

export function dropEntry(tree: PackageTree, path: string): void {
  const entry = tree.entries.get(path)
  if (entry) tree.places.get(packageAt(path, entry))?.delete(path)
  tree.entries.delete(path)
}

const addTo = (sets: Map<string, Set<string>>, key: string, value: string) => {
  const known = sets.get(key)
  if (known) known.add(value)
  else sets.set(key, new Set([value]))
}

const packageAt = (path: string, entry: JsonRecord) => textMember(entry, 'name') || folderPackageName(path)

/** The name by which others ask for what is in a folder. */
export const keyOfFolder = (path: string) => folderPackageName(path)

/** Whether the folder is one of the repository, not of an installed package. */
export const isOwnFolder = (path: string) => !path.includes(MODULES)

/** The ranges of all names that the package of a folder asks for. */
export function askedBy(path: string, entry: JsonRecord): Record<string, string[]> {
  const ranges: Record<string, string[]> = Object.create(null)
  for (const section of isOwnFolder(path) ? SECTIONS : ASKED)
    for (const [name, range] of Object.entries(objectMember(entry, section)))
      if (typeof range === 'string') ranges[name] = [...(ranges[name] ?? []), range]
  return ranges
}

/** The ranges of one name. */
export function rangesOfName(path: string, entry: JsonRecord, name: string): string[] {
  const ranges = (isOwnFolder(path) ? SECTIONS : ASKED).map((section) =>
    textMember(objectMember(entry, section), name)
  )
  return ranges.filter((range) => range !== undefined)
}

/** The folder that a package finds under a name: its own, or that of the nearest folder above. */
export function foundFrom(
  entryAt: (path: string) => JsonRecord | undefined,
  path: string,
  name: string
): string | undefined {
  for (let folder: string | undefined = path; folder !== undefined; folder = folderAbove(folder)) {
    const place = folder === '' ? `${MODULES}${name}` : `${folder}/${MODULES}${name}`
    if (entryAt(place)) return place
  }
  return undefined
}

function folderAbove(folder: string): string | undefined {
  if (folder === '') return undefined
  const above = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))
  return above.endsWith('node_modules') ? above.slice(0, -MODULES.length).replace(/\/$/, '') : above
}
