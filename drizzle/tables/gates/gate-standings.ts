import {
  bigint,
  boolean,
  check,
  foreignKey,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text
} from 'drizzle-orm/pg-core'
import { type EvaluatedCondition, GATE_RESULTS } from '../../../schemas/gates/gates.js'
import { instant, isOneOf } from '../columns.js'
import { repositories } from '../mirror/repositories.js'

/** The latest evaluation of each existing gate, so that the view of the fleet need not search the history. */
export const gateStandings = pgTable(
  'gate_standings',
  {
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    gateName: text('gate_name').notNull(),
    blockOnFail: boolean('block_on_fail').notNull(),
    result: text('result', { enum: GATE_RESULTS }).notNull(),
    conditions: jsonb('conditions').$type<EvaluatedCondition[]>().notNull(),
    score: integer('score').notNull(),
    passedCount: integer('passed_count').notNull(),
    failedCount: integer('failed_count').notNull(),
    totalCount: integer('total_count').notNull(),
    evaluatedAt: instant('evaluated_at').notNull()
  },
  (table) => [
    primaryKey({ name: 'gate_standings_pkey', columns: [table.repoId, table.gateName] }),
    check('gate_standings_result_check', isOneOf(table.result, GATE_RESULTS)),
    foreignKey({
      name: 'gate_standings_repo_id_fkey',
      columns: [table.repoId],
      foreignColumns: [repositories.hostId]
    })
  ]
)
