import { type SQL, sql } from 'drizzle-orm'
import { repositories } from '#tables/mirror/repositories.js'
import { bareColumn } from './columns.js'

/** By this repositories are found and ordered: in any case, and alike on every server. */
export const nameKey = sql`lower(${bareColumn(repositories.fullName)}) collate "C"`

export const isNamed = (fullName: string): SQL => sql`${nameKey} = lower(${fullName})`
