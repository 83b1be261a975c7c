// Shared rate limits: processes draw quota before they admit requests.
import { lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { rateLimits } from '#tables/accounts/rate-limits.js'
import { bareColumns, excluded, rowsOf, type Tx } from '../sql/database.js'

const r = alias(rateLimits, 'r')
const column = bareColumns(rateLimits)

export interface QuotaRequest {
  key: string
  want: number
  limit: number
  windowSeconds: number
}

export interface QuotaGrant {
  granted: number
  /** The quota drawn from the window so far, this grant included. */
  taken: number
  msLeft: number
  /** When the window ends by the database's clock, in milliseconds. It identifies the window. */
  resetAt: number
}

export interface UnusedQuota {
  count: number
  /** Of the window that granted the quota. */
  resetAt: number
}

/**
 * Grants quota from the current window of each key or opens a new one, never more than the limit. The database's clock
 * decides, so that processes with different clocks share one window.
 */
export async function drawQuota(tx: Tx, requests: readonly QuotaRequest[]): Promise<Map<string, QuotaGrant>> {
  const rows = await rowsOf<QuotaGrant & { key: string }>(
    tx,
    sql`with ask as (
        select * from json_to_recordset(${JSON.stringify(requests)}::json)
        as ask (key text, want int, "limit" int, "windowSeconds" int) order by key
      )
      insert into ${rateLimits} as r (${column.key}, ${column.taken}, ${column.granted}, ${column.resetAt})
      select key, least(want, "limit"), least(want, "limit"), now() + "windowSeconds" * interval '1 second' from ask
      on conflict (${column.key}) do update set
        ${column.granted} = ${grantedOnConflict},
        ${column.taken} = case when ${r.resetAt} <= now() then 0 else ${r.taken} end + ${grantedOnConflict},
        ${column.resetAt} = case when ${r.resetAt} <= now() then ${excluded(rateLimits.resetAt)} else ${r.resetAt} end
      returning ${r.key}, ${r.granted}, ${r.taken}, (extract(epoch from ${r.resetAt} - now()) * 1000)::int as "msLeft",
        (${RESET_AT})::float8 as "resetAt"`
  )
  return new Map(rows.map(({ key, ...grant }) => [key, grant]))
}

const grantedOnConflict = sql`case when ${r.resetAt} <= now() then ${excluded(rateLimits.granted)}
  else greatest(0, least(${excluded(rateLimits.granted)},
    (select "limit" from ask where ask.key = ${excluded(rateLimits.key)}) - ${r.taken})) end`

const RESET_AT = sql`extract(epoch from ${r.resetAt}) * 1000`

/** Returns unused quota to the window that granted it. A later window is left alone. */
export async function returnQuota(tx: Tx, tickets: ReadonlyMap<string, UnusedQuota>): Promise<void> {
  const rows = [...tickets].map(([key, held]) => ({ key, ...held }))
  await tx.execute(sql`
    update ${rateLimits} as r set ${column.taken} = greatest(0, ${r.taken} - back.count)
    from json_to_recordset(${JSON.stringify(rows)}::json) as back (key text, count int, "resetAt" bigint)
    where ${r.key} = back.key and ${RESET_AT} = back."resetAt" and ${r.resetAt} > now()`)
}

export async function deleteExpiredWindows(tx: Tx, { before: now }: { before: Date }): Promise<undefined> {
  await tx.delete(rateLimits).where(lt(rateLimits.resetAt, now))
}
