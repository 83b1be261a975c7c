// Reads the manifests of a commit. A blob that was read before is not read again, and what cannot be read is recorded
// as that.
import type { Deps, RepositoryAccess } from '#deps.js'
import { packageKey } from '#domain/dependencies/advisories/names.js'
import type { ReadManifest } from '#domain/dependencies/findings/resolved-packages.js'
import type { ManifestDependency } from '#domain/dependencies/manifests/dependency.js'
import { isDependencyManifest, readManifest } from '#domain/dependencies/manifests/index.js'
import { storable } from '#domain/text/storable.js'
import type { Ecosystem } from '#schemas/dependencies/enums.js'
import {
  dependenciesOf,
  type KnownManifest,
  knownManifests,
  type NewManifest
} from '#store/dependencies/manifests.js'
import { chooseManifests, includedPath, type ManifestFile, readAs } from './manifest-files.js'
import type { ScanNotes } from './notes.js'

/** Grows when manifests are read otherwise, so that all of them are read again. */
const READER_VERSION = 2
const MOST_MANIFEST_BYTES = 20 * 2 ** 20
const MOST_DEPENDENCIES = 500_000

export interface ManifestReadings {
  /** Those that are new or were changed. */
  changed: NewManifest[]
  /** The paths of those that are as they were. */
  unchanged: string[]
  /** Of all that could be read. */
  contents: ReadManifest[]
  /** Files that are there and could not be read: nobody knows what they say now. */
  unread: ReadonlySet<string>
  /** Whether all files of the repository were seen, so that what is not among them is gone. */
  isWhole: boolean
}

export interface ManifestSearch {
  repoId: number
  access: RepositoryAccess
  commit: string
  notes: ScanNotes
}

export async function readManifests(deps: Deps, search: ManifestSearch): Promise<ManifestReadings> {
  const { repoId, access, commit, notes } = search
  const known = new Map((await knownManifests(deps.db, repoId)).map((one) => [one.filePath, one]))
  const found = await deps.host.dependencies.files(access, {
    commit,
    isWanted: (path) => isDependencyManifest(path) || readAs(path) !== undefined,
    mayEnter: (folder) => isDependencyManifest(`${folder}/package.json`)
  })
  if (!found.isWhole)
    notes.add('The repository has more folders than are read; what was known of the rest stays.')
  const { chosen, others, left } = chooseManifests(found.files)
  if (left.length > 0)
    notes.add(`${left.length} manifests are left out: there are too many, or their paths are too long.`)
  const readings = openReadings(found.isWhole, left)
  const waiting = [...chosen]
  // Files that others include join the queue, each once.
  for (let file = waiting.shift(); file; file = waiting.shift()) {
    if (readings.isFull()) readings.leave(file.path)
    else await readOne(deps, search, { file, known: known.get(file.path), readings })
    waiting.push(...others.take(readings.lastIncludes(file.path)))
  }
  if (readings.isFull()) notes.add(`Only ${MOST_DEPENDENCIES} entries of manifests are read.`)
  return readings.end()
}

interface OpenReadings {
  keep(file: ManifestFile, one: ReadManifest, row?: NewManifest): void
  fail(path: string, row: NewManifest): void
  leave(path: string): void
  isFull(): boolean
  /** The paths that a file includes, if it was the last one that was read. */
  lastIncludes(path: string): string[]
  end(): ManifestReadings
}

function openReadings(isWhole: boolean, left: readonly ManifestFile[]): OpenReadings {
  const [changed, unchanged, contents]: [NewManifest[], string[], ReadManifest[]] = [[], [], []]
  const unread = new Set(left.map(({ path }) => path))
  let entries = 0
  return {
    keep({ path }, one, row) {
      contents.push(one)
      entries += one.dependencies.length
      if (row) changed.push(row)
      else unchanged.push(path)
    },
    fail(path, row) {
      unread.add(path)
      changed.push(row)
    },
    leave: (path) => void unread.add(path),
    isFull: () => entries >= MOST_DEPENDENCIES,
    lastIncludes(path) {
      const last = contents.at(-1)
      return last?.path === path ? last.includes.map((include) => includedPath(path, include)) : []
    },
    end: () => ({ changed, unchanged, contents, unread, isWhole })
  }
}

interface ReadingOfFile {
  file: ManifestFile
  known: KnownManifest | undefined
  readings: OpenReadings
}

async function readOne(
  deps: Deps,
  { access, commit, notes }: ManifestSearch,
  { file, known, readings }: ReadingOfFile
): Promise<void> {
  const { path, sha, size } = file
  const isSame = known?.blobSha === sha && known.readerVersion === READER_VERSION
  if (known && isSame && known.status === 'read') {
    const { ecosystem, lockfile, includes } = known
    const dependencies = await dependenciesOf(deps.db, known.id)
    return readings.keep(file, { path, ecosystem, lockfile, includes, dependencies })
  }
  const row = { ...blankRow(file, known), commitSha: commit, scannedAt: deps.now() }
  if (size > MOST_MANIFEST_BYTES) {
    const error = `It has ${size} bytes; more than ${MOST_MANIFEST_BYTES} are not read.`
    notes.add(`${path}: ${error}`)
    return readings.fail(path, { ...row, status: 'too_large', error })
  }
  const text = await deps.host.sourceText(access, sha)
  const reading = text === undefined ? NO_TEXT : readManifest(file.readAs, text)
  if (reading.kind === 'unreadable') {
    notes.add(`${path}: ${reading.reason}`)
    return readings.fail(path, { ...row, status: 'unreadable', error: storable(reading.reason) })
  }
  const { ecosystem, lockfile, dependencies, includes } = reading
  const facts = { ecosystem, lockfile, includes, dependencies, notes: reading.notes.map(storable) }
  const packageKeys = resolvedKeys(ecosystem, dependencies)
  readings.keep(file, { path, ...facts }, { ...row, ...facts, packageKeys, depCount: dependencies.length })
}

/** Longer ones are those of no advisory. */
const LONGEST_KEY_BYTES = 600

/** Of what an advisory can be compared with. */
function resolvedKeys(ecosystem: Ecosystem, dependencies: readonly ManifestDependency[]): string[] {
  const compared = dependencies.filter(
    ({ resolvedVersion, source }) => resolvedVersion !== null && source === null
  )
  const keys = new Set(compared.map(({ name }) => storable(packageKey(ecosystem, name))))
  return [...keys].filter((key) => Buffer.byteLength(key) <= LONGEST_KEY_BYTES)
}

const NO_TEXT = {
  kind: 'unreadable',
  reason: 'It is no text in UTF-8, or the host does not show it'
} as const

/** Nobody knows what is in it. */
function blankRow({ path, sha }: ManifestFile, known: KnownManifest | undefined) {
  return {
    filePath: path,
    ecosystem: known?.ecosystem ?? 'unknown',
    lockfile: known?.lockfile ?? false,
    status: 'read' as const,
    error: null,
    notes: [],
    dependencies: [],
    includes: [],
    depCount: 0,
    packageKeys: [],
    blobSha: sha,
    readerVersion: READER_VERSION
  } satisfies Partial<NewManifest>
}
