// The second look of young repositories: the best candidates are compared by what their words mean and by what kind of
// matter they are, because a repository of a few issues cannot say which words are rare.

import { TRIAGE_TYPES } from '#schemas/mirror/issues.js'
import { classifyIssue } from '../../triage/classify-issue.js'
import type { TypeKnowledge } from '../../triage/shared-model.js'
import type { DuplicateCandidate } from '../index/index.js'
import { rankScore } from '../ranker.js'
import type { IssueReport } from '../report.js'
import type { ReportTerms } from '../text/report-terms.js'
import { leadsOf, type YoungFeatures, youngFeaturesOf } from './features.js'
import { followUpsIn } from './follow-ups.js'
import { compareMeanings, type MeantWords, meantWordsOf, weighedReport } from './meaning.js'

/** So many candidates are looked at again. */
const MOST_LOOKED_AT = 20

interface MeantReport {
  words: MeantWords
  /** How probable each type is. */
  types: readonly number[]
}

export interface LookedAt {
  candidate: DuplicateCandidate
  features: YoungFeatures
}

export class YoungReports {
  readonly #knowledge: TypeKnowledge
  readonly #reports = new Map<number, MeantReport>()
  #bytes = 0

  constructor(knowledge: TypeKnowledge) {
    this.#knowledge = knowledge
  }

  get bytes(): number {
    return this.#bytes
  }

  add(report: IssueReport, terms: ReportTerms): void {
    const meant = this.#meantReport(report, terms)
    this.#reports.set(report.id, meant)
    this.#bytes += bytesOf(meant)
  }

  remove(id: number): void {
    const meant = this.#reports.get(id)
    if (meant) this.#bytes -= bytesOf(meant)
    this.#reports.delete(id)
  }

  has(id: number): boolean {
    return this.#reports.has(id)
  }

  /** The candidates that were kept with the highest scores, with their features, best first. */
  lookAgain(
    report: IssueReport,
    terms: ReportTerms,
    {
      candidates,
      rarityOf
    }: { candidates: readonly DuplicateCandidate[]; rarityOf: (hash: number) => number }
  ): LookedAt[] {
    const here = this.#meantReport(report, terms)
    const { vectors } = this.#knowledge
    const weighed = weighedReport(here.words, vectors, rarityOf)
    const best = candidates
      .filter(({ id }) => this.has(id))
      .map((candidate) => ({ candidate, score: rankScore(candidate.features) }))
      .sort((a, b) => b.score - a.score || a.candidate.id - b.candidate.id)
      .slice(0, MOST_LOOKED_AT)
    const meant = best.flatMap(({ candidate, score }) => {
      const there = this.#reports.get(candidate.id)
      if (!there) return []
      const other = weighedReport(there.words, vectors, rarityOf)
      const meaning = compareMeanings(weighed, other, vectors)
      return [{ ...candidate, score, there, meaning, sameType: sameTypeOf(here, there) }]
    })
    const leads = leadsOf(meant)
    const said = followUpsIn(report)
    return meant.flatMap(({ there, ...candidate }, at) => {
      const lead = leads[at]
      const size = {
        words: here.words.hashes.length,
        wordsThere: there.words.hashes.length,
        reports: this.#reports.size
      }
      return lead ? [{ candidate, features: youngFeaturesOf(candidate, { leads: lead, said, size }) }] : []
    })
  }

  #meantReport({ title, body, number }: IssueReport, terms: ReportTerms): MeantReport {
    const { vectors } = this.#knowledge
    const { probabilities } = classifyIssue({ title, body, number }, this.#knowledge)
    return {
      words: meantWordsOf(terms, vectors),
      types: TRIAGE_TYPES.map((type) => probabilities[type])
    }
  }
}

function sameTypeOf(here: MeantReport, there: MeantReport): number {
  return here.types.reduce((sum, chance, type) => sum + chance * (there.types[type] ?? 0), 0)
}

function bytesOf({ words, types }: MeantReport): number {
  return words.hashes.byteLength + words.rows.byteLength + words.inTitle.byteLength + 8 * types.length
}
