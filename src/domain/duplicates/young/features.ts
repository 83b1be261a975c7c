// What speaks for a report and an older one of a young repository being about the same matter, as numbers.
import type { DuplicateCandidate } from '../index/index.js'
import type { FollowUps } from './follow-ups.js'
import type { MeaningComparison } from './meaning.js'

/** A candidate with what its words mean beside those of the report. */
export interface MeantCandidate extends DuplicateCandidate {
  /** By the ranker. */
  score: number
  meaning: MeaningComparison
  /** How probably both are of one type. */
  sameType: number
}

interface ReportSize {
  words: number
  wordsThere: number
  /** Reports in the repository. */
  reports: number
}

/** How far a candidate is ahead of the best of the others, or behind. */
interface Leads {
  rank: number
  score: number
  text: number
  textThere: number
}

export function youngFeaturesOf(
  { features, compared, score, meaning, sameType }: MeantCandidate,
  { leads, said, size }: { leads: Leads; said: FollowUps; size: ReportSize }
) {
  const { here, there } = compared.differences.title
  const { titles, texts, titleMeant, titleMeantThere, textMeant, textMeantThere } = meaning
  return {
    text: features.text,
    titleFound: features.titleFound,
    titleFoundThere: features.titleFoundThere,
    bodyFound: features.bodyFound,
    bodyFoundThere: features.bodyFoundThere,
    titleOverlap: features.titleOverlap,
    bodyOverlap: features.bodyOverlap,
    printOverlap: features.printOverlap,
    rarest: features.rarest,
    shared: features.words,
    identifiers: features.identifiers,
    pairs: features.pairs,
    failures: features.failures,
    score,
    rank: -Math.log1p(leads.rank),
    lead: leads.score,
    titleOnlyHere: here.own,
    titleOnlyThere: there.own,
    otherNumbers: compared.differences.numbers.isCrossed ? 1 : 0,
    words: Math.log1p(size.words),
    wordsThere: Math.log1p(size.wordsThere),
    reports: Math.log1p(size.reports),
    titles,
    texts,
    titleMeant,
    titleMeantThere,
    textMeant,
    textMeantThere,
    titleInTitle: meaning.titleInTitle,
    titleInTitleThere: meaning.titleInTitleThere,
    textLead: leads.text,
    textLeadThere: leads.textThere,
    sameType,
    ...said
  }
}

export type YoungFeatures = ReturnType<typeof youngFeaturesOf>

/** Of each candidate, in their order, which is that of their scores. */
export function leadsOf(candidates: readonly MeantCandidate[]): Leads[] {
  const score = leadsIn(candidates.map((candidate) => candidate.score))
  const text = leadsIn(candidates.map(({ meaning }) => meaning.textMeant))
  const textThere = leadsIn(candidates.map(({ meaning }) => meaning.textMeantThere))
  return candidates.map((_, at) => ({
    rank: at,
    score: candidates.length > 1 ? (score[at] ?? 0) : 1,
    text: text[at] ?? 0,
    textThere: textThere[at] ?? 0
  }))
}

/** Each value minus the largest of the others. */
function leadsIn(values: readonly number[]): number[] {
  const [first = 0, second = 0] = values.toSorted((a, b) => b - a)
  const at = values.indexOf(first)
  return values.map((value, place) => value - (place === at ? second : first))
}
