// Compares a report with an older one, term by term: the input of the ranker and the similarity.

import { TERM_KINDS } from '../text/terms.js'
import { type Differences, SharedCounts, sharedCountsOf } from './differences.js'
import { inBody, inTitle, numberIn } from './index/packed-counts.js'
import { isDistinctive, isWord, type QueryContext, type QueryTerm, type ReportQuery } from './index/query.js'
import { printOverlap } from './text/title-prints.js'
import { frequencyIn, type Lengths } from './weights.js'

export interface OlderReport {
  print: Uint32Array
  terms: Uint32Array
  lengths: Lengths
}

export interface TextComparison {
  /** BM25F over all terms. */
  text: number
  /** The share of title words, weighted by rarity, that occur anywhere in the other report. */
  titleFound: number
  titleFoundThere: number
  bodyFound: number
  bodyFoundThere: number
  titleOverlap: number
  bodyOverlap: number
  /** Titles and bodies together. */
  overlap: number
  printOverlap: number
  /** Rarity of the rarest shared word. */
  rarest: number
  words: number
  /** Summed rarities of the shared terms. */
  identifiers: number
  pairs: number
  failures: number
  failureCount: number
  /** Words in the body of the older report. */
  bodyLength: number
  /** What speaks against a duplicate. */
  differences: Differences
}

/** Sums accumulated during a comparison. */
class RunningSums {
  text = 0
  rarest = 0
  words = 0
  identifiers = 0
  pairs = 0
  failures = 0
  failureCount = 0
  /** Words of the older report. */
  title = 0
  body = 0
  any = 0
  /** Words of both reports. */
  titles = 0
  bodies = 0
  anyShared = 0
  titleFound = 0
  titleFoundThere = 0
  /** Distinctive title words. */
  matchedHere = 0
  matchedThere = 0
  distinctiveThere = 0
  readonly differences = {
    numbers: new SharedCounts(),
    codes: new SharedCounts(),
    frames: new SharedCounts()
  }

  constructor({ counts }: ReportQuery) {
    this.differences.numbers.here = counts.get(TERM_KINDS.number) ?? 0
    this.differences.codes.here = counts.get(TERM_KINDS.code) ?? 0
    this.differences.frames.here = counts.get(TERM_KINDS.frame) ?? 0
  }
}

type ComparisonContext = QueryContext & { averages: Lengths }

export function compareReports(
  query: ReportQuery,
  older: OlderReport,
  context: ComparisonContext
): TextComparison {
  const sums = new RunningSums(query)
  for (const pack of older.terms) {
    const number = numberIn(pack)
    const term = query.terms.get(number)
    const kind = term?.kind ?? context.vocabulary.kindOf(number)
    if (!isWord(kind)) addOther(sums, kind, term)
    else if (term === undefined) addOlder(sums, pack, context)
    else
      addShared(sums, pack, term, frequencyIn(inTitle(pack), inBody(pack), older.lengths, context.averages))
  }
  return comparisonOf(sums, query, older)
}

/** A word that only the older report has. */
function addOlder(sums: RunningSums, pack: number, { rarity, vocabulary }: QueryContext): void {
  const number = numberIn(pack)
  const commonness = vocabulary.commonnessOf(number)
  addThere(sums, pack, rarity.of(vocabulary.reportsWith(number), commonness))
  if (inTitle(pack) > 0 && isDistinctive(vocabulary.kindOf(number), commonness)) sums.distinctiveThere += 1
}

function addThere(sums: RunningSums, pack: number, rarity: number): void {
  sums.any += rarity
  if (inTitle(pack) > 0) sums.title += rarity
  if (inBody(pack) > 0) sums.body += rarity
}

function addShared(sums: RunningSums, pack: number, term: QueryTerm, frequency: number): void {
  const rarity = term.rarity
  const there = inTitle(pack) > 0
  addThere(sums, pack, rarity)
  sums.text += term.weight * frequency
  sums.words += 1
  sums.anyShared += rarity
  if (rarity > sums.rarest) sums.rarest = rarity
  if (term.kind === TERM_KINDS.identifier) sums.identifiers += rarity
  if (inBody(pack) > 0 && term.inBody > 0) sums.bodies += rarity
  if (there) addThereInTitle(sums, term)
  if (term.inTitle === 0) return
  sums.titleFound += rarity
  if (there) sums.titles += rarity
  if (term.isDistinctive) sums.matchedThere += 1
}

function addThereInTitle(sums: RunningSums, { rarity, isDistinctive }: QueryTerm): void {
  sums.titleFoundThere += rarity
  if (!isDistinctive) return
  sums.distinctiveThere += 1
  sums.matchedHere += 1
}

function addOther(sums: RunningSums, kind: number, term: QueryTerm | undefined): void {
  const counts = sharedCountsOf(sums.differences, kind)
  if (counts !== undefined) {
    counts.there += 1
    if (term !== undefined) counts.shared += 1
  }
  if (term === undefined) return
  if (kind === TERM_KINDS.pair) sums.pairs += term.rarity
  if (kind === TERM_KINDS.failure || kind === TERM_KINDS.frame) {
    sums.failures += term.rarity
    sums.failureCount += 1
  }
}

function comparisonOf(sums: RunningSums, query: ReportQuery, older: OlderReport): TextComparison {
  return {
    text: sums.text,
    rarest: sums.rarest,
    words: sums.words,
    identifiers: sums.identifiers,
    pairs: sums.pairs,
    failures: sums.failures,
    failureCount: sums.failureCount,
    titleFound: shareOf(sums.titleFound, query.titleRarity),
    titleFoundThere: shareOf(sums.titleFoundThere, sums.title),
    bodyFound: shareOf(sums.bodies, query.bodyRarity),
    bodyFoundThere: shareOf(sums.bodies, sums.body),
    titleOverlap: shareOf(sums.titles, query.titleRarity + sums.title - sums.titles),
    bodyOverlap: shareOf(sums.bodies, query.bodyRarity + sums.body - sums.bodies),
    overlap: shareOf(sums.anyShared, query.anyRarity + sums.any - sums.anyShared),
    printOverlap: printOverlap(query.print, older.print),
    bodyLength: older.lengths.body,
    differences: {
      ...sums.differences,
      title: {
        here: { count: query.distinctiveTitle, own: query.distinctiveTitle - sums.matchedThere },
        there: { count: sums.distinctiveThere, own: sums.distinctiveThere - sums.matchedHere }
      }
    }
  }
}

/** Limits the share to 1 against rounding errors. */
function shareOf(part: number, whole: number): number {
  return whole > 0 ? Math.min(1, part / whole) : 0
}
