import { sql } from 'drizzle-orm'
import { bigint, foreignKey, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '../columns.js'
import { repositories } from './repositories.js'

/** The labels of repositories. */
export const labels = pgTable(
  'labels',
  {
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    hostId: bigint('host_id', { mode: 'number' }).notNull(),
    name: text('name').notNull(),
    color: text('color'),
    description: text('description'),
    /** The time of the newest report about it; older ones change nothing. */
    toldAt: instant('told_at').notNull().default(sql`'epoch'`),
    /** When it was deleted. The row stays, so that an older report does not restore it. */
    goneAt: instant('gone_at')
  },
  (table) => [
    primaryKey({ name: 'labels_pkey', columns: [table.repoId, table.hostId] }),
    foreignKey({
      name: 'labels_repo_id_fkey',
      columns: [table.repoId],
      foreignColumns: [repositories.hostId]
    })
  ]
)
