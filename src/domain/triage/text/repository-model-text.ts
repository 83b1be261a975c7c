// Serializes a repository model for its database row, and parses it.
import { TRIAGE_TYPES } from '#schemas/mirror/issues.js'
import type { RepositoryModel, TrainingExample } from '../repository-model.js'

/** The version of the format; a model in an older one is trained anew. */
const FORM = 1

interface StoredModelText {
  form: number
  lessons: { key: string; type: string; said: number[]; weights: number[]; features: string }[]
}

export function serializeModel({ lessons }: RepositoryModel): string {
  const written: StoredModelText = {
    form: FORM,
    lessons: lessons.map(({ key, type, scores, weights, buckets, values }) => ({
      key,
      type,
      said: scores.map(rounded),
      weights: weights.map(rounded),
      features: packed(buckets, values)
    }))
  }
  return JSON.stringify(written)
}

/** Undefined for an older format; then the model must be trained anew. */
export function parseModel(text: string): RepositoryModel | undefined {
  // Cast: only `serializeModel` writes this column, and the format is checked.
  const { form, lessons } = JSON.parse(text) as StoredModelText
  return form === FORM ? { lessons: lessons.map(parseExample) } : undefined
}

function parseExample({
  features,
  type,
  said,
  ...rest
}: StoredModelText['lessons'][number]): TrainingExample {
  const bytes = Buffer.from(features, 'base64')
  const count = bytes.length / 3
  return {
    ...rest,
    scores: said,
    type: TRIAGE_TYPES.find((known) => known === type) ?? 'other',
    buckets: Uint16Array.from({ length: count }, (_, at) => bytes.readUInt16LE(2 * at)),
    values: Uint8Array.from(bytes.subarray(2 * count))
  }
}

function packed(buckets: Uint16Array, values: Uint8Array): string {
  const bytes = Buffer.alloc(3 * buckets.length)
  for (const [at, bucket] of buckets.entries()) bytes.writeUInt16LE(bucket, 2 * at)
  bytes.set(values, 2 * buckets.length)
  return bytes.toString('base64')
}

const rounded = (number: number) => Math.round(number * 1e4) / 1e4
