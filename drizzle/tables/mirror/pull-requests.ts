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
  unique
} from 'drizzle-orm/pg-core'
import { PULL_REQUEST_STATES } from '../../../schemas/host/enums.js'
import { instant, isOneOf, searchIndex } from '../columns.js'
import { repositories } from './repositories.js'

/** Pull requests of the host, and their triage. */
export const pullRequests = pgTable(
  'pull_requests',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    hostId: bigint('host_id', { mode: 'number' }).notNull(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    number: integer('number').notNull(),
    title: text('title').notNull(),
    body: text('body'),
    state: text('state', { enum: PULL_REQUEST_STATES }).notNull(),
    draft: boolean('draft').notNull(),
    headBranch: text('head_branch').notNull(),
    baseBranch: text('base_branch').notNull(),
    headSha: text('head_sha'),
    labels: text('labels').array().notNull(),
    author: text('author'),
    additions: integer('additions'),
    deletions: integer('deletions'),
    changedFiles: integer('changed_files'),
    triageType: text('triage_type'),
    triageSize: text('triage_size'),
    triageRisk: text('triage_risk'),
    triageSummary: text('triage_summary'),
    triagedAt: instant('triaged_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    closedAt: instant('closed_at'),
    mergedAt: instant('merged_at'),
    goneAt: instant('gone_at'),
    /** The repository that a merge moved it from: the host may list it under neither. */
    movedFrom: bigint('moved_from', { mode: 'number' }),
    live: boolean('live').notNull(),
    /** The riskiest first, those without a risk last. */
    riskRank: smallint('risk_rank')
      .notNull()
      .generatedAlwaysAs(
        sql`case triage_risk when 'high' then 1 when 'medium' then 2 when 'low' then 3 else 4 end`
      )
  },
  (table) => [
    unique('pull_requests_host_id_key').on(table.hostId),
    check('pull_requests_state_check', isOneOf(table.state, PULL_REQUEST_STATES)),
    foreignKey({
      name: 'pull_requests_repo_id_fkey',
      columns: [table.repoId],
      foreignColumns: [repositories.hostId]
    }),
    index('pull_requests_number_idx').on(table.repoId, table.number),
    index('pull_requests_risk_idx')
      .on(table.riskRank, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`live`),
    index('pull_requests_state_risk_idx')
      .on(table.state, table.riskRank, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`live`),
    index('pull_requests_repo_age_idx')
      .on(table.repoId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`live`),
    index('pull_requests_open_idx').on(table.createdAt, table.repoId).where(sql`live and state = 'open'`),
    index('pull_requests_repo_stale_idx')
      .on(table.repoId, table.updatedAt)
      .where(sql`live and state = 'open'`),
    index('pull_requests_repo_merged_idx')
      .on(table.repoId, table.mergedAt)
      .where(sql`live and state = 'merged'`),
    index('pull_requests_author_open_idx')
      .on(table.repoId, table.author, table.number)
      .where(sql`live and state = 'open'`),
    searchIndex('pull_requests_title_search_idx', table.title)
  ]
)
