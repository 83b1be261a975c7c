import { bigint, boolean, check, foreignKey, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { PARTS } from '../../../schemas/host/words.js'
import { WALK_MODES } from '../../../schemas/mirror/sync.js'
import { instant, isOneOf } from '../columns.js'
import { repositories } from './repositories.js'

/** How far each part of a repository is known, and where its reading goes on after an interruption. */
export const syncWalks = pgTable(
  'sync_walks',
  {
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    part: text('part', { enum: PARTS }).notNull(),
    /** Null between two walks. */
    mode: text('mode', { enum: WALK_MODES }),
    /** The host's address of the next page. */
    next: text('next'),
    /** By the host's clock: what this walk will have covered once it is finished. */
    newest: instant('newest'),
    /** Creation of the last that was listed: what the mirror has beyond it has not been compared yet. */
    edge: instant('edge'),
    begunAt: instant('begun_at'),
    seen: integer('seen').notNull().default(0),
    changed: integer('changed').notNull().default(0),
    gone: integer('gone').notNull().default(0),
    /** By the host's clock: all that changed before is known. */
    upTo: instant('up_to'),
    /** The host's mark of its newest page, as of the last finished walk. */
    etag: text('etag'),
    /** Asked for by people: the next walk compares everything, whenever that was done last. */
    isFullWanted: boolean('is_full_wanted').notNull().default(false),
    /** When the repository had last been pushed to, as of this walk. */
    pushedAt: instant('pushed_at'),
    /** When the host was last asked for the newest page. */
    askedAt: instant('asked_at'),
    /** Of the issues: how many more open ones the host counted than all its lists had, when they were compared last. */
    countGap: integer('count_gap').notNull().default(0),
    finishedAt: instant('finished_at'),
    comparedAt: instant('compared_at')
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
