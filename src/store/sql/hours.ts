// Whole hours, of which there are sums, in spans of time that begin and end within an hour.
import { type SQL, sql } from 'drizzle-orm'

export interface Hours {
  from: Date
  to: Date
}

export const firstWholeHour = (since: SQL) =>
  sql`date_trunc('hour', ${since} + interval '1 hour' - interval '1 millisecond', 'UTC')`
