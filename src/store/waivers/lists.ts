// Lists of waivers, with totals from counters where possible.

import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { waiverMeasure } from '#domain/waivers/waivers.js'
import type { Paging } from '#schemas/common.js'
import type { Waiver, WaiverQuery, WaiverStatus, WaiverSum } from '#schemas/waivers/waivers.js'
import { tallies } from '#tables/mirror/tallies.js'
import { waivers } from '#tables/waivers/waivers.js'
import { ofFleet, totalSum } from '../counters/tallies.js'
import { type Db, momentOf } from '../sql/database.js'
import { countOf, type JsonPage, liveRowsOfRepositories, pageText } from '../sql/list.js'
import { newestFirst } from '../sql/order.js'
import { searchTexts } from '../sql/search.js'
import { soonAfter, waiverFields, waiverHoldsAt } from './waivers.js'

const t = alias(waivers, 't')

const WAIVERS = liveRowsOfRepositories(waivers)
const BY_AGE = newestFirst(t)

export interface WaiverList {
  query: WaiverQuery
  repoId?: number
  now: Date
}

export function waiversPage(db: Db, list: WaiverList, paging: Paging): Promise<JsonPage<Waiver>> {
  const { query, now } = list
  const kind = statusFilterOf(query)
  const where = [...ofSubject(list), ...kind.where(now)]
  const total = query.granted_by === undefined ? totalOf(list, kind) : countOf(WAIVERS, where)
  const texts = searchTexts([t.reason, query.q])
  const fields = waiverFields(now)
  return pageText(db, { listed: WAIVERS, fields, where, order: BY_AGE, total, texts }, paging)
}

function ofSubject({ query: { pillar, scope, granted_by }, repoId }: WaiverList): SQL[] {
  return [
    repoId !== undefined && sql`${t.repoId} = ${repoId}`,
    pillar !== undefined && sql`${t.pillar} = ${pillar}`,
    scope !== undefined && sql`${t.scope} = ${scope}`,
    granted_by !== undefined && sql`${t.grantedBy} = ${granted_by}`
  ].filter((condition) => condition !== false)
}

/** Waivers without counters, few at any time: those that end soon, and those whose end is not recorded yet. */
type UnsummedPart = 'ending' | 'overdue'

interface StatusFilter {
  where(now: Date): SQL[]
  /** The parts that are added to its total, and those that are subtracted. */
  plus: readonly (WaiverSum | UnsummedPart)[]
  minus: readonly (WaiverSum | UnsummedPart)[]
}

const endsBy = (moment: Date) => sql`${t.expiresAt} <= ${momentOf(moment)}`

const all: StatusFilter = { where: () => [], plus: ['granted'], minus: [] }
const holding: StatusFilter = {
  where: (now) => [waiverHoldsAt(now)],
  plus: ['granted'],
  minus: ['revoked', 'expired', 'overdue']
}
const none: StatusFilter = { where: () => [sql`false`], plus: [], minus: [] }
const ofStatus: Record<WaiverStatus, StatusFilter> = {
  active: {
    where: (now) => [waiverHoldsAt(soonAfter(now))],
    plus: ['granted'],
    minus: ['revoked', 'expired', 'overdue', 'ending']
  },
  expiring: { where: (now) => [waiverHoldsAt(now), endsBy(soonAfter(now))], plus: ['ending'], minus: [] },
  expired: {
    where: (now) => [sql`${t.revokedAt} is null and ${t.expiresAt} is not null`, endsBy(now)],
    plus: ['expired', 'overdue'],
    minus: []
  },
  revoked: { where: () => [sql`${t.revokedAt} is not null`], plus: ['revoked'], minus: [] }
}

function statusFilterOf({ active = false, status = 'all' }: WaiverQuery): StatusFilter {
  if (status === 'all') return active ? holding : all
  const hasEnded = status === 'expired' || status === 'revoked'
  return active && hasEnded ? none : ofStatus[status]
}

function totalOf(list: WaiverList, { plus, minus }: StatusFilter): SQL {
  const signed = [
    ...plus.map((part) => sql`+ (${amountOf(part, list)})`),
    ...minus.map((part) => sql`- (${amountOf(part, list)})`)
  ]
  return sql`select 0 ${sql.join(signed, sql` `)}`
}

function amountOf(part: WaiverSum | UnsummedPart, list: WaiverList): SQL {
  const { query, repoId, now } = list
  if (part === 'overdue') return countOf(WAIVERS, [...ofSubject(list), sql`${t.active}`, endsBy(now)])
  if (part === 'ending') return countOf(WAIVERS, [...ofSubject(list), ...ofStatus.expiring.where(now)])
  return totalSum(repoId === undefined ? ofFleet : sql`${tallies.repoId} = ${repoId}`, [
    waiverMeasure(part, query)
  ])
}
