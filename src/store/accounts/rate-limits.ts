// The shared store of the rate limits: tickets that processes draw before they admit a request.
import { lt, sql } from 'drizzle-orm'
import { rateLimits } from '#tables/accounts/rate-limits.js'
import { rowsOf, type Tx } from '../sql/database.js'

export interface QuotaRequest {
  key: string
  want: number
  limit: number
  windowSeconds: number
}

export interface QuotaGrant {
  granted: number
  /** How many of the window are out, those granted here included. */
  taken: number
  msLeft: number
  /** When the window ends by the database's clock, in milliseconds: what tells it from the next. */
  resetAt: number
}

export interface UnusedQuota {
  count: number
  /** Of the window that granted them. */
  resetAt: number
}

/**
 * Hands out what is left of each key's window, or opens a new window. Never more than the limit, whoever asks.
 * The database's clock rules, so that processes with different clocks share one window.
 */
export async function drawQuota(tx: Tx, requests: readonly QuotaRequest[]): Promise<Map<string, QuotaGrant>> {
  const rows = await rowsOf<QuotaGrant & { key: string }>(
    tx,
    sql`with ask as (
        select * from json_to_recordset(${JSON.stringify(requests)}::json)
        as ask (key text, want int, "limit" int, "windowSeconds" int) order by key
      )
      insert into rate_limits as r (key, taken, granted, reset_at)
      select key, least(want, "limit"), least(want, "limit"), now() + "windowSeconds" * interval '1 second' from ask
      on conflict (key) do update set
        granted = ${grantedOnConflict}, taken = case when r.reset_at <= now() then 0 else r.taken end + ${grantedOnConflict},
        reset_at = case when r.reset_at <= now() then excluded.reset_at else r.reset_at end
      returning key, granted, taken, (extract(epoch from reset_at - now()) * 1000)::int as "msLeft",
        (${RESET_AT})::float8 as "resetAt"`
  )
  return new Map(rows.map(({ key, ...grant }) => [key, grant]))
}

const grantedOnConflict = sql`case when r.reset_at <= now() then excluded.granted
  else greatest(0, least(excluded.granted, (select "limit" from ask where ask.key = excluded.key) - r.taken)) end`

const RESET_AT = sql`extract(epoch from r.reset_at) * 1000`

/** Gives back what was drawn and not used, to the window that granted it: one that came after it takes nothing. */
export async function returnQuota(tx: Tx, tickets: ReadonlyMap<string, UnusedQuota>): Promise<void> {
  const rows = [...tickets].map(([key, held]) => ({ key, ...held }))
  await tx.execute(sql`
    update rate_limits as r set taken = greatest(0, r.taken - back.count)
    from json_to_recordset(${JSON.stringify(rows)}::json) as back (key text, count int, "resetAt" bigint)
    where r.key = back.key and ${RESET_AT} = back."resetAt" and r.reset_at > now()`)
}

export async function deleteExpiredWindows(tx: Tx, { before: now }: { before: Date }): Promise<undefined> {
  await tx.delete(rateLimits).where(lt(rateLimits.resetAt, now))
}
