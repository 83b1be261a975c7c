// An in-memory index over the reports of one repository, for duplicate search.

import { commonnessOf } from '../../text/common-words.js'
import { DAY_MS } from '../../time/durations.js'
import { isInYoungRepository } from '../../triage/classify-issue.js'
import type { TypeKnowledge } from '../../triage/shared-model.js'
import { compareReports, type TextComparison } from '../comparison.js'
import { type CandidateHistory, type RankerFeatures, rankerFeaturesOf, rankScore } from '../ranker.js'
import type { IssueReport, Match, MatchSignals } from '../report.js'
import { similarityOf, youngSimilarityOf } from '../similarity.js'
import { Boilerplate } from '../text/boilerplate.js'
import { reportLinesOf } from '../text/report-lines.js'
import { reportTermsOf } from '../text/report-terms.js'
import { titlePrintOf } from '../text/title-prints.js'
import { NO_TERM, Vocabulary } from '../text/vocabulary.js'
import { Rarity } from '../weights.js'
import { youngOdds } from '../young/odds.js'
import { type LookedAt, YoungReports } from '../young/young-reports.js'
import { CandidateScores, selectiveTerms } from './candidates.js'
import { inBody, inTitle, numberIn, packCounts } from './packed-counts.js'
import { Postings } from './postings.js'
import { type ReportQuery, reportQueryOf } from './query.js'
import { type ReportEntry, ReportStore } from './report-store.js'

export interface DuplicateSearch {
  /** The moment for which open and closed are decided. */
  at: Date
  /** The maximal number of matches. */
  most: number
  /** Reports closed longer ago than this are no candidates. */
  closedWithinDays?: number
  /** The number of known duplicates of each report. */
  hits?: ReadonlyMap<number, number>
}

/** A candidate with its comparison and features. */
export interface DuplicateCandidate {
  id: number
  compared: TextComparison
  history: CandidateHistory
  features: RankerFeatures
}

/** The share of removed places that triggers a compaction. */
const MOST_EMPTY = 0.5
const FEWEST_EMPTY = 1_000
/** How much the score of a closed candidate decays with time. */
const CLOSED_PENALTY = 0.25
const MOST_OWN_LINES = 60

export class DuplicateIndex {
  #vocabulary = new Vocabulary()
  #postings = new Postings()
  #store = new ReportStore()
  #boilerplate = new Boilerplate()
  #gains = new CandidateScores()
  #rarity: Rarity | undefined
  /** The first issues of the repository. */
  readonly #young: YoungReports | undefined

  /** Without the knowledge, young repositories are judged like all others. */
  constructor(knowledge?: TypeKnowledge) {
    this.#young = knowledge && new YoungReports(knowledge)
  }

  get size(): number {
    return this.#store.size
  }

  /** The size of the arrays, without the overhead of the id map. */
  get bytes(): number {
    const parts = [this.#vocabulary, this.#postings, this.#store, this.#boilerplate, this.#gains]
    return parts.reduce((sum, part) => sum + part.bytes, this.#young?.bytes ?? 0)
  }

  /** Replaces a report with the same id. */
  add(report: IssueReport): void {
    this.remove(report.id)
    const lines = reportLinesOf(report.body)
    const reportTerms = reportTermsOf(report.title, lines)
    const { terms, titleLength, bodyLength } = reportTerms
    const numbered = [...terms]
      .map(([hash, counts]) =>
        packCounts(this.#vocabulary.add(hash, counts.kind), counts.inTitle, counts.inBody)
      )
      .filter((pack) => numberIn(pack) !== NO_TERM)
    const lineHashes = [...new Set(lines.map(({ hash }) => hash))].slice(0, MOST_OWN_LINES)
    this.#put({
      id: report.id,
      titleLength,
      bodyLength,
      print: titlePrintOf(report.title),
      openedAt: report.createdAt.getTime(),
      closedAt: report.closedAt?.getTime() ?? Number.POSITIVE_INFINITY,
      terms: Uint32Array.from(numbered),
      lines: Uint32Array.from(lineHashes)
    })
    if (isInYoungRepository(report)) this.#young?.add(report, reportTerms)
  }

  #put(entry: ReportEntry): void {
    const place = this.#store.put(entry)
    for (const pack of entry.terms) {
      const term = numberIn(pack)
      this.#vocabulary.count(term, 1)
      this.#postings.add(term, movedTo(place, pack))
    }
    this.#boilerplate.count(entry.lines, 1)
    this.#rarity = undefined
  }

  remove(id: number): void {
    const place = this.#store.placeOf(id)
    if (place === undefined) return
    for (const pack of this.#store.termsAt(place)) this.#vocabulary.count(numberIn(pack), -1)
    this.#boilerplate.count(this.#store.linesAt(place), -1)
    this.#store.take(id)
    this.#young?.remove(id)
    this.#rarity = undefined
    const empty = this.#store.used - this.#store.size
    if (empty >= FEWEST_EMPTY && empty > this.#store.used * MOST_EMPTY) this.#compact()
  }

  /** Rebuilds the index without the removed reports. */
  #compact(): void {
    const [store, vocabulary] = [this.#store, this.#vocabulary]
    this.#store = new ReportStore()
    this.#vocabulary = new Vocabulary()
    this.#postings = new Postings()
    this.#boilerplate = new Boilerplate()
    for (const place of store.places()) {
      const entry = store.entryAt(place)
      const terms = entry.terms.map((pack) => {
        const term = numberIn(pack)
        return movedTo(this.#vocabulary.add(vocabulary.hashOf(term), vocabulary.kindOf(term)), pack)
      })
      this.#put({ ...entry, terms })
    }
  }

  /** Older reports that may be the same, most likely first. */
  find(report: IssueReport, search: DuplicateSearch): Match[] {
    const candidates = this.candidatesFor(report, search)
    const again = this.lookAgain(report, candidates)
    const others = candidates.filter(({ id }) => !again || !this.#young?.has(id))
    const matches = [
      ...(again ?? []).map(youngMatchOf),
      ...others.map((candidate) => matchOf(candidate, this.size))
    ]
    return matches.sort(again ? bySimilarity : byScore).slice(0, search.most)
  }

  /** A second look at the best candidates, if the report is of a young repository. */
  lookAgain(report: IssueReport, candidates: readonly DuplicateCandidate[]): LookedAt[] | undefined {
    if (!this.#young || !isInYoungRepository(report)) return undefined
    const terms = reportTermsOf(report.title, reportLinesOf(report.body))
    const rarity = this.#rarityNow()
    const rarityOf = (hash: number) =>
      rarity.of(this.#vocabulary.reportsWith(this.#vocabulary.find(hash)), commonnessOf(hash))
    return this.#young.lookAgain(report, terms, { candidates, rarityOf })
  }

  /** The candidates that the search compares in full, most text in common first. */
  candidatesFor(report: IssueReport, search: DuplicateSearch): DuplicateCandidate[] {
    const context = {
      vocabulary: this.#vocabulary,
      rarity: this.#rarityNow(),
      averages: this.#store.averages()
    }
    const lines = reportLinesOf(report.body).filter(({ hash }) => !this.#boilerplate.has(hash, this.size))
    const query = reportQueryOf(reportTermsOf(report.title, lines), titlePrintOf(report.title), context)
    const compared = this.#placesFor(query, report, search).map((place) => ({
      place,
      compared: compareReports(query, this.#olderAt(place), context)
    }))
    compared.sort(
      (a, b) => b.compared.text - a.compared.text || this.#store.idAt(a.place) - this.#store.idAt(b.place)
    )
    const text = compared[0]?.compared.text ?? 0
    return compared.map(({ place, compared }, rank) => {
      const id = this.#store.idAt(place)
      const history = this.#historyOf(place, report, search)
      return { id, compared, history, features: rankerFeaturesOf(compared, history, { text, rank }) }
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
    const store = this.#store
    const terms = selectiveTerms(query.terms.values(), this.size)
    return this.#gains.largest(terms, { store, postings: this.#postings }, (place) => {
      const isOlder = this.#isOlder(place, report)
      const closedFor = closedForDays(store.closedAt(place), at)
      return isOlder && closedFor <= closedWithinDays ? 1 / (1 + CLOSED_PENALTY * Math.log1p(closedFor)) : 0
    })
  }

  /** Reports opened at the same moment are ordered by id. */
  #isOlder(place: number, { id, createdAt }: IssueReport): boolean {
    const before = this.#store.openedAt(place) - createdAt.getTime()
    return before < 0 || (before === 0 && this.#store.idAt(place) < id)
  }

  #olderAt(place: number) {
    const lengths = { title: this.#store.titleLength(place), body: this.#store.bodyLength(place) }
    return { print: this.#store.printAt(place), terms: this.#store.termsAt(place), lengths }
  }

  #historyOf(place: number, report: IssueReport, { at, hits }: DuplicateSearch): CandidateHistory {
    const closedAt = this.#store.closedAt(place)
    return {
      wasOpen: closedAt > at.getTime(),
      closedForDays: closedForDays(closedAt, at),
      ageDays: (report.createdAt.getTime() - this.#store.openedAt(place)) / DAY_MS,
      hits: hits?.get(this.#store.idAt(place)) ?? 0
    }
  }
}

function movedTo(number: number, pack: number): number {
  return packCounts(number, inTitle(pack), inBody(pack))
}

/** 0 while the report is open. */
function closedForDays(closedAt: number, at: Date): number {
  return Math.max(0, (at.getTime() - closedAt) / DAY_MS)
}

const byScore = (a: Match, b: Match) => b.score - a.score || a.id - b.id
const bySimilarity = (a: Match, b: Match) => b.similarity - a.similarity || byScore(a, b)

function matchOf(candidate: DuplicateCandidate, reports: number): Match {
  const { id, compared, features } = candidate
  const similarity = similarityOf(features, compared, reports)
  return { id, score: rankScore(features), similarity, signals: signalsOf(candidate) }
}

function youngMatchOf({ candidate, features }: LookedAt): Match {
  const odds = youngOdds(features)
  const similarity = youngSimilarityOf(odds, candidate.compared)
  return { id: candidate.id, score: odds, similarity, signals: signalsOf(candidate) }
}

const signalsOf = ({ compared, history }: DuplicateCandidate): MatchSignals => ({
  title: compared.titleOverlap,
  body: compared.bodyOverlap,
  failures: compared.failureCount,
  wasOpen: history.wasOpen,
  ageDays: history.ageDays,
  hits: history.hits
})
