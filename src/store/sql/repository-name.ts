// Finds and sorts repositories by name: in any case, and alike on every server.
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { repositories } from '#tables/mirror/repositories.js'

interface Named {
  fullName: PgColumn
}

export const nameKey = ({ fullName }: Named): SQL => sql`lower(${fullName}) collate "C"`

export const isNamed = (of: Named, fullName: string): SQL => sql`${nameKey(of)} = lower(${fullName})`

/** The id of the live repository that a name means; null if there is none. */
export const idNamed = (fullName: string): SQL => {
  const { hostId, deletedAt, seenAt, id } = repositories
  return sql`(select ${hostId} from ${repositories} where ${isNamed(repositories, fullName)} and ${deletedAt} is null
    order by ${seenAt} desc, ${id} desc limit 1)`
}

/** The ids of all repositories of this name, deleted ones included. */
export const idsNamed = (fullName: string): SQL =>
  sql`(select ${repositories.hostId} from ${repositories} where ${isNamed(repositories, fullName)})`
