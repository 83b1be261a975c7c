// Findings, files and answers for the tests of the language model's part in a review.
import fc from 'fast-check'
import type { DiffLine, ReviewedFile } from '#domain/review/change.js'
import type { BundleInput } from '#domain/review/model/bundle.js'
import type { ModelFinding } from '#domain/review/model/model-finding.js'
import type { JudgedFinding } from '#domain/review/model/verdict.js'
import type { JsonObject } from '#schemas/common.js'
import { REVIEW_SEVERITIES, type ReviewSeverity } from '#schemas/review/enums.js'

export const findingAt = (severity: ReviewSeverity, more: Partial<ModelFinding> = {}): ModelFinding => ({
  category: 'bug',
  severity,
  title: `A ${severity} problem`,
  description: 'It breaks.',
  suggestion: null,
  file: 'src/a.ts',
  line: 3,
  confidence: 0.7,
  rule: null,
  ...more
})

/** A finding as the model writes it. */
export const writtenAt = (priority: string, more: JsonObject = {}): JsonObject => ({
  title: `A ${priority} problem`,
  description: 'It breaks.',
  suggestion: null,
  priority,
  category: 'bug',
  file: 'src/a.ts',
  line: 3,
  confidence: 0.7,
  ...more
})

export const writtenReview = (findings: JsonObject[], more: JsonObject = {}): JsonObject => ({
  findings,
  overall_correctness: findings.length === 0 ? 'patch is correct' : 'patch is incorrect',
  overall_confidence: 0.9,
  overall_explanation: 'It was read.',
  ...more
})

export const fileOf = (
  path: string,
  texts: readonly string[],
  more: Partial<ReviewedFile> = {}
): ReviewedFile => ({
  path,
  previousPath: null,
  status: 'modified',
  additions: texts.length,
  deletions: 0,
  lines: texts.map((text, at) => ({ kind: 'added', before: null, after: at + 1, text })),
  isShown: true,
  ...more
})

export const linesOf = (kind: DiffLine['kind'], texts: readonly string[], first = 1): DiffLine[] =>
  texts.map((text, at) => ({
    kind,
    before: kind === 'added' ? null : first + at,
    after: kind === 'removed' ? null : first + at,
    text
  }))

export const bundleInput = (more: Partial<BundleInput> = {}): BundleInput => ({
  pull: {
    number: 7,
    title: 'Count again',
    description: 'It counts.',
    author: 'octocat',
    base: 'main',
    head: 'count',
    isFromFork: true
  },
  architecture: 'Routes ask services.',
  openIssues: [{ number: 3, title: 'It does not count' }],
  recentRuns: [{ workflow: 'test', branch: 'count', conclusion: 'failure' }],
  earlierReviews: [{ number: 6, verdict: 'approved', summary: 'Fine.' }],
  activeGates: [{ name: 'green', conditions: 'ci_success_rate >= 0.9' }],
  files: [fileOf('src/a.ts', ['const a = 1'])],
  ...more
})

export const anySeverity = fc.constantFrom(...REVIEW_SEVERITIES)
export const anyRatio = fc.double({ min: 0, max: 1, noNaN: true })

export const anyModelFinding: fc.Arbitrary<ModelFinding> = fc
  .record({ severity: anySeverity, confidence: anyRatio, title: fc.string({ minLength: 1, maxLength: 9 }) })
  .map(({ severity, ...more }) => findingAt(severity, more))

export const anyJudgedFinding: fc.Arbitrary<JudgedFinding> = fc
  .record({
    severity: anySeverity,
    confidence: anyRatio,
    rule: fc.constantFrom(null, 'secret_added' as const),
    status: fc.constantFrom(undefined, 'kept' as const, 'dropped' as const)
  })
  .map(({ status, ...finding }) =>
    status === undefined ? finding : { ...finding, adversarial_status: status }
  )
