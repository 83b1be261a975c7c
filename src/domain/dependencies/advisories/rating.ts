// How bad an advisory says it is: of the whole record, or of one of its packages.
import type { AdvisorySeverity } from '#schemas/dependencies/enums.js'
import type { AdvisoryRating } from './advisory.js'
import { listField, ownField, shortText } from './fields.js'
import { scoreVector } from './severity.js'

const LONGEST_VECTOR = 1_000
const MOST_VECTORS = 10
const LONGEST_WORD = 50

const WORDS: ReadonlyMap<string, AdvisorySeverity> = new Map<string, AdvisorySeverity>([
  ['none', 'none'],
  ['low', 'low'],
  ['medium', 'medium'],
  ['moderate', 'medium'],
  ['high', 'high'],
  ['important', 'high'],
  ['critical', 'critical']
])

export const UNRATED: AdvisoryRating = { severity: null, score: null, vector: null }

/** The vector of the newest version counts, then a word of the database; null where there is neither. */
export const ratingIn = (json: unknown) => scoredVector(json) ?? wordIn(json)

function scoredVector(json: unknown): AdvisoryRating | null {
  const vectors = listField(json, 'severity')
    .slice(0, MOST_VECTORS)
    .map((one) => shortText(one, 'score', LONGEST_VECTOR))
  // Their names sort by version.
  for (const vector of vectors.sort().reverse()) {
    const scored = scoreVector(vector)
    if (scored) return { ...scored, vector }
  }
  return null
}

function wordIn(json: unknown): AdvisoryRating | null {
  const words = [ownField(json, 'database_specific'), ownField(json, 'ecosystem_specific')]
  for (const specific of words) {
    const severity = WORDS.get(shortText(specific, 'severity', LONGEST_WORD).toLowerCase())
    if (severity) return { severity, score: null, vector: null }
  }
  return null
}
