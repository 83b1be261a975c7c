import { sql } from 'drizzle-orm'
import { bigint, foreignKey, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '../columns.js'
import { repositories } from './repositories.js'

/** The labels that a repository offers. */
export const labels = pgTable(
  'labels',
  {
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    hostId: bigint('host_id', { mode: 'number' }).notNull(),
    name: text('name').notNull(),
    color: text('color'),
    description: text('description'),
    /** As of when this is known; what was told of it before changes nothing. */
    toldAt: instant('told_at').notNull().default(sql`'epoch'`),
    /** Since when it is gone. Its row stays, so that nothing older brings it back. */
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
