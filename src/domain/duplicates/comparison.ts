// How alike a report and an older one are, word by word: what the ranker and the similarity are reckoned from.
import { inBody, inTitle, numberIn } from './counts.js'
import { printOverlap } from './prints.js'
import { isWord, type Known, type Query, type Term } from './query.js'
import { frequencyIn, type Lengths } from './weights.js'
import { KINDS } from './words.js'

export interface Older {
  print: Uint32Array
  terms: Uint32Array
  lengths: Lengths
}

export interface Comparison {
  /** BM25F over all terms. */
  text: number
  /** Rarity of the words of the title of the one that are anywhere in the other, as a share. */
  titleFound: number
  titleFoundThere: number
  bodyFound: number
  bodyFoundThere: number
  titleOverlap: number
  bodyOverlap: number
  /** Of titles and bodies together. */
  overlap: number
  printOverlap: number
  /** Of the rarest word that both have. */
  rarest: number
  words: number
  /** Sums of rarities. */
  identifiers: number
  pairs: number
  failures: number
  failureCount: number
  /** Words of the body of the older one. */
  bodyLength: number
}

/** Sums of rarities on the way. */
class Sums {
  text = 0
  rarest = 0
  words = 0
  identifiers = 0
  pairs = 0
  failures = 0
  failureCount = 0
  /** Of the older one alone. */
  title = 0
  body = 0
  any = 0
  /** Of both. */
  titles = 0
  bodies = 0
  anyShared = 0
  titleFound = 0
  titleFoundThere = 0
}

export function compare(query: Query, older: Older, known: Known & { averages: Lengths }): Comparison {
  const sums = new Sums()
  for (const pack of older.terms) {
    const number = numberIn(pack)
    const term = query.terms.get(number)
    const kind = term?.kind ?? known.vocabulary.kindOf(number)
    if (isWord(kind)) {
      const rarity = term?.rarity ?? known.rarity.of(known.vocabulary.reportsWith(number))
      addOlder(sums, pack, rarity)
      if (term === undefined) continue
      addShared(sums, pack, term)
      sums.text += term.weight * frequencyIn(inTitle(pack), inBody(pack), older.lengths, known.averages)
    } else if (term !== undefined) addOther(sums, term)
  }
  return comparisonOf(sums, query, older)
}

function addOlder(sums: Sums, pack: number, rarity: number): void {
  sums.any += rarity
  if (inTitle(pack) > 0) sums.title += rarity
  if (inBody(pack) > 0) sums.body += rarity
}

function addShared(sums: Sums, pack: number, term: Term): void {
  const rarity = term.rarity
  const there = inTitle(pack) > 0
  sums.words += 1
  sums.anyShared += rarity
  if (rarity > sums.rarest) sums.rarest = rarity
  if (term.kind === KINDS.identifier) sums.identifiers += rarity
  if (there) sums.titleFoundThere += rarity
  if (inBody(pack) > 0 && term.inBody > 0) sums.bodies += rarity
  if (term.inTitle === 0) return
  sums.titleFound += rarity
  if (there) sums.titles += rarity
}

function addOther(sums: Sums, { kind, rarity }: Term): void {
  if (kind === KINDS.pair) sums.pairs += rarity
  else {
    sums.failures += rarity
    sums.failureCount += 1
  }
}

function comparisonOf(sums: Sums, query: Query, older: Older): Comparison {
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
    bodyLength: older.lengths.body
  }
}

/** Rounding may leave a sum of equal parts a little larger than itself. */
function shareOf(part: number, whole: number): number {
  return whole > 0 ? Math.min(1, part / whole) : 0
}
