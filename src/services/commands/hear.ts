// Hears commands in new comments.

import { commandsIn } from '#domain/commands/parse.js'
import type { HostEvent, ItemComment } from '#domain/host/events.js'
import { insertCommands } from '#store/commands/commands.js'
import type { DeliveryContext } from '../deliveries/handle.js'

/** Without credentials nobody can be asked who may use commands, and no reply can be posted. */
export async function hearCommands(
  { deps, tx, at }: DeliveryContext,
  { comment, repository }: Extract<HostEvent, { comment?: ItemComment }>
): Promise<void> {
  if (!comment?.isByInsider || !deps.host.client.isConfigured) return
  const { hostId: commentId, url, writtenAt, targetType, number, author } = comment
  const repoId = repository.hostId
  const rows = commandsIn(comment.body).map(({ text, command, fault }, position) => ({
    repoId,
    commentId,
    position,
    commentUrl: url,
    targetType,
    targetNumber: number,
    author,
    line: text,
    parsed: { command, fault },
    state: 'pending' as const,
    createdAt: writtenAt ?? at
  }))
  if (rows.length === 0 || !(await insertCommands(tx, rows))) return
  await deps.queue.enqueue(tx, 'commands.run', [{ payload: { repo_id: repoId, comment_id: commentId } }])
}
