// Feedback rules. Only `postingOf` reads the secrets.
import { and, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Paging } from '#schemas/common.js'
import { FEEDBACK_CHANNELS, type FeedbackChannel, type FeedbackEventType } from '#schemas/feedback/enums.js'
import type { FeedbackRule, FeedbackRuleQuery } from '#schemas/feedback/rules.js'
import { feedbackDeliveries } from '#tables/feedback/feedback-deliveries.js'
import { feedbackRules, feedbackSums } from '#tables/feedback/feedback-rules.js'
import { installations } from '#tables/mirror/installations.js'
import { type Db, parseJson, precompiled, rowsOf, type Tx, utc, utcColumns } from '../sql/database.js'
import { countOf, type JsonPage, listedRows, pageText } from '../sql/list.js'
import { numberKey, orderOn } from '../sql/order.js'

const t = alias(feedbackRules, 't')
const i = alias(installations, 'i')
const d = alias(feedbackDeliveries, 'd')
const s = alias(feedbackSums, 's')

export type FeedbackRuleFields = Omit<typeof feedbackRules.$inferSelect, 'id' | 'createdAt' | 'updatedAt'>

/** A rule without its secrets. */
const VISIBLE = {
  id: feedbackRules.id,
  installationId: feedbackRules.installationId,
  name: feedbackRules.name,
  eventType: feedbackRules.eventType,
  repoFilter: feedbackRules.repoFilter,
  postPrComment: feedbackRules.postPrComment,
  slackWebhook: feedbackRules.slackWebhook,
  teamsWebhook: feedbackRules.teamsWebhook,
  includeLogLink: feedbackRules.includeLogLink,
  includeDiffPreview: feedbackRules.includeDiffPreview,
  enabled: feedbackRules.enabled
}
export type FeedbackRuleRow = Omit<FeedbackRuleFields, 'slackUrl' | 'teamsUrl'> & { id: number }

const LISTED = listedRows(feedbackRules, feedbackRules.id)
const BY_NAME = orderOn(
  [
    { value: sql`${t.eventType} collate "C"`, kind: 'text' },
    { value: sql`${t.name} collate "C"`, kind: 'text' },
    numberKey(t.id)
  ],
  'asc'
)

const CHANNELS = sql.raw(FEEDBACK_CHANNELS.map((channel, at) => `('${channel}', ${at})`).join(', '))

/** The last delivery of each channel is the last entry of an index; how many there were is kept. */
const DELIVERIES = sql`(select json_agg(shown order by place) from (
    select json_build_object('channel', way, 'last_state', ${d.state}, 'last_error', ${d.lastError},
      'last_at', ${utc(sql`coalesce(${d.endedAt}, ${d.createdAt})`)},
      'sent', coalesce(${s.sent}, 0), 'failed', coalesce(${s.failed}, 0)) as shown, place
    from (values ${CHANNELS}) as ways (way, place)
    left join ${feedbackSums} s on ${s.ruleId} = ${t.id} and ${s.channel} = way
    left join lateral (select * from ${feedbackDeliveries} d
      where ${d.ruleId} = ${t.id} and ${d.channel} = way order by ${d.id} desc limit 1) d on true
  ) as each)`

const FIELDS = precompiled(sql`${t.id}, ${t.installationId},
  (select ${i.accountLogin} from ${installations} i where ${i.hostId} = ${t.installationId}) as org,
  ${t.name}, ${t.eventType}, ${t.repoFilter}, ${t.slackWebhook}, ${t.teamsWebhook}, ${t.postPrComment},
  ${t.includeLogLink}, ${t.includeDiffPreview}, ${t.enabled}, ${DELIVERIES} as deliveries,
  ${utcColumns(t.createdAt, t.updatedAt)}`)

/** There are few, so that they are counted. */
export function feedbackRulesPage(
  db: Db,
  query: FeedbackRuleQuery,
  paging: Paging
): Promise<JsonPage<FeedbackRule>> {
  const { installation_id: installationId, enabled, event_type: eventType } = query
  const where = [
    installationId !== undefined && sql`${t.installationId} = ${installationId}`,
    enabled !== undefined && sql`${t.enabled} = ${enabled}`,
    eventType !== undefined && sql`${t.eventType} collate "C" = ${eventType}`
  ].filter((condition) => condition !== false)
  const list = { listed: LISTED, fields: FIELDS, where, order: BY_NAME, total: countOf(LISTED, where) }
  return pageText(db, list, paging)
}

export async function feedbackRuleShown(tx: Tx, id: number): Promise<FeedbackRule | undefined> {
  const [row] = await rowsOf<{ rule: FeedbackRule | string }>(
    tx,
    sql`select row_to_json(found) as rule from (
        select ${FIELDS} from ${feedbackRules} t where ${t.id} = ${id}
      ) as found`
  )
  return row && parseJson(row.rule)
}

/**
 * The rules that are in force for an event in the repositories of an installation, in one order for all. None can be
 * deleted before the transaction ends, so that it may refer to them; they can be changed.
 */
export async function rulesInForce(
  tx: Tx,
  installationId: number,
  eventType: FeedbackEventType
): Promise<FeedbackRuleRow[]> {
  return tx
    .select(VISIBLE)
    .from(feedbackRules)
    .where(
      and(
        eq(feedbackRules.installationId, installationId),
        eq(feedbackRules.eventType, eventType),
        eq(feedbackRules.enabled, true)
      )
    )
    .orderBy(feedbackRules.id)
    .for('key share')
}

/** Rules of an installation are created one after the other. */
export async function lockFeedbackRules(tx: Tx, installationId: number): Promise<void> {
  await tx
    .select({ id: installations.id })
    .from(installations)
    .where(eq(installations.hostId, installationId))
    .for('update')
}

export async function countFeedbackRules(tx: Tx, installationId: number): Promise<number> {
  return tx.$count(feedbackRules, eq(feedbackRules.installationId, installationId))
}

/** Locked, so that a change sees the one before it. */
export async function lockFeedbackRule(tx: Tx, id: number): Promise<FeedbackRuleRow | undefined> {
  const [row] = await tx
    .select(VISIBLE)
    .from(feedbackRules)
    .where(eq(feedbackRules.id, id))
    .for('no key update')
  return row
}

/** The ends of a rule's deliveries follow one another; returns those rules that are not gone. */
export async function holdFeedbackRules(tx: Tx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const held = await tx
    .select({ id: feedbackRules.id })
    .from(feedbackRules)
    .where(inArray(feedbackRules.id, [...new Set(ids)]))
    .orderBy(feedbackRules.id)
    .for('no key update')
  return new Set(held.map(({ id }) => id))
}

export async function insertFeedbackRule(tx: Tx, fields: FeedbackRuleFields, at: Date): Promise<number> {
  const [row] = await tx
    .insert(feedbackRules)
    .values({ ...fields, createdAt: at, updatedAt: at })
    .returning({ id: feedbackRules.id })
  if (!row) throw new Error('an insert gives its row')
  return row.id
}

export async function updateFeedbackRule(
  tx: Tx,
  id: number,
  fields: Partial<FeedbackRuleFields>,
  at: Date
): Promise<void> {
  await tx
    .update(feedbackRules)
    .set({ ...fields, updatedAt: at })
    .where(eq(feedbackRules.id, id))
}

/** With its deliveries. */
export async function deleteFeedbackRuleRow(tx: Tx, id: number): Promise<void> {
  await tx.delete(feedbackRules).where(eq(feedbackRules.id, id))
}

export interface RulePosting extends Pick<FeedbackRuleFields, 'includeLogLink' | 'includeDiffPreview'> {
  /** A secret: for the job that posts, and nobody else. Null if the rule has none. */
  url: string | null
}

/** Where messages of a rule go, and what they show; undefined if the rule is gone. */
export async function postingOf(
  db: Db,
  ruleId: number,
  channel: Exclude<FeedbackChannel, 'pr_comment'>
): Promise<RulePosting | undefined> {
  const { id, slackUrl, teamsUrl, includeLogLink, includeDiffPreview } = feedbackRules
  const [row] = await db
    .select({ url: channel === 'slack' ? slackUrl : teamsUrl, includeLogLink, includeDiffPreview })
    .from(feedbackRules)
    .where(eq(id, ruleId))
  return row
}
