// Reads edited files again and judges whether they say what a plan claims.
import type { Ecosystem } from '#schemas/dependencies/enums.js'
import { normalisePackageName } from '../advisories/names.js'
import type { ManifestContents, ManifestDependency, ManifestReading } from '../manifests/dependency.js'
import { compareVersions } from '../versions/versions.js'
import { isAffectedPin } from './locks/affected.js'
import { mentionsIn } from './mentions/index.js'
import type { ProjectFiles } from './projects.js'
import { readProjectFile } from './reading.js'
import { isAskingFor, statesFix } from './requirements/stated.js'
import type { WantedFix } from './update.js'

interface NamedPlace {
  path: string
  lockfile: boolean
  dependency: ManifestDependency
}

export interface ProjectReading {
  /** Where packages are named, by their normal names. */
  places: ReadonlyMap<string, readonly NamedPlace[]>
  unreadable: ReadonlyMap<string, string>
  files: ReadonlyMap<string, ManifestReading>
}

export function readProject(ecosystem: Ecosystem, files: ProjectFiles): ProjectReading {
  const readings = new Map(
    [...files].map(([path, text]) => [path, readProjectFile(ecosystem, path, text)] as const)
  )
  const places = new Map<string, NamedPlace[]>()
  const unreadable = new Map<string, string>()
  for (const [path, reading] of readings) {
    if (reading.kind === 'unreadable') unreadable.set(path, reading.reason)
    else placePackages(ecosystem, path, reading, places)
  }
  if (ecosystem === 'maven') resolveProperties(files, places)
  return { places, unreadable, files: readings }
}

/** A reader of one file does not know the properties that its parent sets. */
function resolveProperties(files: ProjectFiles, places: ReadonlyMap<string, NamedPlace[]>): void {
  const known = new Map(mentionsIn('maven', files).map((one) => [one.package, one.requirement]))
  for (const [name, all] of places)
    for (const place of all)
      if (place.dependency.requirement?.includes('${'))
        place.dependency = {
          ...place.dependency,
          requirement: known.get(name) ?? place.dependency.requirement
        }
}

function placePackages(
  ecosystem: Ecosystem,
  path: string,
  { lockfile, dependencies }: ManifestContents,
  places: Map<string, NamedPlace[]>
): void {
  for (const dependency of dependencies) {
    const name = normalisePackageName(ecosystem, dependency.name)
    const known = places.get(name)
    const place = { path, lockfile, dependency }
    if (known) known.push(place)
    else places.set(name, [place])
  }
}

/** Why a project does not read as fixed; null if it does. */
export function whyUnfixed(ecosystem: Ecosystem, reading: ProjectReading, fix: WantedFix): string | null {
  const places = reading.places.get(normalisePackageName(ecosystem, fix.package)) ?? []
  const isLocked = places.some(({ lockfile }) => lockfile)
  const left = places.find((place) => !isFixedAt(ecosystem, place, { ...fix, isLocked }))
  return left ? `${left.path} would still name an older version; update it by hand` : null
}

function isFixedAt(
  ecosystem: Ecosystem,
  { lockfile, dependency }: NamedPlace,
  fix: WantedFix & { isLocked: boolean }
): boolean {
  const { requirement, resolvedVersion, source } = dependency
  if (source !== null) return true
  if (lockfile) return resolvedVersion === null || !isAffectedPin(ecosystem, resolvedVersion, fix)
  if (requirement === null || isOfOthers(requirement)) return true
  if (!isAskingFor(ecosystem, requirement, fix)) return true
  if (resolvedVersion !== null) return (compareVersions(ecosystem, resolvedVersion, fix.to) ?? -1) >= 0
  return statesFix(ecosystem, requirement, fix.to, fix.isLocked)
}

/** What another file of the project states: that of a workspace, or a property of a parent. */
const isOfOthers = (requirement: string) =>
  requirement === 'workspace' || requirement === '*' || requirement.includes('${')

/** The manifests of which more than these packages reads otherwise than before. */
export function strayedFiles(
  ecosystem: Ecosystem,
  { before, after }: { before: ProjectReading; after: ProjectReading },
  names: ReadonlySet<string>
): string[] {
  return [...before.files].flatMap(([path, reading]) => {
    const next = after.files.get(path)
    if (reading.kind === 'unreadable' || reading.lockfile) return []
    const isSame =
      next?.kind === 'manifest' && othersIn(ecosystem, reading, names) === othersIn(ecosystem, next, names)
    return isSame ? [] : [path]
  })
}

function othersIn(
  ecosystem: Ecosystem,
  { dependencies }: ManifestContents,
  names: ReadonlySet<string>
): string {
  const others = dependencies.filter(({ name }) => !names.has(normalisePackageName(ecosystem, name)))
  return JSON.stringify(others.map(({ line: _, ...rest }) => rest))
}
