// Reads what a scan compares: the manifests at the head of the default branch, the alerts of the host, and what the
// local database says of the packages.
import type { Deps, RepositoryAccess } from '#deps.js'
import { observe, type SeenVulnerability } from '#domain/dependencies/findings/observation.js'
import { type LocatedPackage, locatePackages } from '#domain/dependencies/findings/resolved-packages.js'
import type { HostAlert } from '#domain/host/alerts.js'
import { headNotShown, nothingToCompareWith } from '#errors/dependencies.js'
import type { AlertReadingWord } from '#schemas/dependencies/enums.js'
import type { KnownRepository } from '#store/mirror/repositories.js'
import { repositoryAccessOf } from '../mirror/repository-access.js'
import { advisoryStatus } from './advisory-status.js'
import { type ManifestReadings, readManifests } from './manifest-reading.js'
import { compareWithDatabase } from './matching.js'
import { openNotes, type ScanNotes } from './notes.js'

export interface DependencyReading extends ManifestReadings {
  readAt: Date
  commit: string
  alerts: AlertReadingWord
  /** How old the local database is; null if there is none. */
  advisoriesAt: Date | null
  packages: number
  seen: SeenVulnerability[]
  notes: string[]
}

export async function readDependencies(deps: Deps, repository: KnownRepository): Promise<DependencyReading> {
  const readAt = deps.now()
  const notes = openNotes()
  const access = repositoryAccessOf(repository)
  const commit = await headOf(deps, access, repository)
  const readings = await readManifests(deps, { repoId: repository.repoId, access, commit, notes })
  const sources = await readSources(deps, access, notes)
  const packages = packagesIn(readings, notes)
  const findings = sources.databaseAt === null ? new Map() : await compareWithDatabase(deps, packages, notes)
  const seen = observe(packages, findings, sources.alerts)
  return {
    ...readings,
    readAt,
    commit,
    alerts: sources.word,
    advisoriesAt: sources.databaseAt,
    packages: countVersions(packages),
    seen: seen.filter((one) => fits(one, notes)),
    notes: notes.all()
  }
}

/** An empty answer may as well mean that the host shows nothing any more, so it is a failure. */
async function headOf(
  { host }: Deps,
  access: RepositoryAccess,
  { defaultBranch }: KnownRepository
): Promise<string> {
  const commit = defaultBranch === null ? undefined : await host.branchTip(access, defaultBranch)
  if (commit === undefined) throw headNotShown()
  return commit
}

interface AskedSources {
  word: AlertReadingWord
  alerts: readonly HostAlert[]
  databaseAt: Date | null
}

/** One of them is needed: where nobody can tell, nobody says that there is nothing. */
async function readSources(deps: Deps, access: RepositoryAccess, notes: ScanNotes): Promise<AskedSources> {
  const { imported_at: importedAt, error } = await advisoryStatus(deps)
  const databaseAt = importedAt === null ? null : new Date(importedAt)
  if (importedAt !== null && error !== null)
    notes.add(`The advisory database is of ${importedAt}: the last import failed. ${error}`)
  const reading = await deps.host.dependencies.alerts(access)
  if (databaseAt === null)
    notes.add('There is no copy of the advisory database: only the alerts of the host count.')
  if (reading.is === 'read') return { word: 'read', alerts: reading.alerts, databaseAt }
  if (databaseAt === null) throw nothingToCompareWith(reading.reason)
  notes.add(`The alerts of the host are not there: ${reading.reason}`)
  return { word: reading.is, alerts: [], databaseAt }
}

function packagesIn({ contents }: ManifestReadings, notes: ScanNotes): LocatedPackage[] {
  const { packages, foreign, unresolved } = locatePackages(contents)
  if (foreign > 0)
    notes.add(`${foreign} packages come from elsewhere than their registry, and are not compared.`)
  if (unresolved > 0)
    notes.add(
      `Of ${unresolved} packages only a range is known, so that the local database says nothing of them.`
    )
  return packages
}

const countVersions = (packages: readonly LocatedPackage[]): number =>
  new Set(packages.map(({ ecosystem, name, version }) => `${ecosystem} ${name} ${version}`)).size

/** More does not fit into an index. */
const LONGEST_KEY_BYTES = 1_800

function fits({ packageName, advisoryId, manifestPath }: SeenVulnerability, notes: ScanNotes): boolean {
  const bytes = Buffer.byteLength(`${packageName}${advisoryId}${manifestPath}`)
  if (bytes > LONGEST_KEY_BYTES) notes.add(`The name of ${advisoryId} with its package and path is too long.`)
  return bytes <= LONGEST_KEY_BYTES
}
