import {
  bigint,
  bigserial,
  check,
  foreignKey,
  index,
  integer,
  type PgColumn,
  pgTable,
  text
} from 'drizzle-orm/pg-core'
import { DECISION_SOURCES, DECISIONS, TARGET_TYPES } from '../../../schemas/decisions/decisions.js'
import { instant, isOneOf, searchIndex } from '../columns.js'
import { repositories } from '../mirror/repositories.js'

/** Decisions with all their inputs. Rows are only added. */
export const decisions = pgTable(
  'decisions',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    source: text('source', { enum: DECISION_SOURCES }).notNull(),
    triggerEvent: text('trigger_event').notNull(),
    targetType: text('target_type', { enum: TARGET_TYPES }).notNull(),
    targetNumber: integer('target_number'),
    targetBranch: text('target_branch'),
    pillar: text('pillar'),
    decision: text('decision', { enum: DECISIONS }).notNull(),
    reason: text('reason'),
    /** Canonical JSON as text, because a replay must be identical to the byte. */
    conditions: text('conditions').notNull(),
    plan: text('plan'),
    inputs: text('inputs'),
    configUsed: text('config_used'),
    configVersion: integer('config_version'),
    evaluator: text('evaluator'),
    evaluatorVersion: integer('evaluator_version'),
    waiverId: bigint('waiver_id', { mode: 'number' }),
    commitSha: text('commit_sha'),
    actor: text('actor').notNull(),
    createdAt: instant('created_at').notNull()
  },
  (table) => {
    const byAge = (name: string, ...first: [PgColumn, ...PgColumn[]]) =>
      index(name).on(...first, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
    return [
      check('decisions_source_check', isOneOf(table.source, DECISION_SOURCES)),
      check('decisions_target_type_check', isOneOf(table.targetType, TARGET_TYPES)),
      check('decisions_decision_check', isOneOf(table.decision, DECISIONS)),
      foreignKey({
        name: 'decisions_repo_id_fkey',
        columns: [table.repoId],
        foreignColumns: [repositories.hostId]
      }),
      index('decisions_age_idx').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
      byAge('decisions_repo_idx', table.repoId),
      byAge('decisions_repo_source_idx', table.repoId, table.source, table.decision),
      byAge('decisions_target_idx', table.repoId, table.targetNumber, table.targetType),
      byAge('decisions_source_idx', table.source),
      byAge('decisions_source_decision_idx', table.source, table.decision),
      byAge('decisions_decision_idx', table.decision),
      byAge('decisions_target_type_idx', table.targetType),
      byAge('decisions_pillar_idx', table.pillar),
      byAge('decisions_trigger_event_idx', table.triggerEvent),
      searchIndex('decisions_reason_search_idx', table.reason)
    ]
  }
)
