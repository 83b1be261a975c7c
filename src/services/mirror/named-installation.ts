// The installation that a request means, for what belongs to one.
import type { Db } from '#deps.js'
import { isGlob } from '#domain/text/repository-filter.js'
import { installationNotFound } from '#errors/enforcement.js'
import { type ActiveInstallation, activeInstallations } from '#store/mirror/installations.js'
import { lookUpRepository } from '#store/mirror/repositories.js'

export interface NamedInstallation {
  /** Its id, if the request gives it. */
  given: number | undefined
  /** Which repositories are meant. */
  filter: string | null
}

/** A filter names an installation by one known repository, or by an owner that has no other. */
export async function namedInstallation(
  db: Db,
  { given, filter }: NamedInstallation
): Promise<ActiveInstallation | undefined> {
  const known = await activeInstallations(db)
  if (given !== undefined) {
    const found = known.find(({ hostId }) => hostId === given)
    if (!found) throw installationNotFound(given)
    return found
  }
  const id =
    filter !== null && !isGlob(filter) ? (await lookUpRepository(db, filter))?.installationId : undefined
  const owner = filter?.split('/')[0]?.toLowerCase()
  const [only, another] = known.filter(({ hostId, account }) =>
    id === undefined ? account?.toLowerCase() === owner : hostId === id
  )
  return another ? undefined : only
}
