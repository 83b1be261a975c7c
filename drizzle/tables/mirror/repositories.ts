import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  bigserial,
  boolean,
  check,
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  pgTable,
  smallint,
  text,
  unique
} from 'drizzle-orm/pg-core'
import { HEALTH_STATUSES } from '../../../schemas/mirror/repo-health.js'
import { instant, isOneOf, searchIndex } from '../columns.js'
import { installations } from './installations.js'

const there = sql`deleted_at is null`
/** Ignores case, and sorts alike on every server. */
const nameKey = (name: AnyPgColumn) => sql`(lower(${name}) collate "C")`

/** Repositories by the host's id, because names change. */
export const repositories = pgTable(
  'repositories',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    hostId: bigint('host_id', { mode: 'number' }).notNull(),
    installationId: bigint('installation_id', { mode: 'number' }),
    fullName: text('full_name').notNull(),
    owner: text('owner').notNull(),
    name: text('name').notNull(),
    private: boolean('private').notNull(),
    defaultBranch: text('default_branch'),
    archived: boolean('archived').notNull().default(false),
    language: text('language'),
    stars: integer('stars').notNull().default(0),
    /** The last push, according to the host's list. */
    pushedAt: instant('pushed_at'),
    /** The host's latest count of open issues and pull requests together. */
    hostOpenCount: integer('host_open_count'),
    /** Counted from the mirror, without pull requests. Copied from the tallies, so that lists can be sorted. */
    openIssues: integer('open_issues').notNull().default(0),
    openPrs: integer('open_prs').notNull().default(0),
    lastSyncedAt: instant('last_synced_at'),
    /** The day of the health below; `-infinity` after a counter has changed. */
    healthDay: date('health_day', { mode: 'string' }).notNull().default('-infinity'),
    healthPassRate: doublePrecision('health_pass_rate'),
    healthUnhealed: integer('health_unhealed').notNull().default(0),
    healthHealed: integer('health_healed').notNull().default(0),
    healthFailures: integer('health_failures').notNull().default(0),
    /** Whole days only; readers add the rest of the partial day. */
    healthStaleIssues: integer('health_stale_issues').notNull().default(0),
    healthStalePrs: integer('health_stale_prs').notNull().default(0),
    healthScore: integer('health_score').notNull().default(100),
    healthStatus: text('health_status', { enum: HEALTH_STATUSES }).notNull().default('unknown'),
    /** Those at risk first. */
    healthRank: smallint('health_rank')
      .notNull()
      .generatedAlwaysAs(sql`case health_status when 'at_risk' then 1 else 2 end`),
    /** Copied from its state, so that the list of the reconciler has an index: 0 never read, 1 drifted, 2 in sync. */
    reconcileRank: smallint('reconcile_rank').notNull().default(0),
    /** Whether the fleet's tallies include it. */
    counted: boolean('counted').notNull().default(false),
    deletedAt: instant('deleted_at'),
    /** When it was first missing from a complete list of the host; if the next one lacks it too, it is deleted. */
    missedAt: instant('missed_at'),
    /** When presence or absence was last reported. Older reports, and events that only mention it, change neither. */
    presenceToldAt: instant('presence_told_at').notNull(),
    /** Receipt of the newest delivery with its properties; older ones do not change them. */
    seenAt: instant('seen_at').notNull(),
    /** When it was created, if the host has reported it. */
    hostCreatedAt: instant('host_created_at'),
    /** When the service first saw it. */
    createdAt: instant('created_at').notNull()
  },
  (table) => [
    unique('repositories_host_id_key').on(table.hostId),
    check('repositories_health_status_check', isOneOf(table.healthStatus, HEALTH_STATUSES)),
    index('repositories_full_name_idx').on(nameKey(table.fullName), table.id),
    index('repositories_owner_idx')
      .on(sql`lower(${table.owner})`, nameKey(table.fullName), table.id)
      .where(there),
    index('repositories_stars_idx').on(table.stars, table.id).where(there),
    index('repositories_open_issues_idx').on(table.openIssues, table.id).where(there),
    index('repositories_open_prs_idx').on(table.openPrs, table.id).where(there),
    index('repositories_last_synced_at_idx')
      .on(sql`coalesce(${table.lastSyncedAt}, 'epoch'::timestamptz)`, table.id)
      .where(there),
    index('repositories_health_idx')
      .on(table.healthRank, table.healthScore, nameKey(table.fullName), table.id)
      .where(there),
    index('repositories_reconcile_idx')
      .on(table.reconcileRank, nameKey(table.fullName), table.id)
      .where(there),
    index('repositories_health_day_idx').on(table.healthDay).where(there),
    index('repositories_installation_id_idx').on(table.installationId),
    foreignKey({
      name: 'repositories_installation_id_fkey',
      columns: [table.installationId],
      foreignColumns: [installations.hostId]
    }),
    searchIndex('repositories_name_search_idx', table.fullName)
  ]
)
