import { bigint, foreignKey, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { repositories } from './repositories.js'

/** The labels that a repository offers. */
export const labels = pgTable(
  'labels',
  {
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    hostId: bigint('host_id', { mode: 'number' }).notNull(),
    name: text('name').notNull(),
    color: text('color'),
    description: text('description')
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
