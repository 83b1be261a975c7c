import { bigint, check, pgTable, text } from 'drizzle-orm/pg-core'
import { RECOUNT_KINDS, RECOUNT_WALKS } from '../../../schemas/recount/enums.js'
import { isOneOf } from '../columns.js'

/** The progress of each recount. */
export const recountWalks = pgTable(
  'recount_walks',
  {
    walk: text('walk', { enum: RECOUNT_WALKS }).primaryKey(),
    /** The last repository or day; null at the beginning. */
    position: text('position'),
    /** Detects that another process advanced the walk. */
    steps: bigint('steps', { mode: 'number' }).notNull()
  },
  (table) => [check('recount_walks_walk_check', isOneOf(table.walk, RECOUNT_WALKS))]
)

/** The number of counters repaired so far, by kind. */
export const recountRepairs = pgTable(
  'recount_repairs',
  {
    kind: text('kind', { enum: RECOUNT_KINDS }).primaryKey(),
    sums: bigint('sums', { mode: 'number' }).notNull()
  },
  (table) => [check('recount_repairs_kind_check', isOneOf(table.kind, RECOUNT_KINDS))]
)
