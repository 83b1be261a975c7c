// What the language model has found, before it is known whether people were told of it before.
import type { ReviewFinding } from '#schemas/review/findings.js'
import { modelFingerprint } from '../fingerprint.js'

/** A finding without a fingerprint and a history, which the caller adds. Its rule is null. */
export type ModelFinding = Omit<ReviewFinding, 'fingerprint' | 'outcome'>

export interface IgnoredModelFinding {
  finding: ModelFinding
  /** `file_not_in_diff: <path>`, `missing_title` or `invalid_priority`. */
  reason: string
}

/** Two findings that say the same of one file are one. */

export function distinctFindings(findings: readonly ModelFinding[]): ModelFinding[] {
  const byIdentity = new Map<string, ModelFinding>()
  for (const finding of findings) {
    const identity = modelFingerprint(finding)
    if (!byIdentity.has(identity)) byIdentity.set(identity, finding)
  }
  return [...byIdentity.values()]
}
