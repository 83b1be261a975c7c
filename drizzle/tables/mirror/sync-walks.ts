import { bigint, boolean, check, foreignKey, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { PARTS } from '../../../schemas/host/enums.js'
import { WALK_MODES } from '../../../schemas/mirror/sync.js'
import { instant, isOneOf } from '../columns.js'
import { repositories } from './repositories.js'

/** What is known of each part of a repository, and where its walk continues after an interruption. */
export const syncWalks = pgTable(
  'sync_walks',
  {
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    part: text('part', { enum: PARTS }).notNull(),
    /** Null between walks. */
    mode: text('mode', { enum: WALK_MODES }),
    /** The host's URL of the next page. */
    next: text('next'),
    /** By the host's clock: the time up to which this walk covers all changes once it has finished. */
    newest: instant('newest'),
    /** Creation time of the last listed item; mirrored items beyond it are not compared yet. */
    edge: instant('edge'),
    begunAt: instant('begun_at'),
    seen: integer('seen').notNull().default(0),
    changed: integer('changed').notNull().default(0),
    gone: integer('gone').notNull().default(0),
    /** By the host's clock: all earlier changes are known. */
    upTo: instant('up_to'),
    /** The ETag of the newest page at the last finished walk. */
    etag: text('etag'),
    /** Requested by a user: the next walk compares everything. */
    isFullWanted: boolean('is_full_wanted').notNull().default(false),
    /** The time of the last push to the repository, as of this walk. */
    pushedAt: instant('pushed_at'),
    /** When the host was last asked for the newest page. */
    askedAt: instant('asked_at'),
    /** Issues only: by how much the host's count of open items exceeded its lists at the last full comparison. */
    countGap: integer('count_gap').notNull().default(0),
    finishedAt: instant('finished_at'),
    comparedAt: instant('compared_at'),
    /** Why the host did not show the part when it was last asked. */
    refusal: text('refusal')
  },
  (table) => [
    primaryKey({ name: 'sync_walks_pkey', columns: [table.repoId, table.part] }),
    check('sync_walks_part_check', isOneOf(table.part, PARTS)),
    check('sync_walks_mode_check', isOneOf(table.mode, WALK_MODES)),
    foreignKey({
      name: 'sync_walks_repo_id_fkey',
      columns: [table.repoId],
      foreignColumns: [repositories.hostId]
    })
  ]
)
