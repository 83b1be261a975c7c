// Counts of deliveries by hour: written by whoever changes a delivery, read instead of counting rows.
import { sql } from 'drizzle-orm'
import type { DeliveryState } from '../../schemas/deliveries.js'
import type { Tx } from './database.js'

export interface DeliveryCounts {
  total?: number
  ignored?: number
  processed?: number
  failed?: number
  dead?: number
  errors?: number
}

export interface HourChange {
  receivedAt: Date
  eventName: string
  counts: DeliveryCounts
}

/** What a delivery in this state counts for. */
export function countsOf(state: DeliveryState, hasError: boolean): DeliveryCounts {
  const ofState = state === 'received' || state === 'queued' ? {} : { [state]: 1 }
  return { ...ofState, errors: hasError ? 1 : 0 }
}

const COLUMNS = ['total', 'ignored', 'processed', 'failed', 'dead', 'errors'] as const

/** The difference that a change from one state to another makes. */
export function countsBetween(before: DeliveryCounts, after: DeliveryCounts): DeliveryCounts {
  return Object.fromEntries(COLUMNS.map((column) => [column, (after[column] ?? 0) - (before[column] ?? 0)]))
}

/** Rows per hour and event: a row is held until its transaction commits, and each connection mostly has its own. */
const LANES = 16

/** Adds the changes, one write per hour and event; sorted, so that two processes never wait for each other in a ring. */
export async function addToHours(tx: Tx, changes: readonly HourChange[]): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(({ receivedAt, eventName, counts }) => ({
    at: receivedAt.toISOString(),
    eventName,
    ...counts
  }))
  await tx.execute(sql`
    insert into delivery_hours as h (hour, event_name, lane, total, ignored, processed, failed, dead, errors)
    select date_trunc('hour', at, 'UTC'), "eventName", pg_backend_pid() % ${LANES}, coalesce(sum(total), 0), coalesce(sum(ignored), 0),
      coalesce(sum(processed), 0), coalesce(sum(failed), 0), coalesce(sum(dead), 0), coalesce(sum(errors), 0)
    from json_to_recordset(${JSON.stringify(rows)}::json) as change (at timestamptz, "eventName" text,
      total int, ignored int, processed int, failed int, dead int, errors int)
    group by 1, 2
    order by 1, 2
    on conflict (hour, event_name, lane) do update set
      total = h.total + excluded.total, ignored = h.ignored + excluded.ignored,
      processed = h.processed + excluded.processed, failed = h.failed + excluded.failed,
      dead = h.dead + excluded.dead, errors = h.errors + excluded.errors`)
}
