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
import type { Json, JsonObject } from '../../../schemas/common.js'
import { FLAKY_STATUSES, TEST_STANDINGS } from '../../../schemas/flaky-tests/enums.js'
import { instant, isOneOf } from '../columns.js'
import { repositories } from '../mirror/repositories.js'

/** Every test that a report has named, what its results say of it, and what the service does about it. */
export const flakyTests = pgTable(
  'flaky_tests',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    testId: text('test_id').notNull(),
    suite: text('test_suite').notNull(),
    name: text('test_name').notNull(),
    file: text('file'),
    status: text('status', { enum: FLAKY_STATUSES }).notNull(),
    standing: text('standing', { enum: TEST_STANDINGS }).notNull(),
    /** What its results say, as far as it is kept: so that a run is judged without reading older ones. */
    history: json('history').$type<Json>().notNull(),
    reasons: json('reasons').$type<string[]>().notNull(),
    failureRate: json('failure_rate').$type<JsonObject>(),
    runCount: integer('run_count').notNull(),
    passCount: integer('pass_count').notNull(),
    failCount: integer('fail_count').notNull(),
    flipCount: integer('flip_count').notNull(),
    sameCommitFlips: integer('same_commit_flips').notNull(),
    firstBadCommit: text('first_bad_commit'),
    lastErrorClass: text('last_error_class'),
    lastErrorMessage: text('last_error_message'),
    lastFailedAt: instant('last_failed_at'),
    quarantinedAt: instant('quarantined_at'),
    quarantineExpiresAt: instant('quarantine_expires_at'),
    quarantinePrNumber: integer('quarantine_pr_number'),
    issueNumber: integer('issue_number'),
    /** Whether an issue is to be open about it. */
    tracked: boolean('tracked').notNull().default(false),
    codeOwners: text('code_owners').array().notNull(),
    relapseCount: integer('relapse_count').notNull(),
    /** Runs of CI that only flaky tests failed, shared among these. */
    costMs: bigint('cost_ms', { mode: 'number' }).notNull(),
    blockedPulls: integer('blocked_pulls').notNull(),
    graduatedAt: instant('graduated_at'),
    /** People did not want it quarantined: not proposed again before this. */
    quietUntil: instant('quiet_until'),
    dismissedAt: instant('dismissed_at'),
    dismissedBy: text('dismissed_by'),
    dismissedReason: text('dismissed_reason'),
    firstSeenAt: instant('first_seen_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    /** When it was found to have had no result for long; a new one brings it back. */
    forgottenAt: instant('forgotten_at'),
    live: boolean('live').notNull(),
    /** Millionths. */
    scoreRank: integer('score_rank')
      .notNull()
      .generatedAlwaysAs(sql`case run_count when 0 then 0 else fail_count * 1000000 / run_count end`)
  },
  (table) => {
    const flakiestFirst = () =>
      [
        table.scoreRank.desc().nullsFirst(),
        table.runCount.desc().nullsFirst(),
        table.id.desc().nullsFirst()
      ] as const
    const isLive = sql`live`
    return [
      unique('flaky_tests_test_id_key').on(table.repoId, table.testId),
      check('flaky_tests_status_check', isOneOf(table.status, FLAKY_STATUSES)),
      check('flaky_tests_standing_check', isOneOf(table.standing, TEST_STANDINGS)),
      check('flaky_tests_counts_check', sql`${table.runCount} = ${table.passCount} + ${table.failCount}`),
      check(
        'flaky_tests_quarantined_check',
        sql`(${table.status} = 'quarantined') = (${table.quarantineExpiresAt} is not null)
          and (${table.quarantinedAt} is not null or ${table.status} <> 'quarantined')`
      ),
      check(
        'flaky_tests_dismissed_check',
        sql`(${table.status} = 'dismissed') = (${table.dismissedAt} is not null)`
      ),
      foreignKey({
        name: 'flaky_tests_repo_id_fkey',
        columns: [table.repoId],
        foreignColumns: [repositories.hostId]
      }),
      index('flaky_tests_score_idx')
        .on(...flakiestFirst())
        .where(isLive),
      index('flaky_tests_status_idx')
        .on(table.status, ...flakiestFirst())
        .where(isLive),
      index('flaky_tests_repo_idx')
        .on(table.repoId, ...flakiestFirst())
        .where(isLive),
      index('flaky_tests_repo_status_idx')
        .on(table.repoId, table.status, ...flakiestFirst())
        .where(isLive),
      index('flaky_tests_cost_idx')
        .on(table.costMs.desc().nullsFirst(), table.id.desc().nullsFirst())
        .where(sql`live and cost_ms > 0`),
      index('flaky_tests_repo_cost_idx')
        .on(table.repoId, table.costMs.desc().nullsFirst(), table.id.desc().nullsFirst())
        .where(sql`live and cost_ms > 0`),
      index('flaky_tests_tracked_idx')
        .on(table.repoId, table.id)
        .where(sql`tracked or status = 'quarantined'`),
      index('flaky_tests_seen_idx').on(table.lastSeenAt).where(sql`forgotten_at is null`),
      index('flaky_tests_forgotten_idx').on(table.forgottenAt).where(sql`forgotten_at is not null`),
      index('flaky_tests_expiry_idx').on(table.quarantineExpiresAt).where(sql`status = 'quarantined'`)
    ]
  }
)
