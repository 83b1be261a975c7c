// Waivers: which one applies, and how they are granted, revoked and expired.

import type { Deps } from '#deps.js'
import { parseFutureMoment } from '#domain/time/moment.js'
import {
  findScopeFault,
  mostSpecificWaiver,
  talliesOfWaiver,
  type WaiverSubject,
  waiverSubjectOf
} from '#domain/waivers/waivers.js'
import { invalidParameter, repoNotFound } from '#errors/errors.js'
import { waiverNotFound, waiverUnknown } from '#errors/waivers.js'
import type { Paging } from '#schemas/common.js'
import type { Waivable } from '#schemas/configuration/pillars.js'
import type {
  GrantedWaiver,
  WAIVER_SOURCES,
  Waiver,
  WaiverBody,
  WaiverCheck,
  WaiverQuery,
  WaiverQuestion
} from '#schemas/waivers/waivers.js'
import { changeTallied } from '#store/counters/tallies.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { repositoryByFullName } from '#store/mirror/repositories.js'
import type { Db, Tx } from '#store/sql/database.js'
import type { JsonPage } from '#store/sql/list.js'
import { waiversPage } from '#store/waivers/lists.js'
import {
  type CandidateWaiver,
  candidateWaivers,
  endWaiver,
  expireWaivers,
  insertWaiver,
  repositoriesWithExpired,
  shownWaiver,
  waiverOfId
} from '#store/waivers/waivers.js'
import type { Caller } from '../accounts/sessions.js'
import { recordExpiredWaivers, recordWaiverChange, type WaiverChange } from './evidence.js'

export interface WaiverSearch extends WaiverSubject {
  repoId: number
  pillar: Waivable
  at: Date
}

/**
 * The waiver that exempts a subject from a pillar. Throws if the lookup fails, because a failed lookup is no exemption.
 */
export async function findWaiver(db: Db | Tx, search: WaiverSearch): Promise<CandidateWaiver | undefined> {
  return mostSpecificWaiver(await candidateWaivers(db, search, search.at), search)
}

export async function loadWaiverPage(
  { db, now }: Deps,
  query: WaiverQuery,
  paging: Paging
): Promise<JsonPage<Waiver>> {
  const within =
    query.repo === undefined ? {} : { repoId: (await repositoryByFullName(db, query.repo)).repoId }
  return waiversPage(db, { query, ...within, now: now() }, paging)
}

export async function checkForWaiver({ db, now }: Deps, question: WaiverQuestion): Promise<WaiverCheck> {
  const { repo, pillar, scope = 'repo', scope_value = null } = question
  const fault = findScopeFault('scope_value', scope, scope_value)
  if (fault) throw fault
  const at = now()
  const { repoId } = await repositoryByFullName(db, repo)
  const found = await findWaiver(db, { repoId, pillar, ...waiverSubjectOf(scope, scope_value), at })
  const waiver = found && (await waiverOfId(db, found.id, at))
  return { waived: waiver !== undefined, waiver: waiver ?? null }
}

export async function grantWaiver(deps: Deps, caller: Caller, body: WaiverBody): Promise<GrantedWaiver> {
  const source = caller.method === 'session' ? 'dashboard' : 'api'
  const grant = await prepareWaiver(deps, { principal: caller.principal, source, commentUrl: null }, body)
  const id = await deps.transaction(grant)
  return { data: await loadWaiver(deps, id, deps.now()) }
}

/** Who grants a waiver, and how. */
export interface Grantor {
  principal: string
  source: (typeof WAIVER_SOURCES)[number]
  commentUrl: string | null
}

/** The change returns the id of the waiver. */
export async function prepareWaiver(
  deps: Deps,
  { principal, source, commentUrl }: Grantor,
  body: WaiverBody
): Promise<(tx: Tx) => Promise<number>> {
  const { repo, pillar, scope = 'repo', scope_value: scopeValue = null, granted_by: grantedBy } = body
  const at = deps.now()
  const fault = findScopeFault('/scope_value', scope, scopeValue)
  if (fault) throw fault
  const reason = body.reason.trim()
  if (reason === '') throw invalidParameter('/reason', 'must not be blank', 'invalid_field')
  const expiresAt = parseFutureMoment('/expires_at', body.expires_at ?? null, at)
  const { repoId, fullName } = await repositoryByFullName(deps.db, repo)
  return async (tx) => {
    // The repository is locked first, as by every writer of its tallies.
    const held = await lockRepository(tx, repoId)
    if (!held?.live) throw repoNotFound(fullName)
    const waiver = { repoId, pillar, scope, scopeValue, reason, grantedBy, createdAt: at, expiresAt }
    let waiverId = 0
    await changeTallied(tx, async (tallied) => {
      waiverId = await insertWaiver(tallied, {
        ...waiver,
        grantedPrincipal: principal,
        source,
        commentUrl,
        live: true
      })
      return [{ repoId, tallies: talliesOfWaiver('granted', waiver) }]
    })
    const by = { principal, name: grantedBy }
    await recordWaiverChange(tx, { ...waiver, id: waiverId }, { status: 'active', repo: fullName, by, at })
    return waiverId
  }
}

/** Also one that has ended. */
export async function showWaiver({ db, now }: Deps, id: number): Promise<Waiver> {
  const waiver = await shownWaiver(db, id, now())
  if (!waiver) throw waiverUnknown(id)
  return waiver
}

async function loadWaiver(deps: Deps, id: number, at: Date): Promise<Waiver> {
  const waiver = await waiverOfId(deps.db, id, at)
  if (!waiver) throw new Error('the waiver has no row')
  return waiver
}

export interface Revoker {
  caller: Caller
  /** The name given in the request. */
  name: string | undefined
}

export async function revokeWaiver(
  deps: Deps,
  id: number,
  { caller, name }: Revoker
): Promise<GrantedWaiver> {
  const by = { principal: caller.principal, name: name ?? caller.principal }
  await deps.transaction((tx) => endWaiverBy(deps, tx, id, by))
  return { data: await loadWaiver(deps, id, deps.now()) }
}

/** `within`: only a waiver of this repository. */
export async function endWaiverBy(
  { now }: Deps,
  tx: Tx,
  id: number,
  { within, ...by }: WaiverChange['by'] & { within?: number }
): Promise<void> {
  const at = now()
  const known = await waiverOfId(tx, id, at)
  const isMeant = known?.active === true && (within === undefined || known.repo_id === within)
  if (!isMeant) throw waiverNotFound(id)
  const repo = await lockRepositoryOf(tx, known, at)
  await changeTallied(tx, async (tallied) => {
    const ended = await endWaiver(tallied, id, { at, revokedBy: by.name, revokedPrincipal: by.principal })
    if (!ended) throw waiverNotFound(id)
    await recordWaiverChange(tx, ended, { status: 'revoked', repo, by, at })
    return [{ repoId: ended.repoId, tallies: talliesOfWaiver('revoked', ended) }]
  })
}

/** Returns the name of the locked repository; a merge may have moved the waiver to another one in the meantime. */
async function lockRepositoryOf(tx: Tx, known: Waiver, at: Date): Promise<string> {
  await lockRepository(tx, known.repo_id)
  const held = await waiverOfId(tx, known.id, at)
  if (!held) throw waiverNotFound(known.id)
  return held.repo_id === known.repo_id ? held.repo_full_name : lockRepositoryOf(tx, held, at)
}

const EXPIRED_AT_ONCE = 200

/** Records due expirations one repository at a time, so that no two are locked together. */
export async function expireWaiversDue(deps: Deps): Promise<void> {
  const at = deps.now()
  for (;;) {
    const repoIds = await repositoriesWithExpired(deps.db, at, EXPIRED_AT_ONCE)
    if (repoIds.length === 0) return
    for (const repoId of repoIds) await deps.transaction((tx) => expireIn(tx, repoId, at))
  }
}

async function expireIn(tx: Tx, repoId: number, at: Date): Promise<void> {
  await lockRepository(tx, repoId)
  await changeTallied(tx, async (tallied) => {
    const ended = await expireWaivers(tallied, repoId, { at, most: EXPIRED_AT_ONCE })
    await recordExpiredWaivers(tx, ended)
    return [{ repoId, tallies: ended.flatMap((waiver) => talliesOfWaiver('expired', waiver)) }]
  })
}
