// What a pipeline event adds to the counters. The writer of an event updates them in the same transaction.
import type { JsonObject } from '#schemas/common.js'
import type { PipelineEventType } from '#schemas/telemetry/enums.js'
import { counter } from '../counters/counter.js'
import { ever, ofEach, on, type Tally, when } from '../counters/tally.js'
import { valueAt } from '../json/path.js'
import { waitBucket } from './wait-buckets.js'

declare module '../counters/counter.js' {
  interface SumWords {
    /** Waits are counted by the number of their bucket; ejections, by their reason. */
    telemetry:
      | ['telemetry', 'events']
      | ['telemetry', 'type', PipelineEventType]
      | ['telemetry', 'merges', 'timed' | 'ms' | 'tested']
      | ['telemetry', 'candidates', 'timed' | 'ms']
      | ['telemetry', 'waits', string]
      | ['telemetry', 'ejected', string]
  }
}

export interface CountedEvent {
  eventType: PipelineEventType
  durationMs: number | null
  metadata: JsonObject
  occurredAt: Date
}

export function talliesOfEvent(event: CountedEvent): Tally[] {
  const measures = [counter('telemetry', 'events'), counter('telemetry', 'type', event.eventType)]
  return [
    ...measures.flatMap((measure) => [ever(measure), on(event.occurredAt, measure)]),
    ...talliesOfMerge(event),
    ...talliesOfCandidate(event),
    ...talliesOfEjection(event)
  ]
}

function talliesOfMerge({ eventType, durationMs, metadata, occurredAt }: CountedEvent): Tally[] {
  if (eventType !== 'pr_merged') return []
  return [
    ...ofEach(durationMs, (ms) => [
      on(occurredAt, counter('telemetry', 'merges', 'timed')),
      { ...on(occurredAt, counter('telemetry', 'merges', 'ms')), amount: ms },
      on(occurredAt, counter('telemetry', 'waits', String(waitBucket(ms))))
    ]),
    ...when(valueAt(metadata, 'tested') === true, on(occurredAt, counter('telemetry', 'merges', 'tested')))
  ]
}

/** What the merge queue spends in CI, on candidates that fail as well. */
function talliesOfCandidate({ eventType, durationMs, metadata, occurredAt }: CountedEvent): Tally[] {
  if (eventType !== 'ci_run_completed' || valueAt(metadata, 'candidate') !== true) return []
  return ofEach(durationMs, (ms) => [
    on(occurredAt, counter('telemetry', 'candidates', 'timed')),
    { ...on(occurredAt, counter('telemetry', 'candidates', 'ms')), amount: ms }
  ])
}

/** Reasons that are no words would make up names of counters. */
const REASON = /^[a-z][a-z0-9_]{0,49}$/
const UNSPECIFIED = 'unspecified'

function talliesOfEjection({ eventType, metadata, occurredAt }: CountedEvent): Tally[] {
  if (eventType !== 'pr_blocked' && eventType !== 'pr_dequeued') return []
  const reason = valueAt(metadata, 'reason')
  const name = typeof reason === 'string' && REASON.test(reason) ? reason : UNSPECIFIED
  return [on(occurredAt, counter('telemetry', 'ejected', name))]
}
