import { HOTFIX_PRIORITY } from '#domain/merge-queue/lane/order.js'
import type { QueuePriority } from '#registry.js'
import { rollbackByPull } from '#store/rollbacks/rollbacks.js'

/** Pull requests that take merges back go before all others. */
export const revertPriority: QueuePriority = async (tx, repoId, number) =>
  (await rollbackByPull(tx, repoId, number)) ? HOTFIX_PRIORITY : undefined
