// Pages of lists, of one repository by its name or of all, in one round trip.
import type { SQL } from 'drizzle-orm'
import type { Db } from '../sql/database.js'
import { idNamed } from '../sql/repository-name.js'
import { repositoryByFullName } from './repositories.js'

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
