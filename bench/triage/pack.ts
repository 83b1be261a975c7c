// Models as the file that ships: the features that say most, each weight in one byte.
import { createHash } from 'node:crypto'
import type { TypeModel, TypeModelFacts } from '#domain/triage/shared-model.js'
import { hashName } from '#domain/triage/text/hash.js'
import { COMMON_TYPES } from '#schemas/triage/triage.js'
import type { Linear } from '../learning/linear.js'

/** So many features of the model for any repository are kept, and so many of each known one. */
const MOST_ELSEWHERE = 20_000
const MOST_KNOWN = 8_000

type Trust = Pick<TypeModelFacts, 'temperatures' | 'cutoffs'>

interface Entry {
  hash: number
  weights: number[]
}

export function packed(elsewhere: Linear, known: ReadonlyMap<string, Linear>, trust: Trust): TypeModel {
  const entries = [
    ...entriesOf(elsewhere, MOST_ELSEWHERE, undefined),
    ...[...known].flatMap(([name, model]) => entriesOf(model, MOST_KNOWN, name))
  ].sort((one, other) => one.hash - other.hash)
  const largest = entries.reduce((most, { weights }) => Math.max(most, ...weights.map(Math.abs)), 0)
  const unit = largest / 127
  const hashes = Uint32Array.from(entries, ({ hash }) => hash)
  const weights = Int8Array.from(
    entries.flatMap(({ weights }) => weights.map((weight) => Math.round(weight / unit)))
  )
  return {
    facts: {
      version: `kinds-${createHash('sha256').update(hashes).update(weights).digest('hex').slice(0, 8)}`,
      unit,
      bias: elsewhere.bias,
      known: Object.fromEntries([...known].map(([name, { bias }]) => [name, bias])),
      ...trust
    },
    columns: COMMON_TYPES.length,
    hashes,
    weights
  }
}

function entriesOf({ weights }: Linear, most: number, repository: string | undefined): Entry[] {
  const seed = repository === undefined ? undefined : hashName(repository)
  const strength = (weights: readonly number[]) => Math.max(...weights.map(Math.abs))
  return [...weights]
    .sort(([, one], [, other]) => strength(other) - strength(one))
    .slice(0, most)
    .map(([name, weights]) => ({ hash: hashName(name, seed), weights }))
}
