import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex
} from 'drizzle-orm/pg-core'
import { SIGNAL_KINDS, SIGNAL_STATUSES } from '../../../schemas/duplicates/duplicates.js'
import { instant, isOneOf } from '../columns.js'
import { repositories } from '../mirror/repositories.js'

/** Pairs of issues that may say the same, and what people made of them. */
export const duplicateSignals = pgTable(
  'duplicate_signals',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    /** Both by the host's id: the newer issue, and the older one. */
    sourceIssueId: bigint('source_issue_id', { mode: 'number' }).notNull(),
    targetIssueId: bigint('target_issue_id', { mode: 'number' }).notNull(),
    kind: text('kind', { enum: SIGNAL_KINDS }).notNull(),
    /** In ten-thousandths, so that sums and cursors are exact. */
    similarity: integer('similarity').notNull(),
    status: text('status', { enum: SIGNAL_STATUSES }).notNull(),
    /** JSON: what the similarity was made from. */
    evidence: text('evidence').notNull(),
    /** Decisions outlive whatever they were about. */
    decisionId: bigint('decision_id', { mode: 'number' }),
    resolvedBy: text('resolved_by'),
    resolvedAt: instant('resolved_at'),
    /** Whether a person answered, and not what followed from another answer. */
    byPerson: boolean('by_person').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** It no longer holds: one of its issues is gone or says something else now. */
    goneAt: instant('gone_at'),
    /** Whether lists show it: neither it nor its repository is gone. */
    live: boolean('live').notNull()
  },
  (table) => {
    const likestFirst = () =>
      [
        table.similarity.desc().nullsFirst(),
        table.createdAt.desc().nullsFirst(),
        table.id.desc().nullsFirst()
      ] as const
    return [
      check('duplicate_signals_kind_check', isOneOf(table.kind, SIGNAL_KINDS)),
      check('duplicate_signals_status_check', isOneOf(table.status, SIGNAL_STATUSES)),
      check('duplicate_signals_pair_check', sql`source_issue_id <> target_issue_id`),
      foreignKey({
        name: 'duplicate_signals_repo_id_fkey',
        columns: [table.repoId],
        foreignColumns: [repositories.hostId]
      }),
      uniqueIndex('duplicate_signals_pair_key')
        .on(sql`least(source_issue_id, target_issue_id)`, sql`greatest(source_issue_id, target_issue_id)`)
        .where(sql`gone_at is null`),
      index('duplicate_signals_source_idx').on(table.sourceIssueId),
      index('duplicate_signals_target_idx').on(table.targetIssueId),
      index('duplicate_signals_repo_idx').on(table.repoId, ...likestFirst()),
      index('duplicate_signals_answers_idx')
        .on(table.repoId, table.resolvedAt.desc().nullsFirst())
        .where(sql`by_person`),
      index('duplicate_signals_similarity_idx')
        .on(...likestFirst())
        .where(sql`live`),
      index('duplicate_signals_status_idx')
        .on(table.status, ...likestFirst())
        .where(sql`live`),
      index('duplicate_signals_kind_idx')
        .on(table.kind, ...likestFirst())
        .where(sql`live`)
    ]
  }
)
