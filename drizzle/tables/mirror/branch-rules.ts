import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  unique
} from 'drizzle-orm/pg-core'
import { instant, searchIndex } from '../columns.js'
import { repositories } from './repositories.js'

/** What holds for the protected branches of a repository, as the host last showed it. */
export const branchRules = pgTable(
  'branch_rules',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    /** The name of the branch. */
    pattern: text('pattern').notNull(),
    requiredReviews: integer('required_reviews').notNull(),
    dismissStaleReviews: boolean('dismiss_stale_reviews').notNull(),
    requireCodeOwnerReviews: boolean('require_code_owner_reviews').notNull(),
    requireStatusChecks: boolean('require_status_checks').notNull(),
    requiredStatusChecks: text('required_status_checks').array().notNull(),
    requireUpToDateBranch: boolean('require_up_to_date_branch').notNull(),
    enforceAdmins: boolean('enforce_admins').notNull(),
    restrictPushes: boolean('restrict_pushes').notNull(),
    pushAllowlist: text('push_allowlist').array().notNull(),
    allowForcePushes: boolean('allow_force_pushes').notNull(),
    allowDeletions: boolean('allow_deletions').notNull(),
    requireSignedCommits: boolean('require_signed_commits').notNull(),
    requireLinearHistory: boolean('require_linear_history').notNull(),
    /** The ruleset, if nothing else holds for the branch. */
    hostRuleId: bigint('host_rule_id', { mode: 'number' }),
    /** Whether it satisfied the policies when it was last checked; null before the first check. */
    compliant: boolean('compliant'),
    lastCheckedAt: instant('last_checked_at'),
    violationIds: bigint('violation_ids', { mode: 'number' }).array(),
    /** The current name of the repository, by which lists are ordered. */
    repoFullName: text('repo_full_name').notNull(),
    /** When the host was last asked for it. */
    syncedAt: instant('synced_at').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When the host first showed its current values. */
    updatedAt: instant('updated_at').notNull(),
    live: boolean('live').notNull(),
    /** The same as `compliant`: an index on one that may be null has no order for those that are. */
    compliance: text('compliance')
      .notNull()
      .generatedAlwaysAs(
        sql`case when compliant then 'compliant' when not compliant then 'violated' else 'unchecked' end`
      )
  },
  (table) => {
    const byBranch = () => [sql`${table.pattern} collate "C"`, table.id] as const
    const byName = () => [sql`lower(${table.repoFullName}) collate "C"`, ...byBranch()] as const
    const isLive = sql`live`
    return [
      unique('branch_rules_pattern_key').on(table.repoId, table.pattern),
      foreignKey({
        name: 'branch_rules_repo_id_fkey',
        columns: [table.repoId],
        foreignColumns: [repositories.hostId]
      }),
      index('branch_rules_name_idx')
        .on(...byName())
        .where(isLive),
      index('branch_rules_repo_idx')
        .on(table.repoId, ...byBranch())
        .where(isLive),
      index('branch_rules_compliance_idx')
        .on(table.compliance, ...byName())
        .where(isLive),
      searchIndex('branch_rules_pattern_search_idx', table.pattern)
    ]
  }
)
