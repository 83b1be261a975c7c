// The packages that a change adds, or moves to another version, by its manifests and lock files before and after.
import type { Ecosystem } from '#schemas/dependencies/enums.js'
import { packageKey } from '../dependencies/advisories/names.js'
import { locatePackages, type ReadManifest } from '../dependencies/findings/resolved-packages.js'
import { isDependencyManifest, readManifest } from '../dependencies/manifests/index.js'
import { formerPathOf, type ReviewedChange, textAtHead, textBefore } from './change.js'
import { isWorkflowPath } from './places.js'

export interface MovedPackage {
  /** The manifest or lock file. */
  path: string
  ecosystem: Ecosystem
  name: string
  version: string
  line: number | null
  /** The versions that the file had before and has no longer; empty for a package that is new. */
  former: readonly string[]
}

type Versions = ReadonlyMap<string, ReadonlySet<string>>

/** What a lock file of the same folder resolves is named there alone. */
export function movedPackages(change: ReviewedChange): MovedPackage[] {
  const files = change.files.filter(
    ({ path, status }) => status !== 'removed' && (isDependencyManifest(path) || isWorkflowPath(path))
  )
  const after = files.flatMap((file) => manifestIn(file.path, textAtHead(change, file)))
  const before = files.flatMap((file) => {
    const read = manifestIn(formerPathOf(file), textBefore(change, file))
    return read.map((one) => ({ ...one, path: file.path }))
  })
  const had = versionsIn(before)
  const has = versionsIn(after)
  const moved = new Map<string, MovedPackage>()
  for (const { path, ecosystem, name, version, line } of locatePackages(after).packages) {
    const key = placeKey(path, ecosystem, name)
    const former = had.get(key) ?? new Set()
    if (former.has(version)) continue
    const left = [...former].filter((one) => !has.get(key)?.has(one))
    moved.set(`${key}\n${version}`, { path, ecosystem, name, version, line, former: left })
  }
  return [...moved.values()]
}

function manifestIn(path: string, text: string | undefined): ReadManifest[] {
  if (text !== undefined && isWorkflowPath(path)) return [actionsIn(path, text)]
  const read = text === undefined ? undefined : readManifest(path, text)
  if (read?.kind !== 'manifest') return []
  const { ecosystem, lockfile, dependencies, includes } = read
  return [{ path, ecosystem, lockfile, dependencies, includes }]
}

const USES =
  /^\s{0,60}(?:-\s)?uses:\s{0,4}["']?([\w.-]{1,60}\/[\w.-]{1,100})[\w./-]{0,200}@v?(\d[\w.-]{0,40})/

/** A workflow asks for actions as a manifest does for packages; a commit says no version. */
function actionsIn(path: string, text: string): ReadManifest {
  const dependencies = text.split('\n').flatMap((row, at) => {
    const [, name, version] = USES.exec(row) ?? []
    if (name === undefined || version === undefined || /^[0-9a-f]{40}$/.test(version)) return []
    return [
      {
        name,
        requirement: null,
        resolvedVersion: version,
        source: null,
        direct: true,
        dev: true,
        line: at + 1
      }
    ]
  })
  return { path, ecosystem: 'actions', lockfile: false, dependencies, includes: [] }
}

const placeKey = (path: string, ecosystem: Ecosystem, name: string) =>
  `${path}\n${packageKey(ecosystem, name)}`

function versionsIn(manifests: readonly ReadManifest[]): Versions {
  const versions = new Map<string, Set<string>>()
  for (const { path, ecosystem, dependencies } of manifests)
    for (const { name, resolvedVersion } of dependencies) {
      if (resolvedVersion === null) continue
      const key = placeKey(path, ecosystem, name)
      versions.set(key, (versions.get(key) ?? new Set()).add(resolvedVersion))
    }
  return versions
}
