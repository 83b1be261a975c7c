// Records what happens to changes on their way. Every emitter writes through here.
import type { Tx } from '#deps.js'
import { boundMetadata } from '#domain/telemetry/metadata.js'
import { talliesOfEvent } from '#domain/telemetry/tallies.js'
import type { JsonObject } from '#schemas/common.js'
import type { PipelineEventType } from '#schemas/telemetry/enums.js'
import { changeTallied, type RepoTallies } from '#store/counters/tallies.js'
import { insertPipelineEvents, type PipelineEventFields } from '#store/telemetry/events.js'

/** What is left out is null. */
export interface NewPipelineEvent {
  repoId: number
  type: PipelineEventType
  actor: string | null
  occurredAt: Date
  /** A branch or a commit. */
  ref?: string | null
  prNumber?: number | null
  durationMs?: number | null
  success?: boolean | null
  /** Names in snake_case. What is too large is cut, and secrets are redacted. */
  metadata?: JsonObject
}

/**
 * Call this in the transaction in which it happens, once for each thing that happens, and where the transaction can
 * no longer wait for a lock that others hold: it writes to the sums of the repository, whose lock is best held already.
 */
export function recordPipelineEvent(tx: Tx, event: NewPipelineEvent): Promise<void> {
  return recordPipelineEvents(tx, [event])
}

/** The same of several, perhaps of several repositories. */
export async function recordPipelineEvents(tx: Tx, events: readonly NewPipelineEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(rowOf)
  await changeTallied(tx, async (tallied) => {
    await insertPipelineEvents(tallied, rows)
    return talliesByRepository(rows)
  })
}

function rowOf({
  type: eventType,
  ref,
  prNumber,
  durationMs,
  ...event
}: NewPipelineEvent): PipelineEventFields {
  const { repoId, actor, occurredAt, success, metadata = {} } = event
  return {
    repoId,
    eventType,
    actor,
    ref: ref ?? null,
    prNumber: prNumber ?? null,
    // Clocks of the host and of the service may differ.
    durationMs: durationMs === undefined || durationMs === null ? null : Math.max(0, Math.round(durationMs)),
    success: success ?? null,
    metadata: boundMetadata(metadata),
    occurredAt
  }
}

/** In the order of their ids, so that two writers do not wait for each other. */
export function talliesByRepository(rows: readonly PipelineEventFields[], sign: 1 | -1 = 1): RepoTallies[] {
  return [...new Set(rows.map(({ repoId }) => repoId))]
    .sort((one, other) => one - other)
    .map((repoId) => ({
      repoId,
      tallies: rows
        .filter((row) => row.repoId === repoId)
        .flatMap(talliesOfEvent)
        .map((tally) => ({ ...tally, amount: sign * tally.amount }))
    }))
}
