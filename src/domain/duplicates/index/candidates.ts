// Which reports are worth a closer look: those that gain most by the few terms that tell most.

import { TERM_KINDS } from '../text/terms.js'
import { TopHeap } from '../top-heap.js'
import { frequencyIn } from '../weights.js'
import { inBody, inTitle, numberIn } from './packed-counts.js'
import type { Postings } from './postings.js'
import type { QueryTerm } from './query.js'
import type { ReportStore } from './report-store.js'

export const MOST_TERMS = 25
/** Of all terms together. A term that would exceed it is left out whole, so no order of arrival matters. */
export const MOST_POSTINGS = 200_000
const MOST_CANDIDATES = 200
/** A term of more reports than this share tells nothing, unless the repository is small. */
const LARGEST_SHARE = 0.25
const ALWAYS_FEW = 50

/** The terms to follow: most weight first, as long as their postings stay within the bound. */
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

/** Says of a place how its gain counts; 0 keeps it out. */
export type Allowance = (place: number) => number

export class CandidateScores {
  #gains = new Float32Array(0)

  get bytes(): number {
    return this.#gains.byteLength
  }

  /** The places with the largest gains, largest first; of equals the one that was reported first. */
  largest(
    terms: readonly QueryTerm[],
    from: { shelf: ReportStore; postings: Postings },
    allowance: Allowance
  ): number[] {
    const touched = this.#gather(terms, from)
    const gains = this.#gains
    const { shelf } = from
    const order = (one: number, other: number) =>
      (gains[one] ?? 0) - (gains[other] ?? 0) || shelf.idAt(other) - shelf.idAt(one)
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
    { shelf, postings }: { shelf: ReportStore; postings: Postings }
  ): number[] {
    if (this.#gains.length < shelf.used) this.#gains = new Float32Array(shelf.capacity)
    const gains = this.#gains
    const averages = shelf.averages()
    const touched: number[] = []
    const lengths = { title: 0, body: 0 }
    for (const { number, weight } of terms)
      postings.each(number, (posting) => {
        const place = numberIn(posting)
        lengths.title = shelf.titleLength(place)
        lengths.body = shelf.bodyLength(place)
        const before = gains[place] ?? 0
        if (before === 0) touched.push(place)
        gains[place] = before + weight * frequencyIn(inTitle(posting), inBody(posting), lengths, averages)
      })
    return touched
  }
}
