import type { Db, Deps } from '#deps.js'
import type { QueueState } from '#domain/telemetry/statistics.js'

/** The merge queues as they are now, of a repository or of all; empty if there are none. */
export async function liveQueue(
  { registry }: Pick<Deps, 'registry'>,
  db: Db,
  repoId: number | undefined
): Promise<QueueState> {
  const states = await Promise.all(registry.liveQueues.map((read) => read(db, repoId)))
  const admitted = states.flatMap(({ oldestAdmittedAt }) => oldestAdmittedAt?.getTime() ?? [])
  return {
    depth: states.reduce((sum, { depth }) => sum + depth, 0),
    oldestAdmittedAt: admitted.length === 0 ? null : new Date(Math.min(...admitted))
  }
}
