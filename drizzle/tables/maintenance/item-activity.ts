import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text
} from 'drizzle-orm/pg-core'
import { STALE_TARGETS } from '../../../schemas/host/enums.js'
import { instant, isOneOf } from '../columns.js'
import { repositories } from '../mirror/repositories.js'

/** When people last did something with an issue or a pull request, and whether it was warned since. */
export const itemActivity = pgTable(
  'item_activity',
  {
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    targetType: text('target_type', { enum: STALE_TARGETS }).notNull(),
    number: integer('number').notNull(),
    /** The last activity of a person. What the service and other bots do does not count. */
    humanAt: instant('human_at').notNull(),
    /** Grows with each answer to a warning and each reopening, so that the item can be warned and closed again. */
    epoch: integer('epoch').notNull(),
    /** The warning of this epoch. */
    warnedAt: instant('warned_at'),
    /** False from its closure on, as far as events tell. */
    watched: boolean('watched').notNull()
  },
  (table) => [
    primaryKey({ name: 'item_activity_pkey', columns: [table.repoId, table.targetType, table.number] }),
    check('item_activity_target_type_check', isOneOf(table.targetType, STALE_TARGETS)),
    foreignKey({
      name: 'item_activity_repo_id_fkey',
      columns: [table.repoId],
      foreignColumns: [repositories.hostId]
    }),
    index('item_activity_idle_idx').on(table.repoId, table.targetType, table.humanAt).where(sql`watched`)
  ]
)
