// Dashboard sessions: open, extend, close and show them.
import { createHash } from 'node:crypto'
import type { Deps } from '#deps.js'
import { DAY_MS, MINUTE_MS } from '#domain/time/durations.js'
import { sessionNotFound } from '#errors/accounts.js'
import { type Identity, SESSION_ID_LENGTH, type Session } from '#schemas/accounts/auth.js'
import {
  deleteSession,
  deleteSessionNamed,
  deleteSessionsOf,
  extendSession,
  type SessionRow,
  saveSession,
  sessionByToken,
  sessionsByTokens,
  sessionsOf
} from '#store/accounts/sessions.js'
import { recordAudit } from '../audit/record.js'

export const SESSION_TTL_MS = 7 * DAY_MS
const SESSION_CAP_MS = 30 * DAY_MS
/** A session in steady use is written once per minute, not once per request. */
const SEEN_EVERY_MS = MINUTE_MS

export interface Caller {
  method: 'session' | 'api_key'
  principal: string
  session: SessionRow | null
}

export interface SessionLogin {
  principal: string
  keyId: string
  ip: string | null
  userAgent: string | null
}

function sessionNameOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

export async function openSession(deps: Deps, token: string, login: SessionLogin): Promise<void> {
  const now = deps.now()
  const tokenSha256 = sessionNameOf(token)
  const { principal, keyId, ip, userAgent } = login
  const times = { createdAt: now, lastSeenAt: now, expiresAt: expiryOf(now, now) }
  await deps.transaction(async (tx) => {
    await saveSession(tx, { principal, keyId, ip, userAgent, tokenSha256, ...times })
    const payload = { address: ip, session: shownName(tokenSha256) }
    await recordAudit(tx, { ...accessBy(principal), eventType: 'login', payload, occurredAt: now })
  })
}

function accessBy(principal: string) {
  return { category: 'config_change', actor: principal, actorType: 'human', repo: null } as const
}

function expiryOf(createdAt: Date, usedAt: Date): Date {
  return new Date(Math.min(usedAt.getTime() + SESSION_TTL_MS, createdAt.getTime() + SESSION_CAP_MS))
}

/** Returns the session of a token while it has not expired and its key is still valid. */
export async function liveSession(deps: Deps, token: string): Promise<SessionRow | undefined> {
  const session = await sessionByToken(deps.db, sessionNameOf(token), deps.now())
  const key = session && deps.keys.byId(session.keyId)
  // The label of the key may have changed since the login.
  return key && { ...session, principal: key.label }
}

/** Which of these are still live, by the hash of the token. */
export async function liveSessionsAmong(
  { db, keys, now }: Pick<Deps, 'db' | 'keys' | 'now'>,
  held: readonly SessionRow[]
): Promise<Set<string>> {
  const tokens = [...new Set(held.map(({ tokenSha256 }) => tokenSha256))]
  const rows = await sessionsByTokens(db, tokens, now())
  return new Set(rows.filter(({ keyId }) => keys.byId(keyId)).map(({ tokenSha256 }) => tokenSha256))
}

/** Extends a session that is in use. */
export async function touchSession(deps: Deps, session: SessionRow): Promise<SessionRow> {
  const now = deps.now()
  if (now.getTime() - session.lastSeenAt.getTime() < SEEN_EVERY_MS) return session
  const touched = { ...session, lastSeenAt: now, expiresAt: expiryOf(session.createdAt, now) }
  await deps.transaction((tx) => extendSession(tx, touched))
  return touched
}

export async function closeSession(deps: Deps, token: string): Promise<void> {
  await deps.transaction((tx) => deleteSession(tx, sessionNameOf(token)))
}

export async function closeAllSessions(deps: Deps, principal: string): Promise<void> {
  await deps.transaction(async (tx) => {
    await deleteSessionsOf(tx, deps.keys.idsOf(principal))
    const entry = { ...accessBy(principal), eventType: 'logout_everywhere', payload: {} }
    await recordAudit(tx, { ...entry, occurredAt: deps.now() })
  })
}

/** Ends one session of the caller's principal, by its public id. Tells whether it was the caller's own. */
export async function endSession(deps: Deps, { principal, session }: Caller, id: string): Promise<boolean> {
  const ended = await deps.transaction(async (tx) => {
    const row = await deleteSessionNamed(tx, deps.keys.idsOf(principal), id)
    if (!row) throw sessionNotFound(id)
    const payload = { session: id, address: row.ip }
    const entry = { ...accessBy(principal), eventType: 'session_ended', payload }
    await recordAudit(tx, { ...entry, occurredAt: deps.now() })
    return row
  })
  return ended.tokenSha256 === session?.tokenSha256
}

export async function loadIdentity(deps: Deps, caller: Caller): Promise<Identity> {
  const { method, principal, session } = caller
  if (!session) return { authenticated: true, method, principal, session: null, sessions: [] }
  const rows = await sessionsOf(deps.db, deps.keys.idsOf(principal), deps.now())
  const shown = (row: SessionRow) => shownSession(row, row.tokenSha256 === session.tokenSha256)
  return { authenticated: true, method, principal, session: shown(session), sessions: rows.map(shown) }
}

/** Enough of the hash to tell sessions apart, too little to impersonate one. */
const shownName = (tokenSha256: string) => tokenSha256.slice(0, SESSION_ID_LENGTH)

function shownSession(row: SessionRow, current: boolean): Session {
  return {
    id: shownName(row.tokenSha256),
    created: row.createdAt.toISOString(),
    last_seen: row.lastSeenAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    ip: row.ip,
    user_agent: row.userAgent,
    current
  }
}
