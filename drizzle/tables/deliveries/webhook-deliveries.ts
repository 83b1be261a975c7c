import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uuid
} from 'drizzle-orm/pg-core'
import { type Correction, DELIVERY_STATES } from '../../../schemas/deliveries/deliveries.js'
import { instant, isOneOf } from '../columns.js'

/** One row per delivery id, written before the sender gets its reply. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    deliveryId: text('delivery_id').notNull(),
    eventName: text('event_name').notNull(),
    action: text('action'),
    repo: text('repo'),
    repoId: bigint('repo_id', { mode: 'number' }),
    installationId: bigint('installation_id', { mode: 'number' }),
    /** The subject: deliveries of one entity are handled one after another, in the order of their ids. */
    entity: text('entity'),
    state: text('state', { enum: DELIVERY_STATES }).notNull(),
    error: text('error'),
    attempts: integer('attempts').notNull().default(0),
    /** Failed attempts since it was last queued. Deliveries with fewer failures do not wait for it. */
    tries: integer('tries').notNull().default(0),
    /** Whether it comes from the host's log: it arrived late, and its hash is not that of the original payload. */
    isRecovered: boolean('is_recovered').notNull().default(false),
    receivedAt: instant('received_at').notNull(),
    processedAt: instant('processed_at'),
    failedAt: instant('failed_at'),
    duplicateCount: integer('duplicate_count').notNull().default(0),
    lastDuplicateAt: instant('last_duplicate_at'),
    /** Text, not jsonb: a title may hold an escaped NUL, which jsonb refuses. */
    payload: text('payload'),
    payloadSha256: text('payload_sha256').notNull(),
    jobId: uuid('job_id'),
    /** When the rules of its repository were applied to it. */
    rulesAt: instant('rules_at'),
    /** The rule that skipped all other handling. */
    skippedBy: text('skipped_by'),
    /** Values of the payload that were corrected or ignored. */
    corrections: jsonb('corrections').$type<Correction[]>().notNull().default([])
  },
  (table) => [
    unique('webhook_deliveries_delivery_id_key').on(table.deliveryId),
    check('webhook_deliveries_state_check', isOneOf(table.state, DELIVERY_STATES)),
    index('webhook_deliveries_received_at_idx').on(table.receivedAt, table.id),
    index('webhook_deliveries_repo_idx').on(table.repo, table.receivedAt),
    // By id, because names change.
    index('webhook_deliveries_repo_id_idx').on(table.repoId, table.receivedAt),
    index('webhook_deliveries_event_idx').on(table.eventName, table.receivedAt),
    index('webhook_deliveries_failed_idx').on(table.failedAt).where(sql`${table.failedAt} is not null`),
    index('webhook_deliveries_open_idx')
      .on(table.state, table.receivedAt, table.id)
      .where(sql`${table.state} not in ('processed', 'ignored')`),
    index('webhook_deliveries_order_idx').on(table.entity, table.id).where(sql`${table.state} = 'queued'`),
    index('webhook_deliveries_error_idx')
      .on(table.receivedAt, table.id)
      .where(sql`${table.error} is not null`),
    index('webhook_deliveries_payload_idx').on(table.receivedAt).where(sql`${table.payload} is not null`)
  ]
)
