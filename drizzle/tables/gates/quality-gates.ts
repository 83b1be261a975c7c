import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  check,
  foreignKey,
  jsonb,
  pgTable,
  text,
  unique
} from 'drizzle-orm/pg-core'
import type { GateCondition } from '../../../schemas/configuration/gate-conditions.js'
import { instant } from '../columns.js'
import { repositories } from '../mirror/repositories.js'

/** Gates created through the API; gates in files are read from the file. */
export const qualityGates = pgTable(
  'quality_gates',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    name: text('name').notNull(),
    isDefault: boolean('is_default').notNull(),
    conditions: jsonb('conditions').$type<GateCondition[]>().notNull(),
    blockOnFail: boolean('block_on_fail').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull()
  },
  (table) => [
    unique('quality_gates_name_key').on(table.repoId, table.name),
    check('quality_gates_name_check', sql`length(${table.name}) between 1 and 64`),
    foreignKey({
      name: 'quality_gates_repo_id_fkey',
      columns: [table.repoId],
      foreignColumns: [repositories.hostId]
    })
  ]
)
