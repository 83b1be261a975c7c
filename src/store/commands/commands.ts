// Commands in comments: each is stored once, and ended once.
import { and, asc, eq, inArray, lt } from 'drizzle-orm'
import type { CommandLine } from '#domain/commands/parse.js'
import type { CommandState } from '#schemas/commands/enums.js'
import { commentCommands } from '#tables/commands/comment-commands.js'
import type { Db, Tx } from '../sql/database.js'

export type CommandRow = Omit<typeof commentCommands.$inferSelect, 'parsed'> & {
  parsed: Pick<CommandLine, 'command' | 'fault'>
}

/** Returns whether any of them was new. */
export async function insertCommands(
  tx: Tx,
  rows: (typeof commentCommands.$inferInsert)[]
): Promise<boolean> {
  const inserted = await tx
    .insert(commentCommands)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: commentCommands.id })
  return inserted.length > 0
}

export interface CommentRef {
  repoId: number
  commentId: number
}

/** The commands of a comment, in their order. */
export async function commandsOfComment(
  db: Db | Tx,
  { repoId, commentId }: CommentRef
): Promise<CommandRow[]> {
  const found = await db
    .select()
    .from(commentCommands)
    .where(and(eq(commentCommands.repoId, repoId), eq(commentCommands.commentId, commentId)))
    .orderBy(asc(commentCommands.position))
  // Cast at the database boundary: only parsed lines are written there.
  return found as CommandRow[]
}

/** Locks a command for this transaction; false if it has ended, or is gone. */
export async function holdCommand(tx: Tx, id: number): Promise<boolean> {
  const [held] = await tx
    .select({ state: commentCommands.state })
    .from(commentCommands)
    .where(eq(commentCommands.id, id))
    .for('update')
  return held?.state === 'pending'
}

export interface EndedCommand {
  state: Exclude<CommandState, 'pending'>
  reply: string
  decisionId: number
  finishedAt: Date
}

/** The caller holds the command. */
export async function endCommand(tx: Tx, id: number, ended: EndedCommand): Promise<void> {
  await tx.update(commentCommands).set(ended).where(eq(commentCommands.id, id))
}

/** Also those that nobody ended: their repository is gone. */
export async function dropCommands(
  tx: Tx,
  { before, atOnce }: { before: Date; atOnce: number }
): Promise<number> {
  const { id, createdAt } = commentCommands
  const old = tx.select({ id }).from(commentCommands).where(lt(createdAt, before)).limit(atOnce)
  const dropped = await tx.delete(commentCommands).where(inArray(id, old)).returning({ id })
  return dropped.length
}
