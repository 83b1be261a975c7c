// Dashboard sessions, identified by the SHA-256 of the token in their cookie.
import { and, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { sessions } from '#tables/accounts/sessions.js'
import type { Db, Tx } from '../sql/database.js'

export type SessionRow = typeof sessions.$inferSelect

export async function saveSession(tx: Tx, session: SessionRow): Promise<void> {
  await tx.insert(sessions).values(session)
}

/** Extends a live session; one that was revoked in the meantime stays deleted. */
export async function extendSession(tx: Tx, session: SessionRow): Promise<void> {
  const { tokenSha256, lastSeenAt, expiresAt } = session
  await tx.update(sessions).set({ lastSeenAt, expiresAt }).where(eq(sessions.tokenSha256, tokenSha256))
}

export async function sessionByToken(
  db: Db,
  tokenSha256: string,
  now: Date
): Promise<SessionRow | undefined> {
  const [found] = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.tokenSha256, tokenSha256), gt(sessions.expiresAt, now)))
  return found
}

/** Those that are live. */
export async function sessionsByTokens(
  db: Db,
  tokens: string[],
  now: Date
): Promise<Pick<SessionRow, 'tokenSha256' | 'keyId'>[]> {
  const { tokenSha256, keyId, expiresAt } = sessions
  return db
    .select({ tokenSha256, keyId })
    .from(sessions)
    .where(and(inArray(tokenSha256, tokens), gt(expiresAt, now)))
}

const MOST_SESSIONS = 100

/** The live sessions of a principal's keys, the last used first. */
export async function sessionsOf(db: Db, keyIds: string[], now: Date): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(and(inArray(sessions.keyId, keyIds), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(MOST_SESSIONS)
}

export async function deleteSession(tx: Tx, tokenSha256: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.tokenSha256, tokenSha256))
}

/** Deletes the sessions of these keys whose hash begins so, and tells whether there was one. */
export async function deleteSessionNamed(
  tx: Tx,
  keyIds: string[],
  name: string
): Promise<SessionRow | undefined> {
  const isNamed = sql`left(${sessions.tokenSha256}, ${name.length}::int) = ${name}`
  const [ended] = await tx
    .delete(sessions)
    .where(and(inArray(sessions.keyId, keyIds), isNamed))
    .returning()
  return ended
}

export async function deleteSessionsOf(tx: Tx, keyIds: string[]): Promise<void> {
  await tx.delete(sessions).where(inArray(sessions.keyId, keyIds))
}

export async function deleteExpiredSessions(tx: Tx, { before: now }: { before: Date }): Promise<undefined> {
  await tx.delete(sessions).where(lt(sessions.expiresAt, now))
}
