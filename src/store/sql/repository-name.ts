// Finds and sorts repositories by name: in any case, and alike on every server.
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { repositories } from '#tables/mirror/repositories.js'

interface Named {
  fullName: PgColumn
}

export const nameKey = ({ fullName }: Named): SQL => sql`lower(${fullName}) collate "C"`

export const isNamed = (of: Named, fullName: string): SQL => sql`${nameKey(of)} = lower(${fullName})`

/** The ids of all repositories of this name, deleted ones included. */
export const idsNamed = (fullName: string): SQL =>
  sql`(select ${repositories.hostId} from ${repositories} where ${isNamed(repositories, fullName)})`
