// What an event states that cannot be believed unseen: moments, numbers and long texts, each with its place in the payload.

import type { PayloadField } from '#domain/host/events.js'
import type { JsonObject } from '#schemas/common.js'
import { momentAt, objectAt, ordinalAt, secondsAt, stringAt } from './payload.js'

interface ClaimPaths {
  /** The events that tell of it; any without. */
  event?: string
  moments: readonly string[]
  /** Those of its moments that pushes tell in seconds of the epoch. */
  seconds?: readonly string[]
  numbers?: readonly string[]
  texts?: readonly string[]
}

const TIMESTAMPS = ['created_at', 'updated_at']

/** Of each object of a payload what the service takes over. */
const CLAIM_PATHS: Record<string, ClaimPaths> = {
  issue: { moments: [...TIMESTAMPS, 'closed_at'], numbers: ['number'], texts: ['body'] },
  pull_request: {
    event: 'pull_request',
    moments: [...TIMESTAMPS, 'closed_at', 'merged_at'],
    numbers: ['number'],
    texts: ['body']
  },
  workflow_run: { event: 'workflow_run', moments: TIMESTAMPS, numbers: ['run_attempt'] },
  release: { event: 'release', moments: ['published_at'] },
  repository: { moments: ['pushed_at', 'created_at'], seconds: ['created_at'] }
}

export function claimsOf(name: string, payload: JsonObject): PayloadField[] {
  return Object.entries(CLAIM_PATHS).flatMap(([key, place]) => {
    const object = objectAt(payload, key)
    return object && (place.event ?? name) === name ? claimsIn(object, key, place) : []
  })
}

function claimsIn(
  object: JsonObject,
  key: string,
  { moments, seconds = [], numbers = [], texts = [] }: ClaimPaths
): PayloadField[] {
  const at = (field: string) => ({ path: `/${key}/${field}` })
  const isSaid = (field: string) => object[field] !== undefined && object[field] !== null
  return [
    // In an event of a push moments may be numbers; of those that are not listed nothing is taken over.
    ...moments
      .filter((field) => typeof object[field] === 'string')
      .map((field) => ({ ...at(field), kind: 'moment' as const, moment: momentAt(object, field) })),
    ...seconds
      .filter((field) => typeof object[field] === 'number')
      .map((field) => ({ ...at(field), kind: 'moment' as const, moment: secondsAt(object, field) })),
    ...numbers
      .filter(isSaid)
      .map((field) => ({ ...at(field), kind: 'number' as const, number: ordinalAt(object, field) })),
    ...texts
      .filter(isSaid)
      .map((field) => ({ ...at(field), kind: 'text' as const, length: stringAt(object, field)?.length ?? 0 }))
  ]
}
