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
  smallint,
  text,
  unique,
  uuid
} from 'drizzle-orm/pg-core'
import { ISSUE_STATES } from '../../../schemas/host/enums.js'
import { instant, isOneOf, searchIndex } from '../columns.js'
import { repositories } from './repositories.js'

/** Issues of the host, and what the service found out about them. */
export const issues = pgTable(
  'issues',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    hostId: bigint('host_id', { mode: 'number' }).notNull(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    number: integer('number').notNull(),
    title: text('title').notNull(),
    body: text('body'),
    state: text('state', { enum: ISSUE_STATES }).notNull(),
    labels: text('labels').array().notNull(),
    assignees: text('assignees').array().notNull(),
    author: text('author'),
    triageType: text('triage_type'),
    triagePriority: text('triage_priority'),
    triageSummary: text('triage_summary'),
    triagedAt: instant('triaged_at'),
    duplicateOf: bigint('duplicate_of', { mode: 'number' }),
    dupCheckAt: instant('dup_check_at'),
    /** The revision at the last search for duplicates, and the job that last decided about them. */
    dupRevision: bigint('dup_revision', { mode: 'number' }),
    dupJobId: uuid('dup_job_id'),
    /**
     * Increases with every change that matters for the search for duplicates, in the order of commits within a
     * repository. A trigger sets it.
     */
    revision: bigint('revision', { mode: 'number' }).notNull().default(0),
    /** Times of the issue on the host, not of the row. */
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    closedAt: instant('closed_at'),
    /** Deleted on the host or transferred. The row stays, so that a late event does not restore it. */
    goneAt: instant('gone_at'),
    /** The repository that a merge moved it from: the host may list it under neither. */
    movedFrom: bigint('moved_from', { mode: 'number' }),
    /** Whether lists show it: neither it nor its repository is deleted. */
    live: boolean('live').notNull(),
    /** The most urgent first, those without a priority last. */
    priorityRank: smallint('priority_rank')
      .notNull()
      .generatedAlwaysAs(
        sql`case triage_priority when 'critical' then 1 when 'high' then 2 when 'medium' then 3 when 'low' then 4 else 5 end`
      )
  },
  (table) => [
    unique('issues_host_id_key').on(table.hostId),
    check('issues_state_check', isOneOf(table.state, ISSUE_STATES)),
    foreignKey({
      name: 'issues_repo_id_fkey',
      columns: [table.repoId],
      foreignColumns: [repositories.hostId]
    }),
    index('issues_number_idx').on(table.repoId, table.number),
    index('issues_urgency_idx')
      .on(table.priorityRank, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`live`),
    index('issues_state_urgency_idx')
      .on(table.state, table.priorityRank, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`live`),
    index('issues_open_untriaged_idx')
      .on(table.priorityRank, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`live and state = 'open' and triaged_at is null`),
    index('issues_untriaged_idx')
      .on(table.priorityRank, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`live and triaged_at is null`),
    index('issues_repo_age_idx')
      .on(table.repoId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`live`),
    index('issues_duplicate_idx').on(table.repoId).where(sql`live and duplicate_of is not null`),
    index('issues_revision_idx').on(table.repoId, table.revision, table.hostId),
    index('issues_unchecked_idx')
      .on(table.repoId, table.number)
      .where(sql`live and state = 'open' and dup_check_at is null`),
    index('issues_stale_idx').on(table.updatedAt, table.repoId).where(sql`live and state = 'open'`),
    index('issues_repo_stale_idx').on(table.repoId, table.updatedAt).where(sql`live and state = 'open'`),
    index('issues_author_open_idx')
      .on(table.repoId, table.author, table.number)
      .where(sql`live and state = 'open'`),
    searchIndex('issues_title_search_idx', table.title)
  ]
)
