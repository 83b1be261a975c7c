import { type SQL, sql } from 'drizzle-orm'

/** By this repositories are found and ordered: in any case, and alike on every server. */
export const nameKey = sql`lower(full_name) collate "C"`

export const isNamed = (fullName: string): SQL => sql`${nameKey} = lower(${fullName})`
