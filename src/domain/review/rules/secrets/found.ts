// What a line may give away, and how the place in which it stands weighs.
import type { ReviewSeverity } from '#schemas/review/enums.js'

export interface SecretLikeness {
  /** What it is, as the beginning of a sentence. */
  name: string
  /** The value itself, which is told nobody. */
  value: string
  severity: ReviewSeverity
  confidence: number
  /** Whether the form is an issuer's own, and no guess by a name. */
  isOfIssuer: boolean
}

/** Where a line stands. */
export interface SecretPlace {
  path: string
  isTest: boolean
  isExample: boolean
  isDocument: boolean
  isTranslation: boolean
  /** Whether what surrounds the line belongs to a service whose keys are public. */
  isPublicContext: boolean
}
