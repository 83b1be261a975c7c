// Which versions of which packages the manifests of a repository resolve.
import type { Ecosystem } from '#schemas/dependencies/enums.js'
import { packageKey } from '../advisories/names.js'
import type { ManifestDependency } from '../manifests/dependency.js'

export interface ReadManifest {
  path: string
  ecosystem: Ecosystem
  lockfile: boolean
  dependencies: readonly ManifestDependency[]
  includes: readonly string[]
}

/** A version that a file resolves. */
export interface LocatedPackage {
  path: string
  ecosystem: Ecosystem
  name: string
  version: string
  line: number | null
  direct: boolean | null
  dev: boolean
}

export interface LocatedPackages {
  packages: LocatedPackage[]
  /** Packages that come from elsewhere than their registry, which advisories do not tell of. */
  foreign: number
  /** Packages of which only a range is known. */
  unresolved: number
}

/** What a lock file of the folder or of one above it resolves is not taken from the manifest as well. */
export function locatePackages(manifests: readonly ReadManifest[]): LocatedPackages {
  const locks = lockedNames(manifests)
  const found: LocatedPackages = { packages: [], foreign: 0, unresolved: 0 }
  for (const manifest of manifests.filter((one) => isAuthority(one, manifests)))
    for (const dependency of unlockedIn(manifest, locks)) locate(manifest, dependency, found)
  return found
}

function unlockedIn(
  { path, ecosystem, lockfile, dependencies }: ReadManifest,
  locks: ReadonlyMap<string, Set<string>>
): readonly ManifestDependency[] {
  const above = lockfile ? [] : locksAbove(path, ecosystem, locks)
  if (above.length === 0) return dependencies
  return dependencies.filter(({ name }) => {
    const key = packageKey(ecosystem, name)
    return !above.some((names) => names.has(key))
  })
}

function locate(
  { path, ecosystem }: ReadManifest,
  { name, resolvedVersion: version, source, line, direct, dev }: ManifestDependency,
  found: LocatedPackages
): void {
  if (source !== null) found.foreign += 1
  else if (version === null) found.unresolved += 1
  else found.packages.push({ path, ecosystem, name, version, line, direct, dev })
}

const SUMS = 'go.sum'

/** Sums list more than what is built. They count only where the module lists no indirect requirements. */
function isAuthority({ path }: ReadManifest, manifests: readonly ReadManifest[]): boolean {
  const folder = folderOf(path)
  if (path.slice(folder.length) !== SUMS) return true
  const module = manifests.find((one) => one.path === `${folder}go.mod`)
  return module === undefined || module.includes.includes(SUMS)
}

/** With the slash at its end; empty for the root. */
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)

const lockKey = (ecosystem: Ecosystem, folder: string) => `${ecosystem} ${folder}`

function lockedNames(manifests: readonly ReadManifest[]): Map<string, Set<string>> {
  const locks = new Map<string, Set<string>>()
  for (const { path, ecosystem, lockfile, dependencies } of manifests) {
    if (!lockfile || path.endsWith(SUMS)) continue
    const key = lockKey(ecosystem, folderOf(path))
    const names = locks.get(key) ?? new Set()
    for (const { name } of dependencies) names.add(packageKey(ecosystem, name))
    locks.set(key, names)
  }
  return locks
}

function locksAbove(
  path: string,
  ecosystem: Ecosystem,
  locks: ReadonlyMap<string, Set<string>>
): Set<string>[] {
  const found: Set<string>[] = []
  for (let folder = folderOf(path); ; folder = folderOf(folder.slice(0, -1))) {
    const names = locks.get(lockKey(ecosystem, folder))
    if (names) found.push(names)
    if (folder === '') return found
  }
}
