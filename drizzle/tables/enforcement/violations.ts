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
  unique
} from 'drizzle-orm/pg-core'
import { VIOLATION_ENDS, VIOLATION_STATUSES } from '../../../schemas/enforcement/enums.js'
import type { Breach } from '../../../schemas/enforcement/violations.js'
import { instant, isOneOf } from '../columns.js'
import { repositories } from '../mirror/repositories.js'
import { policies } from './policies.js'

/** Branches that fall short of a policy, or did. */
export const violations = pgTable(
  'violations',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    policyId: bigint('policy_id', { mode: 'number' }).notNull(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    branch: text('branch').notNull(),
    breaches: json('breaches').$type<Breach[]>().notNull(),
    status: text('status', { enum: VIOLATION_STATUSES }).notNull(),
    reopenCount: integer('reopen_count').notNull(),
    /** The last action that was to correct it. */
    actionId: bigint('action_id', { mode: 'number' }),
    /** Whether an issue is to be open about it. */
    tracked: boolean('tracked').notNull().default(false),
    detectedAt: instant('detected_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    remediatedAt: instant('remediated_at'),
    remediatedBy: text('remediated_by', { enum: VIOLATION_ENDS }),
    suppressedBy: text('suppressed_by'),
    suppressedReason: text('suppressed_reason'),
    suppressedUntil: instant('suppressed_until'),
    updatedAt: instant('updated_at').notNull(),
    live: boolean('live').notNull()
  },
  (table) => {
    const newestFirst = () => [table.detectedAt.desc().nullsFirst(), table.id.desc().nullsFirst()] as const
    const isLive = sql`live`
    return [
      unique('violations_branch_key').on(table.repoId, table.policyId, table.branch),
      check('violations_status_check', isOneOf(table.status, VIOLATION_STATUSES)),
      check('violations_remedy_check', isOneOf(table.remediatedBy, VIOLATION_ENDS)),
      check(
        'violations_remediated_check',
        sql`(${table.status} = 'remediated') = (${table.remediatedAt} is not null)`
      ),
      foreignKey({
        name: 'violations_policy_id_fkey',
        columns: [table.policyId],
        foreignColumns: [policies.id]
      }),
      foreignKey({
        name: 'violations_repo_id_fkey',
        columns: [table.repoId],
        foreignColumns: [repositories.hostId]
      }),
      index('violations_age_idx')
        .on(...newestFirst())
        .where(isLive),
      index('violations_status_idx')
        .on(table.status, ...newestFirst())
        .where(isLive),
      index('violations_repo_idx')
        .on(table.repoId, ...newestFirst())
        .where(isLive),
      index('violations_repo_status_idx')
        .on(table.repoId, table.status, ...newestFirst())
        .where(isLive),
      index('violations_policy_idx')
        .on(table.policyId, ...newestFirst())
        .where(isLive),
      index('violations_policy_status_idx')
        .on(table.policyId, table.status, ...newestFirst())
        .where(isLive)
    ]
  }
)
