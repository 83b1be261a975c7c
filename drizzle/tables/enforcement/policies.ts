import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  json,
  pgTable,
  text,
  uniqueIndex
} from 'drizzle-orm/pg-core'
import { POLICY_MODES } from '../../../schemas/enforcement/enums.js'
import type { SettingsWish } from '../../../schemas/host/settings.js'
import { instant, isOneOf } from '../columns.js'
import { installations } from '../mirror/installations.js'

/** What organisations ask of repositories and their branches. A rule that is null is no opinion. */
export const policies = pgTable(
  'policies',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    installationId: bigint('installation_id', { mode: 'number' }).notNull(),
    name: text('name').notNull(),
    description: text('description'),
    repoFilter: text('repo_filter'),
    branchPattern: text('branch_pattern').notNull(),
    minReviews: integer('min_reviews'),
    requireSignedCommits: boolean('require_signed_commits'),
    requireLinearHistory: boolean('require_linear_history'),
    blockForcePushes: boolean('block_force_pushes'),
    blockDeletions: boolean('block_deletions'),
    enforceAdmins: boolean('enforce_admins'),
    requireStatusChecks: boolean('require_status_checks'),
    requiredStatusCheckContexts: text('required_status_check_contexts').array().notNull(),
    requiredFiles: text('required_files').array().notNull().default(sql`'{}'`),
    forbidOutsideAdmins: boolean('forbid_outside_admins'),
    forbidDangerousWorkflows: boolean('forbid_dangerous_workflows'),
    allowedActions: text('allowed_actions').array(),
    readOnlyWorkflowToken: boolean('read_only_workflow_token'),
    requiredLabels: json('required_labels').$type<Record<string, string>>().notNull().default({}),
    repositorySettings: json('repository_settings').$type<SettingsWish>().notNull().default({}),
    mode: text('mode', { enum: POLICY_MODES }).notNull(),
    enabled: boolean('enabled').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** Its violations are deleted after it, repository by repository, and then its row. */
    deletedAt: instant('deleted_at')
  },
  (table) => [
    check('policies_mode_check', isOneOf(table.mode, POLICY_MODES)),
    check('policies_min_reviews_check', sql`${table.minReviews} between 0 and 6`),
    foreignKey({
      name: 'policies_installation_id_fkey',
      columns: [table.installationId],
      foreignColumns: [installations.hostId]
    }),
    uniqueIndex('policies_name_key').on(table.installationId, table.name).where(sql`deleted_at is null`),
    index('policies_order_idx').on(sql`${table.name} collate "C"`, table.id)
  ]
)
