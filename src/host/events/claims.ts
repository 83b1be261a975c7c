// Payload fields that must be validated before use: timestamps, numbers and long texts, each with its JSON pointer.

import type { PayloadField } from '#domain/host/events.js'
import { LONGEST_BODY } from '#domain/host/limits.js'
import type { JsonObject } from '#schemas/common.js'
import { LONGEST_STRING, momentAt, objectAt, ordinalAt, secondsAt, textAt } from '../payload.js'

interface ClaimPaths {
  /** The only event in which the object counts; any if absent. */
  event?: string
  moments: readonly string[]
  /** Those of its moments that push events send in epoch seconds. */
  seconds?: readonly string[]
  numbers?: readonly string[]
  /** Longer ones are cut. */
  texts?: Record<string, number>
}

const TEXTS = { title: LONGEST_STRING, body: LONGEST_BODY }
const TIMESTAMPS = ['created_at', 'updated_at']

/** The fields that the service uses, by object of the payload. */
const CLAIM_PATHS: Record<string, ClaimPaths> = {
  issue: { moments: [...TIMESTAMPS, 'closed_at'], numbers: ['number'], texts: TEXTS },
  pull_request: {
    event: 'pull_request',
    moments: [...TIMESTAMPS, 'closed_at', 'merged_at'],
    numbers: ['number'],
    texts: TEXTS
  },
  workflow_run: { event: 'workflow_run', moments: TIMESTAMPS, numbers: ['run_attempt'] },
  release: { event: 'release', moments: ['published_at'] },
  repository: { moments: ['pushed_at', 'created_at'], seconds: ['created_at'] }
}

export function claimsOf(name: string, payload: JsonObject): PayloadField[] {
  return Object.entries(CLAIM_PATHS).flatMap(([key, paths]) => {
    const object = objectAt(payload, key)
    return object && (paths.event ?? name) === name ? claimsIn(object, key, paths) : []
  })
}

function claimsIn(
  object: JsonObject,
  key: string,
  { moments, seconds = [], numbers = [], texts = {} }: ClaimPaths
): PayloadField[] {
  const at = (field: string) => ({ path: `/${key}/${field}` })
  const isPresent = (field: string) => object[field] !== undefined && object[field] !== null
  return [
    // A push may send timestamps as numbers; those that are not listed are not used.
    ...moments
      .filter((field) => typeof object[field] === 'string')
      .map((field) => ({ ...at(field), kind: 'moment' as const, moment: momentAt(object, field) })),
    ...seconds
      .filter((field) => typeof object[field] === 'number')
      .map((field) => ({ ...at(field), kind: 'moment' as const, moment: secondsAt(object, field) })),
    ...numbers
      .filter(isPresent)
      .map((field) => ({ ...at(field), kind: 'number' as const, number: ordinalAt(object, field) })),
    ...Object.entries(texts).map(([field, longest]) => ({
      ...at(field),
      kind: 'text' as const,
      length: textAt(object, field)?.length ?? 0,
      longest
    }))
  ]
}
