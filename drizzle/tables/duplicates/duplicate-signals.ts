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

/** Pairs of issues that may be duplicates, and the answers of people. */
export const duplicateSignals = pgTable(
  'duplicate_signals',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    /** The newer and the older issue, by the host's id. */
    sourceIssueId: bigint('source_issue_id', { mode: 'number' }).notNull(),
    targetIssueId: bigint('target_issue_id', { mode: 'number' }).notNull(),
    kind: text('kind', { enum: SIGNAL_KINDS }).notNull(),
    /** In ten-thousandths, so that sums and cursors are exact. */
    similarity: integer('similarity').notNull(),
    status: text('status', { enum: SIGNAL_STATUSES }).notNull(),
    /** JSON: the parts of the similarity. */
    evidence: text('evidence').notNull(),
    /** Not a foreign key, because decisions outlive their subjects. */
    decisionId: bigint('decision_id', { mode: 'number' }),
    resolvedBy: text('resolved_by'),
    resolvedAt: instant('resolved_at'),
    /** Whether a person answered; false if the answer follows from another one. */
    byPerson: boolean('by_person').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** When the signal ended: an issue was deleted or changed. */
    goneAt: instant('gone_at'),
    /** Whether lists show it: it has not ended and its repository is not deleted. */
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
