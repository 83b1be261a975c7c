// How much two reports mean the same: which words of the one the other has or nearly has, and where both point to.
import { NO_ROW, rowOfHash } from '../../text/weight-table.js'
import { cosineOf, cosineOfRows, directionOf, type WordVectors } from '../../text/word-vectors.js'
import { isWord } from '../index/query.js'
import type { ReportTerms } from '../text/report-terms.js'

export interface MeantWords {
  hashes: Uint32Array
  /** Rows of the vectors; `NO_ROW` for words that they lack. */
  rows: Int32Array
  /** 1 for words of the title. */
  inTitle: Uint8Array
}

/** The first words say what a report is about; each is compared with each of the other. */
const MOST_WORDS = 120

export function meantWordsOf({ terms }: Pick<ReportTerms, 'terms'>, vectors: WordVectors): MeantWords {
  const words = [...terms].filter(([, { kind }]) => isWord(kind)).slice(0, MOST_WORDS)
  return {
    hashes: Uint32Array.from(words, ([hash]) => hash),
    rows: Int32Array.from(words, ([hash]) => rowOfHash(vectors, hash)),
    inTitle: Uint8Array.from(words, ([, { inTitle }]) => (inTitle > 0 ? 1 : 0))
  }
}

interface Word {
  hash: number
  row: number
  weight: number
}

/** The words of a report with their rarity in this repository. */
export interface WeighedReport {
  title: readonly Word[]
  all: readonly Word[]
  titleDirection: Float32Array
  direction: Float32Array
}

/** Rare words decide where a text points to. */
const RARITY_POWER = 1.5

export function weighedReport(
  { hashes, rows, inTitle }: MeantWords,
  vectors: WordVectors,
  rarityOf: (hash: number) => number
): WeighedReport {
  const all = [...hashes].map((hash, at) => ({ hash, row: rows[at] ?? NO_ROW, weight: rarityOf(hash) }))
  const title = all.filter((_, at) => inTitle[at] === 1)
  const pointing = (words: readonly Word[]) =>
    directionOf(
      vectors,
      words.map(({ row, weight }) => ({ row, weight: weight ** RARITY_POWER }))
    )
  return { title, all, titleDirection: pointing(title), direction: pointing(all) }
}

/** Shares are 0 to 1, and rare words weigh more. */
export interface MeaningComparison {
  titles: number
  texts: number
  /** What the title of the one says and the other has, or nearly has, anywhere. */
  titleMeant: number
  titleMeantThere: number
  textMeant: number
  textMeantThere: number
  /** Title against title. */
  titleInTitle: number
  titleInTitleThere: number
}

export function compareMeanings(
  here: WeighedReport,
  there: WeighedReport,
  vectors: WordVectors
): MeaningComparison {
  const meant = (words: readonly Word[], others: readonly Word[]) => shareMeant(words, others, vectors)
  return {
    titles: cosineOf(here.titleDirection, there.titleDirection),
    texts: cosineOf(here.direction, there.direction),
    titleMeant: meant(here.title, there.all),
    titleMeantThere: meant(there.title, here.all),
    textMeant: meant(here.all, there.all),
    textMeantThere: meant(there.all, here.all),
    titleInTitle: meant(here.title, there.title),
    titleInTitleThere: meant(there.title, here.title)
  }
}

/** Words that are less near than this have nothing to do with each other. */
const NEAR_FROM = 0.4

function shareMeant(words: readonly Word[], others: readonly Word[], vectors: WordVectors): number {
  const said = new Set(others.map(({ hash }) => hash))
  let all = 0
  let meant = 0
  for (const word of words) {
    all += word.weight
    meant += word.weight * (said.has(word.hash) ? 1 : nearnessTo(word, others, vectors))
  }
  return all > 0 ? meant / all : 0
}

function nearnessTo({ row }: Word, others: readonly Word[], vectors: WordVectors): number {
  if (row === NO_ROW) return 0
  let nearest = NEAR_FROM
  for (const other of others)
    if (other.row !== NO_ROW) nearest = Math.max(nearest, cosineOfRows(vectors, row, other.row))
  return (nearest - NEAR_FROM) / (1 - NEAR_FROM)
}
