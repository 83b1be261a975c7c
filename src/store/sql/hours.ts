// Spans of time in whole hours, for which sums exist.
import { type SQL, sql } from 'drizzle-orm'

export interface Hours {
  from: Date
  to: Date
}

export const firstWholeHour = (since: SQL) =>
  sql`date_trunc('hour', ${since} + interval '1 hour' - interval '1 millisecond', 'UTC')`
