import { bigint, bigserial, foreignKey, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '../columns.js'
import { repositories } from '../mirror/repositories.js'

/** The files that pushes to the default branch have changed together. */
export const changeSets = pgTable(
  'change_sets',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    commitSha: text('commit_sha').notNull(),
    paths: text('paths').array().notNull(),
    pushedAt: instant('pushed_at').notNull()
  },
  (table) => [
    foreignKey({
      name: 'change_sets_repo_id_fkey',
      columns: [table.repoId],
      foreignColumns: [repositories.hostId]
    }),
    uniqueIndex('change_sets_commit_key').on(table.repoId, table.commitSha),
    index('change_sets_age_idx').on(table.repoId, table.pushedAt.desc().nullsFirst()),
    index('change_sets_pushed_at_idx').on(table.pushedAt)
  ]
)
