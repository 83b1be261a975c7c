import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text
} from 'drizzle-orm/pg-core'
import { FEEDBACK_CHANNELS, FEEDBACK_EVENTS } from '../../../schemas/feedback/enums.js'
import { instant, isOneOf } from '../columns.js'
import { installations } from '../mirror/installations.js'

/** Who hears of what happens in the repositories of an installation. */
export const feedbackRules = pgTable(
  'feedback_rules',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    installationId: bigint('installation_id', { mode: 'number' }).notNull(),
    name: text('name').notNull(),
    eventType: text('event_type', { enum: FEEDBACK_EVENTS }).notNull(),
    repoFilter: text('repo_filter'),
    postPrComment: boolean('post_pr_comment').notNull(),
    /** Secrets: only the job that posts reads them. */
    slackUrl: text('slack_url'),
    teamsUrl: text('teams_url'),
    /** What may be shown of them. */
    slackWebhook: text('slack_webhook'),
    teamsWebhook: text('teams_webhook'),
    includeLogLink: boolean('include_log_link').notNull(),
    includeDiffPreview: boolean('include_diff_preview').notNull(),
    enabled: boolean('enabled').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull()
  },
  (table) => [
    check('feedback_rules_event_type_check', isOneOf(table.eventType, FEEDBACK_EVENTS)),
    check(
      'feedback_rules_channel_check',
      sql`${table.postPrComment} or ${table.slackUrl} is not null or ${table.teamsUrl} is not null`
    ),
    foreignKey({
      name: 'feedback_rules_installation_id_fkey',
      columns: [table.installationId],
      foreignColumns: [installations.hostId]
    }),
    index('feedback_rules_order_idx').on(
      sql`${table.eventType} collate "C"`,
      sql`${table.name} collate "C"`,
      table.id
    ),
    index('feedback_rules_event_idx').on(table.installationId, table.eventType).where(sql`enabled`)
  ]
)

/** How many deliveries of a rule over a channel were made and failed; updated by the transactions that end them. */
export const feedbackSums = pgTable(
  'feedback_sums',
  {
    ruleId: bigint('rule_id', { mode: 'number' }).notNull(),
    channel: text('channel', { enum: FEEDBACK_CHANNELS }).notNull(),
    sent: bigint('sent', { mode: 'number' }).notNull(),
    failed: bigint('failed', { mode: 'number' }).notNull()
  },
  (table) => [
    primaryKey({ name: 'feedback_sums_pkey', columns: [table.ruleId, table.channel] }),
    foreignKey({
      name: 'feedback_sums_rule_id_fkey',
      columns: [table.ruleId],
      foreignColumns: [feedbackRules.id]
    }).onDelete('cascade')
  ]
)
