import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  check,
  foreignKey,
  integer,
  json,
  pgTable,
  text,
  unique
} from 'drizzle-orm/pg-core'
import { COMMAND_STATES } from '../../../schemas/commands/enums.js'
import { STALE_TARGETS } from '../../../schemas/host/enums.js'
import { instant, isOneOf } from '../columns.js'
import { repositories } from '../mirror/repositories.js'

/** Commands in comments. A row is written once, so that a comment that is delivered twice is obeyed once. */
export const commentCommands = pgTable(
  'comment_commands',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    /** The host's id of the comment, and the position of the command in it. */
    commentId: bigint('comment_id', { mode: 'number' }).notNull(),
    position: integer('position').notNull(),
    commentUrl: text('comment_url'),
    targetType: text('target_type', { enum: STALE_TARGETS }).notNull(),
    targetNumber: integer('target_number').notNull(),
    author: text('author').notNull(),
    /** The line as it was written. */
    line: text('line').notNull(),
    /** The line as it was understood: `command` and `fault`. */
    parsed: json('parsed').notNull(),
    state: text('state', { enum: COMMAND_STATES }).notNull(),
    reply: text('reply'),
    decisionId: bigint('decision_id', { mode: 'number' }),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at')
  },
  (table) => [
    unique('comment_commands_key').on(table.repoId, table.commentId, table.position),
    check('comment_commands_target_type_check', isOneOf(table.targetType, STALE_TARGETS)),
    check('comment_commands_state_check', isOneOf(table.state, COMMAND_STATES)),
    check('comment_commands_reply_check', sql`(state = 'pending') = (reply is null)`),
    foreignKey({
      name: 'comment_commands_repo_id_fkey',
      columns: [table.repoId],
      foreignColumns: [repositories.hostId]
    })
  ]
)
