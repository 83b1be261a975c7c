// The rows of waivers.
import { and, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { DAY_MS } from '#domain/time/durations.js'
import type { Waivable } from '#schemas/configuration/pillars.js'
import { EXPIRING_DAYS, type Waiver, type WaiverScope } from '#schemas/waivers/waivers.js'
import { repositories } from '#tables/mirror/repositories.js'
import { waivers } from '#tables/waivers/waivers.js'
import type { TalliedTx } from '../counters/tallies.js'
import { type Db, momentOf, rowsOf, type Tx, utc } from '../sql/database.js'

const t = alias(waivers, 't')
const r = alias(repositories, 'r')

/** A waiver that ends before this moment expires soon. */
export const soonAfter = (now: Date) => new Date(now.getTime() + EXPIRING_DAYS * DAY_MS)

/** Whether a waiver `t` is in force. The times decide, so that it ends in time even if that is recorded later. */
export function waiverHoldsAt(at: Date): SQL {
  return sql`(${t.active} and (${t.expiresAt} is null or ${t.expiresAt} > ${momentOf(at)}))`
}

/** A waiver `t` of a repository `r` as the API shows it. */
export function waiverFields(now: Date): SQL {
  const at = momentOf(now)
  return sql`${t.id}::float8 as id, ${t.repoId}::float8 as repo_id, ${r.fullName} as repo_full_name, ${t.pillar},
    ${t.scope}, ${t.scopeValue}, ${t.reason}, ${t.grantedBy}, ${t.grantedPrincipal}, ${t.source}, ${t.commentUrl},
      ${waiverHoldsAt(now)} as active,
    case when ${t.revokedAt} is not null then 'revoked' when ${t.expiresAt} <= ${at} then 'expired'
      when ${t.expiresAt} <= ${momentOf(soonAfter(now))} then 'expiring' else 'active' end as status,
    ${utc(t.createdAt)} as created_at, ${utc(t.expiresAt)} as expires_at,
    case when ${t.revokedAt} is null and ${t.expiresAt} <= ${at} then ${utc(t.expiresAt)} end as expired_at,
    ${utc(t.revokedAt)} as revoked_at, ${t.revokedBy}, ${t.revokedPrincipal}, ${t.uses},
    ${utc(t.lastUsedAt)} as last_used_at`
}

/** One that lists show. */
export function shownWaiver(db: Db, id: number, now: Date): Promise<Waiver | undefined> {
  return oneWaiver(db, now, sql`${t.id} = ${id} and ${t.live}`)
}

export function waiverOfId(db: Db | Tx, id: number, now: Date): Promise<Waiver | undefined> {
  return oneWaiver(db, now, sql`${t.id} = ${id}`)
}

async function oneWaiver(db: Db | Tx, now: Date, which: SQL): Promise<Waiver | undefined> {
  const [found] = await rowsOf<Waiver>(
    db,
    sql`select ${waiverFields(now)} from ${waivers} t join ${repositories} r on ${r.hostId} = ${t.repoId}
      where ${which}`
  )
  return found
}

export interface CandidateWaiver {
  id: number
  scope: WaiverScope
  scopeValue: string | null
  reason: string
  expiresAt: Date | null
}

export interface WaiverLookup {
  repoId: number
  pillar: Waivable
  issue?: number
  pr?: number
}

/** All waivers in force that may apply; those of other issues and pull requests are omitted. */
export async function candidateWaivers(
  db: Db | Tx,
  { repoId, pillar, issue, pr }: WaiverLookup,
  at: Date
): Promise<CandidateWaiver[]> {
  const { id, scope, scopeValue, reason, expiresAt } = waivers
  const numbered = (word: WaiverScope, number: number | undefined) =>
    number === undefined ? undefined : and(eq(scope, word), eq(scopeValue, String(number)))
  return db
    .select({ id, scope, scopeValue, reason, expiresAt })
    .from(waivers)
    .where(
      and(
        eq(waivers.repoId, repoId),
        eq(waivers.pillar, pillar),
        eq(waivers.active, true),
        or(isNull(expiresAt), gt(expiresAt, at)),
        or(eq(scope, 'repo'), eq(scope, 'branch'), numbered('issue', issue), numbered('pr', pr))
      )
    )
}

/** Counts the use of a waiver. */
export async function countWaiverUse(tx: Tx, waiverId: number, at: Date): Promise<void> {
  const lastUsedAt = sql`greatest(${waivers.lastUsedAt}, ${momentOf(at)})`
  await tx
    .update(waivers)
    .set({ uses: sql`${waivers.uses} + 1`, lastUsedAt })
    .where(eq(waivers.id, waiverId))
}

export type NewWaiver = Omit<typeof waivers.$inferInsert, 'id' | 'active' | 'uses'>

export async function insertWaiver(tx: TalliedTx, waiver: NewWaiver): Promise<number> {
  const [row] = await tx
    .insert(waivers)
    .values({ ...waiver, active: true })
    .returning({ id: waivers.id })
  if (!row) throw new Error('an insert gives its row')
  return row.id
}

/** The reported properties of an ended waiver. */
export type EndedWaiver = Pick<
  typeof waivers.$inferSelect,
  'id' | 'repoId' | 'pillar' | 'scope' | 'scopeValue' | 'reason' | 'createdAt' | 'expiresAt'
>

const ENDED_COLUMNS = {
  id: waivers.id,
  repoId: waivers.repoId,
  pillar: waivers.pillar,
  scope: waivers.scope,
  scopeValue: waivers.scopeValue,
  reason: waivers.reason,
  createdAt: waivers.createdAt,
  expiresAt: waivers.expiresAt
}

export interface Revocation {
  at: Date
  revokedBy: string
  revokedPrincipal: string
}

/** Revokes a waiver; undefined if it is not in force. */
export async function endWaiver(
  tx: TalliedTx,
  id: number,
  { at, ...who }: Revocation
): Promise<EndedWaiver | undefined> {
  const [row] = await tx
    .update(waivers)
    .set({ ...who, active: false, revokedAt: at })
    .where(
      and(
        eq(waivers.id, id),
        eq(waivers.active, true),
        or(isNull(waivers.expiresAt), gt(waivers.expiresAt, at))
      )
    )
    .returning(ENDED_COLUMNS)
  return row
}

const hasExpired = (at: Date) => and(sql`${waivers.active}`, lte(waivers.expiresAt, at))

/** Repositories with expired waivers whose end is not recorded. */
export async function repositoriesWithExpired(db: Db, at: Date, most: number): Promise<number[]> {
  const expired = db
    .select({ repoId: waivers.repoId })
    .from(waivers)
    .where(hasExpired(at))
    .orderBy(waivers.expiresAt)
    .limit(most)
    .as('expired')
  const rows = await db.selectDistinct({ repoId: expired.repoId }).from(expired).orderBy(expired.repoId)
  return rows.map(({ repoId }) => repoId)
}

/** Records the ends of expired waivers, with the time at which each expired. */
export async function expireWaivers(
  tx: TalliedTx,
  repoId: number,
  { at, most }: { at: Date; most: number }
): Promise<EndedWaiver[]> {
  const expired = tx
    .select({ id: waivers.id })
    .from(waivers)
    .where(and(eq(waivers.repoId, repoId), hasExpired(at)))
    .orderBy(waivers.id)
    .limit(most)
  return tx
    .update(waivers)
    .set({ active: false, expiredAt: sql`${waivers.expiresAt}` })
    .where(inArray(waivers.id, expired))
    .returning(ENDED_COLUMNS)
}
