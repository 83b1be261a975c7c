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
  text
} from 'drizzle-orm/pg-core'
import { ECOSYSTEMS, UPDATE_BATCH_STATUSES, UPDATE_TYPES } from '../../../schemas/dependencies/enums.js'
import type { PackageUpdate } from '../../../schemas/dependencies/stats.js'
import { instant, isOneOf } from '../columns.js'
import { repositories } from '../mirror/repositories.js'

/** Pull requests that update packages. */
export const updateBatches = pgTable(
  'update_batches',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    ecosystem: text('ecosystem', { enum: ECOSYSTEMS }).notNull(),
    updateType: text('update_type', { enum: UPDATE_TYPES }).notNull(),
    packages: json('packages').$type<PackageUpdate[]>().notNull(),
    /** The action that opens the pull request; not a foreign key, because batches outlive their actions. */
    actionId: bigint('action_id', { mode: 'number' }),
    prNumber: integer('pr_number'),
    prUrl: text('pr_url'),
    status: text('status', { enum: UPDATE_BATCH_STATUSES }).notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    live: boolean('live').notNull()
  },
  (table) => {
    const newestFirst = () => [table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()] as const
    return [
      check('update_batches_ecosystem_check', isOneOf(table.ecosystem, ECOSYSTEMS)),
      check('update_batches_type_check', isOneOf(table.updateType, UPDATE_TYPES)),
      check('update_batches_status_check', isOneOf(table.status, UPDATE_BATCH_STATUSES)),
      foreignKey({
        name: 'update_batches_repo_id_fkey',
        columns: [table.repoId],
        foreignColumns: [repositories.hostId]
      }),
      index('update_batches_age_idx')
        .on(...newestFirst())
        .where(sql`live`),
      index('update_batches_repo_idx').on(table.repoId, ...newestFirst())
    ]
  }
)
