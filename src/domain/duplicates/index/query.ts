// A report that others are looked for: its terms, with what each is worth in this repository at this moment.
import { commonnessOf, SHARES } from '../text/common-words.js'
import type { ReportTerms, TermCounts } from '../text/report-terms.js'
import { TERM_KINDS, type TermKind } from '../text/terms.js'
import type { Vocabulary } from '../text/vocabulary.js'
import { queryWeight, type Rarity } from '../weights.js'

/** From such a share of the issues of other trackers on a word tells nothing of what a title is about. */
const COMMON_FROM = 0.1

export interface QueryTerm {
  hash: number
  number: number
  kind: TermKind
  inTitle: number
  inBody: number
  reportsWith: number
  rarity: number
  /** What a report that says it as well gains. */
  weight: number
  /** Whether it tells what a title is about. */
  isTelling: boolean
}

export interface ReportQuery {
  print: Uint32Array
  /** By the number of the term: those that any report has. */
  terms: ReadonlyMap<number, QueryTerm>
  /** The rarities of all words of its title and of its body, whether any other report has them or not. */
  titleRarity: number
  bodyRarity: number
  anyRarity: number
  /** How many terms of each kind. */
  counts: ReadonlyMap<TermKind, number>
  /** Words of its title that tell what it is about. */
  tellingTitle: number
}

export interface QueryContext {
  vocabulary: Vocabulary
  rarity: Rarity
}

export function reportQueryOf(reading: ReportTerms, print: Uint32Array, known: QueryContext): ReportQuery {
  const said = [...reading.terms].map(([hash, one]) => termOf(hash, one, known))
  const words = said.filter(({ kind }) => isWord(kind))
  return {
    print,
    terms: new Map(said.filter(({ reportsWith }) => reportsWith > 0).map((term) => [term.number, term])),
    titleRarity: rarityOf(words.filter(({ inTitle }) => inTitle > 0)),
    bodyRarity: rarityOf(words.filter(({ inBody }) => inBody > 0)),
    anyRarity: rarityOf(words),
    counts: countsOf(said),
    tellingTitle: said.filter(({ inTitle, isTelling }) => inTitle > 0 && isTelling).length
  }
}

function termOf(hash: number, said: TermCounts, { vocabulary, rarity }: QueryContext): QueryTerm {
  const number = vocabulary.find(hash)
  const reportsWith = vocabulary.reportsWith(number)
  const { kind, inTitle, inBody } = said
  const commonness = commonnessOf(hash)
  const rare = rarity.of(reportsWith, commonness)
  const weight = rare * queryWeight(inTitle, inBody)
  const tells = isDistinctive(kind, commonness)
  return { hash, number, kind, inTitle, inBody, reportsWith, rarity: rare, weight, isTelling: tells }
}

function countsOf(terms: readonly QueryTerm[]): Map<TermKind, number> {
  const counts = new Map<TermKind, number>()
  for (const { kind } of terms) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts
}

function rarityOf(terms: readonly QueryTerm[]): number {
  return terms.reduce((sum, { rarity }) => sum + rarity, 0)
}

export function isWord(kind: number): boolean {
  return kind === TERM_KINDS.word || kind === TERM_KINDS.identifier
}

/** A word that is not on every second page of any tracker. */
export function isDistinctive(kind: number, commonness: number): boolean {
  return kind === TERM_KINDS.word && (SHARES[commonness] ?? 0) < COMMON_FROM
}
