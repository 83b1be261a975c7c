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
import { instant } from './columns.js'
import { installations } from './installations.js'

/** Identity of each repository: the host's id lasts, names change. */
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
    /** Counted from the mirror, pull requests apart; here as well as in the tallies, so that lists can be sorted. */
    openIssues: integer('open_issues').notNull().default(0),
    openPrs: integer('open_prs').notNull().default(0),
    lastSyncedAt: instant('last_synced_at'),
    /** Whether the tallies over all repositories include it. */
    counted: boolean('counted').notNull().default(false),
    deletedAt: instant('deleted_at'),
    /** When a complete list of the host's first left it out; one that is missing from the next one too is gone. */
    missedAt: instant('missed_at'),
    /** Receipt of the newest delivery that spoke of it: an older one changes nothing. */
    seenAt: instant('seen_at').notNull(),
    createdAt: instant('created_at').notNull()
  },
  (table) => [
    unique('repositories_host_id_key').on(table.hostId),
    index('repositories_full_name_idx').on(sql`lower(${table.fullName})`),
    index('repositories_installation_id_idx').on(table.installationId),
    foreignKey({
      name: 'repositories_installation_id_fkey',
      columns: [table.installationId],
      foreignColumns: [installations.hostId]
    })
  ]
)
