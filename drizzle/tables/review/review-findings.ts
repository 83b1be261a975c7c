import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  check,
  foreignKey,
  integer,
  pgTable,
  text,
  uniqueIndex
} from 'drizzle-orm/pg-core'
import { FINDING_OUTCOMES, REVIEW_RULES, REVIEW_SEVERITIES } from '../../../schemas/review/enums.js'
import { instant, isOneOf } from '../columns.js'
import { repositories } from '../mirror/repositories.js'

/** What people were told about a pull request, and what they made of it: each finding once, over all pushes. */
export const reviewFindings = pgTable(
  'review_findings',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    prNumber: integer('pr_number').notNull(),
    fingerprint: text('fingerprint').notNull(),
    /** Null if the language model found it. */
    rule: text('rule', { enum: REVIEW_RULES }),
    severity: text('severity', { enum: REVIEW_SEVERITIES }).notNull(),
    title: text('title').notNull(),
    file: text('file'),
    outcome: text('outcome', { enum: FINDING_OUTCOMES }).notNull(),
    /** The head at which it was told, and the one that mended it. */
    toldSha: text('told_sha').notNull(),
    mendedSha: text('mended_sha'),
    toldAt: instant('told_at').notNull(),
    /** When its conversation was resolved; null while that is open. */
    resolvedAt: instant('resolved_at'),
    decidedAt: instant('decided_at'),
    live: boolean('live').notNull()
  },
  (table) => [
    check('review_findings_rule_check', isOneOf(table.rule, REVIEW_RULES)),
    check('review_findings_severity_check', isOneOf(table.severity, REVIEW_SEVERITIES)),
    check('review_findings_outcome_check', isOneOf(table.outcome, FINDING_OUTCOMES)),
    check('review_findings_decided_check', sql`(outcome = 'open') = (decided_at is null)`),
    foreignKey({
      name: 'review_findings_repo_id_fkey',
      columns: [table.repoId],
      foreignColumns: [repositories.hostId]
    }),
    uniqueIndex('review_findings_key').on(table.repoId, table.prNumber, table.fingerprint)
  ]
)
