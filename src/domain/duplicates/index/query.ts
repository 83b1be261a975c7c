// A report prepared for the search: its terms with their current weights in this repository.
import { commonnessOf, SHARES } from '../../text/common-words.js'
import { TERM_KINDS, type TermKind } from '../../text/terms.js'
import type { ReportTerms, TermCounts } from '../text/report-terms.js'
import type { Vocabulary } from '../text/vocabulary.js'
import { queryWeight, type Rarity } from '../weights.js'

/** A word in more than this share of issues in other trackers is not distinctive. */
const COMMON_FROM = 0.1

export interface QueryTerm {
  hash: number
  number: number
  kind: TermKind
  inTitle: number
  inBody: number
  reportsWith: number
  rarity: number
  /** The weight of the term in the score of a report that contains it. */
  weight: number
  /** Whether the word is distinctive for what a title is about. */
  isDistinctive: boolean
}

export interface ReportQuery {
  print: Uint32Array
  /** Terms known to the index, by number. */
  terms: ReadonlyMap<number, QueryTerm>
  /** Summed rarities of all words of the title, of the body, and of both, including words that no other report has. */
  titleRarity: number
  bodyRarity: number
  anyRarity: number
  /** The number of terms by kind. */
  counts: ReadonlyMap<TermKind, number>
  /** The number of distinctive title words. */
  distinctiveTitle: number
}

export interface QueryContext {
  vocabulary: Vocabulary
  rarity: Rarity
}

export function reportQueryOf(report: ReportTerms, print: Uint32Array, context: QueryContext): ReportQuery {
  const terms = [...report.terms].map(([hash, counts]) => termOf(hash, counts, context))
  const words = terms.filter(({ kind }) => isWord(kind))
  return {
    print,
    terms: new Map(terms.filter(({ reportsWith }) => reportsWith > 0).map((term) => [term.number, term])),
    titleRarity: rarityOf(words.filter(({ inTitle }) => inTitle > 0)),
    bodyRarity: rarityOf(words.filter(({ inBody }) => inBody > 0)),
    anyRarity: rarityOf(words),
    counts: countsOf(terms),
    distinctiveTitle: terms.filter(({ inTitle, isDistinctive }) => inTitle > 0 && isDistinctive).length
  }
}

function termOf(hash: number, counts: TermCounts, { vocabulary, rarity }: QueryContext): QueryTerm {
  const number = vocabulary.find(hash)
  const reportsWith = vocabulary.reportsWith(number)
  const { kind, inTitle, inBody } = counts
  const commonness = commonnessOf(hash)
  const rare = rarity.of(reportsWith, commonness)
  const weight = rare * queryWeight(inTitle, inBody)
  return {
    hash,
    number,
    kind,
    inTitle,
    inBody,
    reportsWith,
    rarity: rare,
    weight,
    isDistinctive: isDistinctive(kind, commonness)
  }
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

/** A word that is rare in other trackers. */
export function isDistinctive(kind: number, commonness: number): boolean {
  return kind === TERM_KINDS.word && (SHARES[commonness] ?? 0) < COMMON_FROM
}
