// A report that others are looked for: its terms, with what each is worth in this repository at this moment.
import type { Reading, Said } from './reading.js'
import type { Vocabulary } from './vocabulary.js'
import { queryWeight, type Rarity } from './weights.js'
import { KINDS, type Kind } from './words.js'

export interface Term {
  hash: number
  number: number
  kind: Kind
  inTitle: number
  inBody: number
  reportsWith: number
  rarity: number
  /** What a report that says it as well gains. */
  weight: number
}

export interface Query {
  print: Uint32Array
  /** By the number of the term: those that any report has. */
  terms: ReadonlyMap<number, Term>
  /** The rarities of all words of its title and of its body, whether any other report has them or not. */
  titleRarity: number
  bodyRarity: number
  anyRarity: number
}

export interface Known {
  vocabulary: Vocabulary
  rarity: Rarity
}

export function queryOf(reading: Reading, print: Uint32Array, known: Known): Query {
  const said = [...reading.terms].map(([hash, one]) => termOf(hash, one, known))
  const words = said.filter(({ kind }) => isWord(kind))
  return {
    print,
    terms: new Map(said.filter(({ reportsWith }) => reportsWith > 0).map((term) => [term.number, term])),
    titleRarity: rarityOf(words.filter(({ inTitle }) => inTitle > 0)),
    bodyRarity: rarityOf(words.filter(({ inBody }) => inBody > 0)),
    anyRarity: rarityOf(words)
  }
}

function termOf(hash: number, said: Said, { vocabulary, rarity }: Known): Term {
  const number = vocabulary.find(hash)
  const reportsWith = vocabulary.reportsWith(number)
  const { kind, inTitle, inBody } = said
  const rare = rarity.of(reportsWith)
  const weight = rare * queryWeight(inTitle, inBody)
  return { hash, number, kind, inTitle, inBody, reportsWith, rarity: rare, weight }
}

function rarityOf(terms: readonly Term[]): number {
  return terms.reduce((sum, { rarity }) => sum + rarity, 0)
}

export function isWord(kind: number): boolean {
  return kind === KINDS.word || kind === KINDS.identifier
}
