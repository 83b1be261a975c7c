// Which manifests and lock files belong together, so that an update changes all of them or none.
import type { Ecosystem } from '#schemas/dependencies/enums.js'
import { isIncludedFile, readProjectFile } from './reading.js'
import type { UpdateFiles } from './update.js'

export type ProjectFiles = ReadonlyMap<string, string>

/** Each file is in one project. */
export function projectsIn(ecosystem: Ecosystem, files: UpdateFiles): ProjectFiles[] {
  const groups = new Map<string, Map<string, string>>()
  const keyOf = keysOf(ecosystem, files)
  for (const [path, text] of files) {
    const key = keyOf(path)
    const group = groups.get(key) ?? new Map<string, string>()
    groups.set(key, group.set(path, text))
  }
  return [...groups.values()]
}

/** Of files in one folder, those with one of these names rule the folders below too. */
const RULING: Partial<Record<Ecosystem, RegExp>> = {
  npm: /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lock)$/,
  cargo: /(?:^|\/)Cargo\.lock$/,
  nuget: /(?:^|\/)Directory\.Packages\.props$/
}

function keysOf(ecosystem: Ecosystem, files: UpdateFiles): (path: string) => string {
  if (ecosystem === 'pip' || ecosystem === 'maven') return includedTogether(ecosystem, files)
  const ruling = RULING[ecosystem]
  const folders = new Set([...files.keys()].filter((path) => ruling?.test(path)).map(folderOf))
  if (ecosystem === 'cargo')
    for (const [path, text] of files) if (/^\[workspace\b/m.test(text)) folders.add(folderOf(path))
  const workspaces = workspacesIn(files)
  return (path) => {
    const folder = folderOf(path)
    const nearest = ancestorsOf(folder).find((one) => folders.has(one))
    if (nearest === undefined) return folder
    const members = workspaces.get(nearest)
    return members && nearest !== folder && !members.has(relativeTo(nearest, folder)) ? folder : nearest
  }
}

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

const relativeTo = (folder: string, inner: string) => (folder === '' ? inner : inner.slice(folder.length + 1))

/** The folder itself first, and the root last. */
function ancestorsOf(folder: string): string[] {
  const found = [folder]
  for (let at = folder.lastIndexOf('/'); at >= 0; at = folder.lastIndexOf('/', at - 1)) {
    found.push(folder.slice(0, at))
    if (at === 0) break
  }
  return folder === '' ? found : [...found, '']
}

/** The folders of which a package-lock.json knows the manifests, by its own. */
function workspacesIn(files: UpdateFiles): Map<string, ReadonlySet<string>> {
  const found = new Map<string, ReadonlySet<string>>()
  for (const [path, text] of files) {
    if (!/(?:^|\/)(?:package-lock|npm-shrinkwrap)\.json$/.test(path)) continue
    const reading = readProjectFile('npm', path, text)
    const members = reading.kind === 'manifest' ? reading.dependencies : []
    found.set(folderOf(path), new Set(members.flatMap(({ source }) => (source === null ? [] : [source]))))
  }
  return found
}

/** Files that include each other belong together; what is locked by tools of its own belongs to its folder. */
function includedTogether(ecosystem: Ecosystem, files: UpdateFiles): (path: string) => string {
  const leaders = new Map<string, string>()
  const leaderOf = (path: string) => {
    let leader = path
    for (let next = leaders.get(leader); next !== undefined; next = leaders.get(leader)) leader = next
    return leader
  }
  for (const [path, text] of files) {
    const reading = readProjectFile(ecosystem, path, text)
    for (const included of reading.kind === 'manifest' ? reading.includes : []) {
      const [one, other] = [leaderOf(path), leaderOf(joined(folderOf(path), included))]
      if (one !== other && files.has(joined(folderOf(path), included))) leaders.set(other, one)
    }
  }
  const isAlone = (path: string) =>
    ecosystem === 'maven' || path.endsWith('.txt') || isIncludedFile(ecosystem, path)
  return (path) => (isAlone(path) ? `file:${leaderOf(path)}` : folderOf(path))
}

/** A relative path from a folder, without its dots. */
function joined(folder: string, path: string): string {
  const parts = folder === '' ? [] : folder.split('/')
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}
