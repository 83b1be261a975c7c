import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { ACTOR_TYPES, AUDIT_CATEGORIES } from '../../../schemas/audit/audit.js'
import { instant, isOneOf } from '../columns.js'

/** Effects and decisions, each entry chained to the previous one. Triggers prevent changes and deletions. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    /** Without gaps, from 1. */
    seq: bigint('seq', { mode: 'number' }).primaryKey(),
    category: text('category', { enum: AUDIT_CATEGORIES }).notNull(),
    eventType: text('event_type').notNull(),
    actor: text('actor').notNull(),
    actorType: text('actor_type', { enum: ACTOR_TYPES }).notNull(),
    repoFullName: text('repo_full_name'),
    prNumber: integer('pr_number'),
    commitSha: text('commit_sha'),
    /** Canonical JSON, stored as the text that was hashed. */
    payload: text('payload').notNull(),
    framework: text('framework').array().notNull(),
    controlId: text('control_id').notNull(),
    payloadHash: text('payload_hash').notNull(),
    prevHash: text('prev_hash'),
    entryHash: text('entry_hash').notNull(),
    occurredAt: instant('occurred_at').notNull()
  },
  (table) => [
    check('audit_entries_category_check', isOneOf(table.category, AUDIT_CATEGORIES)),
    check('audit_entries_actor_type_check', isOneOf(table.actorType, ACTOR_TYPES)),
    index('audit_entries_category_idx').on(table.category, table.seq),
    index('audit_entries_event_type_idx').on(table.eventType, table.seq),
    index('audit_entries_actor_idx').on(table.actor, table.seq),
    index('audit_entries_actor_type_idx').on(table.actorType, table.seq),
    index('audit_entries_repo_idx').on(sql`lower(${table.repoFullName})`, table.seq),
    index('audit_entries_pr_idx').on(table.prNumber, table.seq).where(sql`${table.prNumber} is not null`),
    index('audit_entries_soc2_idx').on(table.seq).where(sql`'soc2' = any(${table.framework})`),
    index('audit_entries_iso27001_idx').on(table.seq).where(sql`'iso27001' = any(${table.framework})`)
  ]
)
