import { bigint, check, pgTable, text } from 'drizzle-orm/pg-core'
import { RECOUNT_KINDS, RECOUNT_WALKS } from '../../../schemas/recount/words.js'
import { isOneOf } from '../columns.js'

/** How far each walk over the sums has come. */
export const recountWalks = pgTable(
  'recount_walks',
  {
    walk: text('walk', { enum: RECOUNT_WALKS }).primaryKey(),
    /** The last repository or day; null where it begins again. */
    position: text('position'),
    /** By this a second walker finds that it is not the only one. */
    steps: bigint('steps', { mode: 'number' }).notNull()
  },
  (table) => [check('recount_walks_walk_check', isOneOf(table.walk, RECOUNT_WALKS))]
)

/** How many sums were found wrong and mended so far, by what they are about. */
export const recountRepairs = pgTable(
  'recount_repairs',
  {
    kind: text('kind', { enum: RECOUNT_KINDS }).primaryKey(),
    sums: bigint('sums', { mode: 'number' }).notNull()
  },
  (table) => [check('recount_repairs_kind_check', isOneOf(table.kind, RECOUNT_KINDS))]
)
