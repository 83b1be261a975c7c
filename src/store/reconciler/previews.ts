// The repositories that an organisation's file applies to, with what a preview of another file needs of each.
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { JsonObject } from '#schemas/common.js'
import type { DesiredState, Difference } from '#schemas/reconciler/states.js'
import { configFiles, repoConfigs } from '#tables/configuration/configs.js'
import { repositories } from '#tables/mirror/repositories.js'
import { reconcileStates } from '#tables/reconciler/reconcile-states.js'
import type { Db } from '../sql/database.js'
import { nameKey } from '../sql/repository-name.js'

export interface RepositoriesOfFile {
  owner: string
  installationId: number | null
}

export interface RepositoryToPreview {
  repoId: number
  fullName: string
  defaultBranch: string | null
  /** What the API has set. */
  overrides: JsonObject
  /** Of its own file, as last read. */
  content: JsonObject
  isFileKnown: boolean
  /** Of the last reading by the reconciler. */
  desired: DesiredState | null
  observed: JsonObject | null
  differences: Difference[]
  unsupported: string[]
  isSkipped: boolean
}

const isOfScope = ({ owner, installationId }: RepositoriesOfFile): SQL | undefined =>
  and(
    sql`lower(${repositories.owner}) = lower(${owner})`,
    isNull(repositories.deletedAt),
    // The host lets nobody change it.
    eq(repositories.archived, false),
    installationId === null
      ? isNull(repositories.installationId)
      : eq(repositories.installationId, installationId)
  )

/** Whether everybody can read the repository with the file. */
export async function isReadByAll(db: Db, repoId: number): Promise<boolean> {
  return (
    (await db.$count(repositories, and(eq(repositories.hostId, repoId), eq(repositories.private, false)))) > 0
  )
}

export function countRepositoriesToPreview(db: Db, scope: RepositoriesOfFile): Promise<number> {
  return db.$count(repositories, isOfScope(scope))
}

// As text, because the drivers parse JSON differently.
const textOf = (column: SQL, otherwise: string) => sql<string>`coalesce((${column})::text, ${otherwise})`

/** By name. */
export async function repositoriesToPreview(
  db: Db,
  scope: RepositoriesOfFile,
  { offset, atOnce }: { offset: number; atOnce: number }
): Promise<RepositoryToPreview[]> {
  const { hostId, fullName, defaultBranch, id } = repositories
  const { observedState, desiredState, differences, unsupportedFields, reconcileSkip } = reconcileStates
  const rows = await db
    .select({
      repoId: hostId,
      fullName,
      defaultBranch,
      overrides: textOf(sql`${repoConfigs.overrides}`, '{}'),
      content: textOf(sql`${configFiles.content}`, '{}'),
      isFileKnown: sql<boolean>`(${configFiles.fetchedAt} is not null and ${configFiles.error} is null)`,
      desired: textOf(sql`${desiredState}`, 'null'),
      observed: textOf(sql`${observedState}`, 'null'),
      differences: textOf(sql`${differences}`, '[]'),
      unsupported: sql<string>`coalesce(to_json(${unsupportedFields})::text, '[]')`,
      isSkipped: sql<boolean>`coalesce(${reconcileSkip}, false)`
    })
    .from(repositories)
    .leftJoin(repoConfigs, eq(repoConfigs.repoId, hostId))
    .leftJoin(configFiles, eq(configFiles.repoId, hostId))
    .leftJoin(reconcileStates, eq(reconcileStates.repoId, hostId))
    .where(isOfScope(scope))
    .orderBy(nameKey(repositories), id)
    .limit(atOnce)
    .offset(offset)
  return rows.map(({ overrides, content, desired, observed, differences, unsupported, ...row }) => ({
    ...row,
    overrides: JSON.parse(overrides),
    content: JSON.parse(content),
    desired: JSON.parse(desired),
    observed: JSON.parse(observed),
    differences: JSON.parse(differences),
    unsupported: JSON.parse(unsupported)
  }))
}
