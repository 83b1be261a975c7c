// The reports of one repository, in memory, so that those which say the same are found among all of them.

import { compareReports, type TextComparison } from '../comparison.js'
import { type CandidateHistory, type RankerFeatures, rankerFeaturesOf, rankScore } from '../ranker.js'
import type { IssueReport, Match } from '../report.js'
import { similarityOf } from '../similarity.js'
import { Boilerplate } from '../text/boilerplate.js'
import { reportLinesOf } from '../text/report-lines.js'
import { reportTermsOf } from '../text/report-terms.js'
import { titlePrintOf } from '../text/title-prints.js'
import { NO_TERM, Vocabulary } from '../text/vocabulary.js'
import { Rarity } from '../weights.js'
import { CandidateScores, selectiveTerms } from './candidates.js'
import { inBody, inTitle, numberIn, packCounts } from './packed-counts.js'
import { Postings } from './postings.js'
import { type ReportQuery, reportQueryOf } from './query.js'
import { type ReportEntry, ReportStore } from './report-store.js'

export interface DuplicateSearch {
  /** The moment of which it is asked what was open. */
  at: Date
  /** How many matches, at most. */
  most: number
  /** What was closed longer ago than this is no candidate. */
  closedWithinDays?: number
  /** How many reports are known to repeat one. */
  hits?: ReadonlyMap<number, number>
}

/** A candidate with all that is known of it. */
export interface DuplicateCandidate {
  id: number
  compared: TextComparison
  standing: CandidateHistory
  features: RankerFeatures
}

const DAY_MS = 86_400_000
/** Of the places, before they are made anew. */
const MOST_EMPTY = 0.5
const FEWEST_EMPTY = 1_000
/** How much what was closed long ago is held back among the candidates. */
const CLOSED_PENALTY = 0.25
const MOST_OWN_LINES = 60

export class DuplicateIndex {
  #vocabulary = new Vocabulary()
  #postings = new Postings()
  #shelf = new ReportStore()
  #boilerplate = new Boilerplate()
  #gains = new CandidateScores()
  #rarity: Rarity | undefined

  get size(): number {
    return this.#shelf.size
  }

  /** What its numbers take; the runtime adds some for finding a report by its id. */
  get bytes(): number {
    const parts = [this.#vocabulary, this.#postings, this.#shelf, this.#boilerplate, this.#gains]
    return parts.reduce((sum, part) => sum + part.bytes, 0)
  }

  /** What was there under its id before is forgotten. */
  add(report: IssueReport): void {
    this.remove(report.id)
    const lines = reportLinesOf(report.body)
    const { terms, titleLength, bodyLength } = reportTermsOf(report.title, lines)
    const numbered = [...terms]
      .map(([hash, said]) => packCounts(this.#vocabulary.add(hash, said.kind), said.inTitle, said.inBody))
      .filter((pack) => numberIn(pack) !== NO_TERM)
    const own = [...new Set(lines.map(({ hash }) => hash))].slice(0, MOST_OWN_LINES)
    this.#put({
      ...{ id: report.id, titleLength, bodyLength, print: titlePrintOf(report.title) },
      openedAt: report.createdAt.getTime(),
      closedAt: report.closedAt?.getTime() ?? Number.POSITIVE_INFINITY,
      terms: Uint32Array.from(numbered),
      lines: Uint32Array.from(own)
    })
  }

  #put(entry: ReportEntry): void {
    const place = this.#shelf.put(entry)
    for (const pack of entry.terms) {
      const term = numberIn(pack)
      this.#vocabulary.count(term, 1)
      this.#postings.add(term, movedTo(place, pack))
    }
    this.#boilerplate.count(entry.lines, 1)
    this.#rarity = undefined
  }

  remove(id: number): void {
    const place = this.#shelf.placeOf(id)
    if (place === undefined) return
    for (const pack of this.#shelf.termsAt(place)) this.#vocabulary.count(numberIn(pack), -1)
    this.#boilerplate.count(this.#shelf.linesAt(place), -1)
    this.#shelf.take(id)
    this.#rarity = undefined
    const empty = this.#shelf.used - this.#shelf.size
    if (empty >= FEWEST_EMPTY && empty > this.#shelf.used * MOST_EMPTY) this.#compact()
  }

  /** All that is here put anew, so that what was removed takes no room. */
  #compact(): void {
    const [shelf, vocabulary] = [this.#shelf, this.#vocabulary]
    this.#shelf = new ReportStore()
    this.#vocabulary = new Vocabulary()
    this.#postings = new Postings()
    this.#boilerplate = new Boilerplate()
    for (const place of shelf.places()) {
      const entry = shelf.entryAt(place)
      const terms = entry.terms.map((pack) => {
        const term = numberIn(pack)
        return movedTo(this.#vocabulary.add(vocabulary.hashOf(term), vocabulary.kindOf(term)), pack)
      })
      this.#put({ ...entry, terms })
    }
  }

  /** Older reports that may say the same, likeliest first. */
  find(report: IssueReport, search: DuplicateSearch): Match[] {
    const matches = this.candidatesFor(report, search).map((candidate) => matchOf(candidate, this.size))
    return matches.sort((a, b) => b.score - a.score || a.id - b.id).slice(0, search.most)
  }

  /** What the search for this report looks at closely, most text in common first. */
  candidatesFor(report: IssueReport, search: DuplicateSearch): DuplicateCandidate[] {
    const known = {
      vocabulary: this.#vocabulary,
      rarity: this.#rarityNow(),
      averages: this.#shelf.averages()
    }
    const lines = reportLinesOf(report.body).filter(({ hash }) => !this.#boilerplate.has(hash, this.size))
    const query = reportQueryOf(reportTermsOf(report.title, lines), titlePrintOf(report.title), known)
    const compared = this.#placesFor(query, report, search).map((place) => ({
      place,
      compared: compareReports(query, this.#olderAt(place), known)
    }))
    compared.sort(
      (a, b) => b.compared.text - a.compared.text || this.#shelf.idAt(a.place) - this.#shelf.idAt(b.place)
    )
    const text = compared[0]?.compared.text ?? 0
    return compared.map(({ place, compared }, rank) => {
      const id = this.#shelf.idAt(place)
      const standing = this.#standingOf(place, report, search)
      return { id, compared, standing, features: rankerFeaturesOf(compared, standing, { text, rank }) }
    })
  }

  #rarityNow(): Rarity {
    this.#rarity ??= new Rarity(this.size)
    return this.#rarity
  }

  #placesFor(
    query: ReportQuery,
    report: IssueReport,
    { at, closedWithinDays = Number.POSITIVE_INFINITY }: DuplicateSearch
  ): number[] {
    const shelf = this.#shelf
    const terms = selectiveTerms(query.terms.values(), this.size)
    return this.#gains.largest(terms, { shelf, postings: this.#postings }, (place) => {
      const isOlder = this.#isOlder(place, report)
      const closedFor = closedForDays(shelf.closedAt(place), at)
      return isOlder && closedFor <= closedWithinDays ? 1 / (1 + CLOSED_PENALTY * Math.log1p(closedFor)) : 0
    })
  }

  /** Of two that were opened at the same moment, the one with the smaller id. */
  #isOlder(place: number, { id, createdAt }: IssueReport): boolean {
    const before = this.#shelf.openedAt(place) - createdAt.getTime()
    return before < 0 || (before === 0 && this.#shelf.idAt(place) < id)
  }

  #olderAt(place: number) {
    const lengths = { title: this.#shelf.titleLength(place), body: this.#shelf.bodyLength(place) }
    return { print: this.#shelf.printAt(place), terms: this.#shelf.termsAt(place), lengths }
  }

  #standingOf(place: number, report: IssueReport, { at, hits }: DuplicateSearch): CandidateHistory {
    const closedAt = this.#shelf.closedAt(place)
    return {
      wasOpen: closedAt > at.getTime(),
      closedForDays: closedForDays(closedAt, at),
      ageDays: (report.createdAt.getTime() - this.#shelf.openedAt(place)) / DAY_MS,
      hits: hits?.get(this.#shelf.idAt(place)) ?? 0
    }
  }
}

function movedTo(number: number, pack: number): number {
  return packCounts(number, inTitle(pack), inBody(pack))
}

/** 0 while it is open. */
function closedForDays(closedAt: number, at: Date): number {
  return Math.max(0, (at.getTime() - closedAt) / DAY_MS)
}

function matchOf({ id, compared, standing, features }: DuplicateCandidate, reports: number): Match {
  const { wasOpen, ageDays, hits } = standing
  return {
    id,
    score: rankScore(features),
    similarity: similarityOf(features, compared, reports),
    signals: {
      title: compared.titleOverlap,
      body: compared.bodyOverlap,
      failures: compared.failureCount,
      ...{ wasOpen, ageDays, hits }
    }
  }
}
