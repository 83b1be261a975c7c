import { bigint, bigserial, foreignKey, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '../columns.js'
import { repositories } from '../mirror/repositories.js'

/** How the pull requests of a repository are reviewed, where somebody has said so. */
export const reviewSettings = pgTable(
  'ai_review_config',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    /** JSON: the settings that were saved; the others are the defaults. */
    settings: text('settings').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull()
  },
  (table) => [
    foreignKey({
      name: 'ai_review_config_repo_id_fkey',
      columns: [table.repoId],
      foreignColumns: [repositories.hostId]
    }),
    uniqueIndex('ai_review_config_repo_id_key').on(table.repoId)
  ]
)
