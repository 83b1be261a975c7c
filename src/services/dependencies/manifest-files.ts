// Which files of a repository are read as manifests, and as what.
import { isDependencyManifest } from '#domain/dependencies/manifests/index.js'

interface ListedFile {
  path: string
  sha: string
  size: number
}

export interface ManifestFile extends ListedFile {
  /** The name that says its format. */
  readAs: string
}

const MOST_MANIFESTS = 2_000
const LONGEST_PATH_BYTES = 1_000
/** What requirements include is written in their format, whatever it is called. */
const INCLUDED = 'requirements.txt'
const INCLUDABLE = ['.txt', '.in']

/** Undefined for a file that no manifest can include. */
export const readAs = (path: string): string | undefined =>
  INCLUDABLE.some((end) => path.endsWith(end)) ? INCLUDED : undefined

export interface ChosenFiles {
  /** The nearest to the root first. */
  chosen: ManifestFile[]
  /** Files that are read only if a manifest includes them; each is taken once. */
  others: { take(paths: readonly string[]): ManifestFile[] }
  /** Manifests that are not read. */
  left: ManifestFile[]
}

export function chooseManifests(files: readonly ListedFile[]): ChosenFiles {
  const manifests = files
    .filter(({ path }) => isDependencyManifest(path))
    .map((file) => ({ ...file, readAs: file.path }))
    .sort((a, b) => depthOf(a) - depthOf(b) || (a.path < b.path ? -1 : 1))
  const short = manifests.filter(({ path }) => Buffer.byteLength(path) <= LONGEST_PATH_BYTES)
  const chosen = short.slice(0, MOST_MANIFESTS)
  const isChosen = new Set(chosen)
  const rest = new Map(
    files.flatMap((file) => {
      const name = isDependencyManifest(file.path) ? undefined : readAs(file.path)
      return name === undefined ? [] : [[file.path, { ...file, readAs: name }] as const]
    })
  )
  return {
    chosen,
    others: { take: (paths) => taken(rest, paths) },
    left: manifests.filter((one) => !isChosen.has(one))
  }
}

function taken(rest: Map<string, ManifestFile>, paths: readonly string[]): ManifestFile[] {
  return paths.flatMap((path) => {
    const file = rest.get(path)
    rest.delete(path)
    return file ?? []
  })
}

const depthOf = ({ path }: ListedFile) => path.split('/').length

/** An include is relative to the file; what leads out of the repository leads nowhere. */
export function includedPath(path: string, include: string): string {
  const parts = path.split('/').slice(0, -1)
  for (const part of include.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return ''
    } else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}
