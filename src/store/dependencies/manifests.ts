// The manifests of repositories, as the last scan has read them.
import { and, eq, getTableColumns, inArray, notInArray, sql } from 'drizzle-orm'
import { dependencyManifests, type StoredDependency } from '#tables/dependencies/manifests.js'
import { repositories } from '#tables/mirror/repositories.js'
import { type Db, excluded, type Tx } from '../sql/database.js'
import { isScannable } from './scans.js'

export type ManifestRow = typeof dependencyManifests.$inferSelect
export type KnownManifest = Omit<ManifestRow, 'dependencies' | 'packageKeys'>
export type NewManifest = Omit<ManifestRow, 'id' | 'repoId' | 'live'>

const { dependencies: _, packageKeys: __, ...FACTS } = getTableColumns(dependencyManifests)

export async function knownManifests(db: Db | Tx, repoId: number): Promise<KnownManifest[]> {
  return db.select(FACTS).from(dependencyManifests).where(eq(dependencyManifests.repoId, repoId))
}

export async function dependenciesOf(db: Db, manifestId: number): Promise<StoredDependency[]> {
  const [row] = await db
    .select({ dependencies: dependencyManifests.dependencies })
    .from(dependencyManifests)
    .where(eq(dependencyManifests.id, manifestId))
  return row?.dependencies ?? []
}

/** Repositories that can be scanned and resolve one of these packages. */
export async function repositoriesResolving(db: Db | Tx, packageKeys: readonly string[]): Promise<number[]> {
  const keys = sql`array(select json_array_elements_text(${JSON.stringify(packageKeys)}::json))`
  const rows = await db
    .selectDistinct({ repoId: dependencyManifests.repoId })
    .from(dependencyManifests)
    .innerJoin(repositories, eq(repositories.hostId, dependencyManifests.repoId))
    .where(and(isScannable, sql`${dependencyManifests.packageKeys} && ${keys}`))
    .orderBy(dependencyManifests.repoId)
  return rows.map(({ repoId }) => repoId)
}

/** Some of them name many thousands of packages. */
const AT_ONCE = 20
const PATHS_AT_ONCE = 1_000

/** Whether read again or for the first time. */
export async function saveManifests(tx: Tx, repoId: number, rows: readonly NewManifest[]): Promise<void> {
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await tx
      .insert(dependencyManifests)
      .values(rows.slice(from, from + AT_ONCE).map((row) => ({ ...row, repoId, live: true })))
      .onConflictDoUpdate({
        target: [dependencyManifests.repoId, dependencyManifests.filePath],
        set: Object.fromEntries(CONTENTS.map((key) => [key, excluded(dependencyManifests[key])]))
      })
}

const CONTENTS = [
  ...([
    'ecosystem',
    'lockfile',
    'status',
    'error',
    'notes',
    'dependencies',
    'includes',
    'depCount',
    'packageKeys'
  ] as const),
  ...(['commitSha', 'blobSha', 'readerVersion', 'scannedAt'] as const)
]

export interface SeenManifests {
  repoId: number
  paths: readonly string[]
  commitSha: string
  scannedAt: Date
}

/** Those that are as they were. */
export async function noteSeenManifests(
  tx: Tx,
  { repoId, paths, commitSha, scannedAt }: SeenManifests
): Promise<void> {
  for (let from = 0; from < paths.length; from += PATHS_AT_ONCE)
    await tx
      .update(dependencyManifests)
      .set({ commitSha, scannedAt })
      .where(
        and(
          eq(dependencyManifests.repoId, repoId),
          inArray(dependencyManifests.filePath, paths.slice(from, from + PATHS_AT_ONCE))
        )
      )
}

/** All but these. */
export async function deleteOtherManifests(tx: Tx, repoId: number, paths: readonly string[]): Promise<void> {
  const there = sql`(select value from json_array_elements_text(${JSON.stringify(paths)}::json))`
  await tx
    .delete(dependencyManifests)
    .where(and(eq(dependencyManifests.repoId, repoId), notInArray(dependencyManifests.filePath, there)))
}
