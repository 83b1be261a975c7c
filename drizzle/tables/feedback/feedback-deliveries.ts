import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  check,
  foreignKey,
  index,
  integer,
  json,
  pgTable,
  smallint,
  text,
  unique
} from 'drizzle-orm/pg-core'
import type { JsonObject } from '../../../schemas/common.js'
import { FEEDBACK_CHANNELS, FEEDBACK_EVENTS, FEEDBACK_STATES } from '../../../schemas/feedback/enums.js'
import { instant, isOneOf } from '../columns.js'
import { repositories } from '../mirror/repositories.js'
import { feedbackRules } from './feedback-rules.js'

/** What rules send word of: each thing once for each rule and channel. */
export const feedbackDeliveries = pgTable(
  'feedback_deliveries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    ruleId: bigint('rule_id', { mode: 'number' }).notNull(),
    eventType: text('event_type', { enum: FEEDBACK_EVENTS }).notNull(),
    /** What it is word of, as its sender names it. */
    subject: text('subject').notNull(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    prNumber: integer('pr_number'),
    channel: text('channel', { enum: FEEDBACK_CHANNELS }).notNull(),
    state: text('state', { enum: FEEDBACK_STATES }).notNull(),
    attempts: smallint('attempts').notNull(),
    /** In plain words, without the URL. */
    lastError: text('last_error'),
    /** What the message says; null for comments, whose action holds it. */
    data: json('data').$type<JsonObject>(),
    /** Of a comment: not a foreign key, because deliveries may outlive their action. */
    actionId: bigint('action_id', { mode: 'number' }),
    /** While a worker sends it. */
    leasedUntil: instant('leased_until'),
    createdAt: instant('created_at').notNull(),
    /** When it was sent, failed or was skipped. */
    endedAt: instant('ended_at'),
    sentAt: instant('sent_at')
  },
  (table) => [
    unique('feedback_deliveries_key').on(
      table.repoId,
      table.ruleId,
      table.eventType,
      table.subject,
      table.channel
    ),
    check('feedback_deliveries_event_type_check', isOneOf(table.eventType, FEEDBACK_EVENTS)),
    check('feedback_deliveries_channel_check', isOneOf(table.channel, FEEDBACK_CHANNELS)),
    check('feedback_deliveries_state_check', isOneOf(table.state, FEEDBACK_STATES)),
    check('feedback_deliveries_ended_check', sql`(${table.state} = 'queued') = (${table.endedAt} is null)`),
    check('feedback_deliveries_sent_check', sql`(${table.state} = 'sent') = (${table.sentAt} is not null)`),
    foreignKey({
      name: 'feedback_deliveries_rule_id_fkey',
      columns: [table.ruleId],
      foreignColumns: [feedbackRules.id]
    }).onDelete('cascade'),
    foreignKey({
      name: 'feedback_deliveries_repo_id_fkey',
      columns: [table.repoId],
      foreignColumns: [repositories.hostId]
    }),
    index('feedback_deliveries_last_idx').on(table.ruleId, table.channel, table.id),
    index('feedback_deliveries_action_idx').on(table.actionId).where(sql`action_id is not null`),
    index('feedback_deliveries_age_idx').on(table.createdAt)
  ]
)
