// What common words mean, as vectors: words that mean nearly the same point nearly the same way.
import { decodeWeightTable, NO_ROW, type WeightTable } from './weight-table.js'

/** By the hash of the word (see `hashTerm`), rows of unit length in 127ths. */
export type WordVectors = WeightTable<{ source: string }>

const UNIT = 127

export const decodeWordVectors = (bytes: Uint8Array): WordVectors => decodeWeightTable(bytes, 'word vectors')

/** The cosine of two rows. */
export function cosineOfRows({ weights, columns }: WordVectors, one: number, other: number): number {
  const [here, there] = [one * columns, other * columns]
  let sum = 0
  for (let at = 0; at < columns; at += 1) sum += (weights[here + at] ?? 0) * (weights[there + at] ?? 0)
  return sum / (UNIT * UNIT)
}

export interface WeighedWord {
  row: number
  weight: number
}

/** The direction that these words have together, each as heavy as said. */
export function directionOf(vectors: WordVectors, words: Iterable<WeighedWord>): Float32Array {
  const sum = sumOf(vectors, words)
  const length = lengthOf(sum) || 1
  return sum.map((value) => value / length)
}

export function sumOf({ weights, columns }: WordVectors, words: Iterable<WeighedWord>): Float32Array {
  const sum = new Float32Array(columns)
  for (const { row, weight } of words) {
    if (row === NO_ROW) continue
    for (let at = 0; at < columns; at += 1)
      sum[at] = (sum[at] ?? 0) + weight * (weights[row * columns + at] ?? 0)
  }
  return sum
}

export const lengthOf = (sum: Float32Array): number => Math.sqrt(cosineOf(sum, sum))

/** Of two directions of unit length. */
export function cosineOf(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)
}
