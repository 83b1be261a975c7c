// The rows of pipeline events.
import { asc, inArray, lt, sql } from 'drizzle-orm'
import { repositories } from '#tables/mirror/repositories.js'
import { pipelineEvents } from '#tables/telemetry/pipeline-events.js'
import type { TalliedTx } from '../counters/tallies.js'

export type PipelineEventRow = typeof pipelineEvents.$inferSelect
export type PipelineEventFields = Omit<PipelineEventRow, 'id' | 'live'>

/** A statement has at most 65,535 values. */
const AT_ONCE = 1_000

/** An event of a deleted repository is hidden from the beginning. */
export async function insertPipelineEvents(
  tx: TalliedTx,
  events: readonly PipelineEventFields[]
): Promise<void> {
  const { hostId, deletedAt } = repositories
  for (let from = 0; from < events.length; from += AT_ONCE)
    await tx.insert(pipelineEvents).values(
      events.slice(from, from + AT_ONCE).map((event) => ({
        ...event,
        live: sql`(select ${deletedAt} is null from ${repositories} where ${hostId} = ${event.repoId})`
      }))
    )
}

/** The oldest first; returns what is deleted. */
export async function deletePipelineEvents(
  tx: TalliedTx,
  { before, atOnce }: { before: Date; atOnce: number }
): Promise<PipelineEventRow[]> {
  const { id, occurredAt } = pipelineEvents
  const old = tx
    .select({ id })
    .from(pipelineEvents)
    .where(lt(occurredAt, before))
    .orderBy(asc(occurredAt))
    .limit(atOnce)
  return tx.delete(pipelineEvents).where(inArray(id, old)).returning()
}
