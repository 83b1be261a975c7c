// What a review has found.
import { type Static, Type } from '@sinclair/typebox'
import { closed, nullable, oneOf, ratio, ref } from '../common.js'
import {
  CHALLENGE_OUTCOMES,
  FINDING_CATEGORIES,
  FINDING_OUTCOMES,
  REVIEW_RULES,
  REVIEW_SEVERITIES
} from './enums.js'

export const LONGEST_FINDING_TITLE = 140
export const LONGEST_FINDING_TEXT = 2_000

export const ReviewFinding = closed(
  {
    category: oneOf(FINDING_CATEGORIES, { description: 'What kind of problem it is.' }),
    severity: oneOf(REVIEW_SEVERITIES, { description: 'How grave it is.' }),
    title: Type.String({
      minLength: 1,
      maxLength: LONGEST_FINDING_TITLE,
      description: 'The problem in one line.'
    }),
    description: Type.String({
      minLength: 1,
      maxLength: LONGEST_FINDING_TEXT,
      description: 'What is wrong, and what it leads to.'
    }),
    suggestion: nullable(Type.String({ maxLength: LONGEST_FINDING_TEXT }), {
      description: 'What to do about it; null if there is nothing to suggest.'
    }),
    file: nullable(Type.String({ maxLength: 4_096 }), {
      description: 'Path of the file; null if it is about the change as a whole.'
    }),
    line: nullable(Type.Integer({ minimum: 1 }), {
      description: 'Line of the file at the commit; null without one.'
    }),
    confidence: ratio('How sure the reviewer is.'),
    rule: nullable(oneOf(REVIEW_RULES, { description: 'The rule that found it.' }), {
      description: 'The rule that found it; null if the language model did.'
    }),
    fingerprint: Type.String({
      description: 'The same finding has the same fingerprint in later commits of the pull request.'
    }),
    outcome: oneOf(FINDING_OUTCOMES, { description: 'What became of it.' }),
    adversarial_status: Type.Optional(
      oneOf(CHALLENGE_OUTCOMES, { description: 'What the challenge has made of it.' })
    ),
    adversarial_note: Type.Optional(Type.String({ description: 'Why, in the words of the challenge.' }))
  },
  { $id: 'ReviewFinding', description: 'One thing that a review has found.' }
)
export type ReviewFinding = Static<typeof ReviewFinding>

export const IgnoredFinding = closed(
  {
    finding: ref(ReviewFinding, { description: 'The finding.' }),
    reason: Type.String({
      description:
        'Why: `file_not_in_diff: <path>`, `missing_title` `invalid_priority` or `dropped_by_challenge` of the language model, or `rule_is_quiet` here.',
      examples: ['file_not_in_diff: src/other.ts']
    })
  },
  { $id: 'IgnoredFinding', description: 'A finding that does not count.' }
)
export type IgnoredFinding = Static<typeof IgnoredFinding>

export const LeftOutFile = closed(
  {
    path: Type.String({ description: 'Path of the file.' }),
    reason: Type.String({ description: 'Why it was not read.', examples: ['It is binary.'] })
  },
  { $id: 'LeftOutFile', description: 'A changed file that was not reviewed.' }
)
export type LeftOutFile = Static<typeof LeftOutFile>
