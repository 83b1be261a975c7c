import { commentCommands } from '#tables/commands/comment-commands.js'
import type { RepositoryTable } from '../sql/repository-table.js'

export const commandsTables: readonly RepositoryTable[] = [
  {
    table: commentCommands,
    repoId: commentCommands.repoId,
    keys: [[commentCommands.commentId, commentCommands.position]]
  }
]
