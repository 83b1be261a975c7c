// Preselects reports for a full comparison: those that share the most selective terms.

import { TERM_KINDS } from '../../text/terms.js'
import { TopHeap } from '../top-heap.js'
import { frequencyIn } from '../weights.js'
import { inBody, inTitle, numberIn } from './packed-counts.js'
import type { Postings } from './postings.js'
import type { QueryTerm } from './query.js'
import type { ReportStore } from './report-store.js'

export const MOST_TERMS = 25
/**
 * The limit over all terms. A term beyond it is skipped whole, so the result does not depend on the order of insertion.
 */
export const MOST_POSTINGS = 200_000
const MOST_CANDIDATES = 200
/** A term in more reports than this share is not selective, unless the repository is small. */
const LARGEST_SHARE = 0.25
const ALWAYS_FEW = 50

/** The terms to follow: highest weight first, as long as their postings stay within the limit. */
export function selectiveTerms(terms: Iterable<QueryTerm>, reports: number): QueryTerm[] {
  const most = Math.max(ALWAYS_FEW, reports * LARGEST_SHARE)
  const ordered = [...terms]
    .filter(
      ({ reportsWith, kind }) => reportsWith <= most && kind !== TERM_KINDS.number && kind !== TERM_KINDS.code
    )
    .sort((a, b) => b.weight - a.weight || a.hash - b.hash)
  const chosen: QueryTerm[] = []
  let postings = 0
  for (const term of ordered) {
    if (chosen.length === MOST_TERMS) break
    if (postings + term.reportsWith > MOST_POSTINGS) continue
    postings += term.reportsWith
    chosen.push(term)
  }
  return chosen
}

/** A factor for the score at a place; 0 excludes it. */
export type Allowance = (place: number) => number

export class CandidateScores {
  #gains = new Float32Array(0)

  get bytes(): number {
    return this.#gains.byteLength
  }

  /** The places with the highest scores, best first; among equals, the report with the smaller id. */
  largest(
    terms: readonly QueryTerm[],
    from: { store: ReportStore; postings: Postings },
    allowance: Allowance
  ): number[] {
    const touched = this.#gather(terms, from)
    const gains = this.#gains
    const { store } = from
    const order = (left: number, right: number) =>
      (gains[left] ?? 0) - (gains[right] ?? 0) || store.idAt(right) - store.idAt(left)
    const best = new TopHeap(MOST_CANDIDATES, order)
    for (const place of touched) {
      const gain = (gains[place] ?? 0) * allowance(place)
      gains[place] = gain
      if (gain > 0) best.offer(place)
    }
    const found = best.inOrder()
    for (const place of touched) gains[place] = 0
    return found
  }

  #gather(
    terms: readonly QueryTerm[],
    { store, postings }: { store: ReportStore; postings: Postings }
  ): number[] {
    if (this.#gains.length < store.used) this.#gains = new Float32Array(store.capacity)
    const gains = this.#gains
    const averages = store.averages()
    const touched: number[] = []
    const lengths = { title: 0, body: 0 }
    for (const { number, weight } of terms)
      postings.each(number, (posting) => {
        const place = numberIn(posting)
        lengths.title = store.titleLength(place)
        lengths.body = store.bodyLength(place)
        const before = gains[place] ?? 0
        if (before === 0) touched.push(place)
        gains[place] = before + weight * frequencyIn(inTitle(posting), inBody(posting), lengths, averages)
      })
    return touched
  }
}
