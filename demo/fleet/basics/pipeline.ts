// Events of the pipeline, as telemetry counts them.
import type { JsonObject } from '#schemas/common.js'
import type { PipelineEventType } from '#schemas/telemetry/enums.js'
import { pipelineEvents } from '#tables/telemetry/pipeline-events.js'
import { SERVICE } from './deeds.js'
import type { Fleet, Home } from './fleet.js'

export interface PipelineStep {
  home: Home
  type: PipelineEventType
  at: Date
  actor?: string
  ref?: string
  prNumber?: number
  durationMs?: number
  success?: boolean
  metadata?: JsonObject
}

export function addStep({ book }: Fleet, step: PipelineStep): void {
  const { home, type, at, actor = SERVICE, ref, prNumber, durationMs, success, metadata = {} } = step
  book.add(pipelineEvents, {
    repoId: home.hostId,
    eventType: type,
    actor,
    ref: ref ?? null,
    prNumber: prNumber ?? null,
    durationMs: durationMs ?? null,
    success: success ?? null,
    metadata,
    occurredAt: at,
    live: !home.row.deletedAt
  })
}
