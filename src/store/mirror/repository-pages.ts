// Pages of lists, of one repository by its name or of all, in one round trip.
import { type SQL, sql } from 'drizzle-orm'
import { repositories } from '#tables/mirror/repositories.js'
import type { Db } from '../sql/database.js'
import { isNamed } from '../sql/repository-name.js'
import { repositoryByFullName } from './repositories.js'

const { hostId, deletedAt, seenAt, id } = repositories

const idNamed = (fullName: string): SQL =>
  sql`(select ${hostId} from ${repositories} where ${isNamed(repositories, fullName)} and ${deletedAt} is null
    order by ${seenAt} desc, ${id} desc limit 1)`

/** Whether there is a repository of this name is asked only if nothing is found. Without a name, all have one list. */
export async function withinRepository<Found extends { meta: { total: number } }>(
  db: Db,
  fullName: string | undefined,
  read: (repoId: SQL | undefined) => Promise<Found>
): Promise<Found> {
  if (fullName === undefined) return read(undefined)
  const found = await read(idNamed(fullName))
  if (found.meta.total === 0) await repositoryByFullName(db, fullName)
  return found
}
