// The answers requested from the language model in a review: its findings, and what two further passes make of them.
import { type Static, Type } from '@sinclair/typebox'
import { closed, nullable, oneOf, ratio } from '../common.js'
import { enumeration } from '../enumeration.js'
import { CORRECTNESS, FINDING_CATEGORIES } from './enums.js'
import { LONGEST_FINDING_TEXT, LONGEST_FINDING_TITLE } from './findings.js'

/** From the gravest to the slightest. */
export const FINDING_PRIORITIES = enumeration('FindingPriority', ['P0', 'P1', 'P2', 'P3'])
export type FindingPriority = (typeof FINDING_PRIORITIES)[number]

/** What the second pass says of a finding of the first. */
export const CHALLENGES = enumeration('ChallengeWord', ['kept', 'downgraded', 'dropped'])
export type ChallengeWord = (typeof CHALLENGES)[number]

export const MOST_MODEL_FINDINGS = 50
export const MOST_MISSED_RISKS = 20
export const LONGEST_CHALLENGE_NOTE = 500

const priority = oneOf(FINDING_PRIORITIES, {
  description: 'P0: must not be merged; P1: should be mended before; P2: worth mending; P3: slight.'
})
const note = Type.String({ maxLength: LONGEST_CHALLENGE_NOTE, description: 'Why, in one or two sentences.' })

const AnsweredFinding = closed({
  title: Type.String({
    minLength: 1,
    maxLength: LONGEST_FINDING_TITLE,
    description: 'The problem in one line.'
  }),
  description: Type.String({
    minLength: 1,
    maxLength: LONGEST_FINDING_TEXT,
    description: 'What is wrong, when it happens, and what it leads to.'
  }),
  suggestion: nullable(Type.String({ maxLength: LONGEST_FINDING_TEXT }), {
    description: 'What to do about it, in words; null without a suggestion.'
  }),
  priority,
  category: oneOf(FINDING_CATEGORIES, { description: 'What kind of problem it is.' }),
  file: nullable(Type.String({ maxLength: 4_096 }), {
    description: 'Path of the changed file, copied exactly; null if it is about the change as a whole.'
  }),
  line: nullable(Type.Integer({ minimum: 1 }), {
    description: 'Line of the file after the change; null without one.'
  }),
  confidence: ratio('How sure you are.')
})

/** The first pass. */
export const ReviewAnswer = closed({
  findings: Type.Array(AnsweredFinding, {
    maxItems: MOST_MODEL_FINDINGS,
    description: 'What is wrong with the change, the gravest first; empty if nothing is.'
  }),
  overall_correctness: oneOf(CORRECTNESS, {
    description: 'Whether the change does what it says without breaking anything.'
  }),
  overall_confidence: ratio('How sure you are of that.'),
  overall_explanation: Type.String({
    maxLength: LONGEST_FINDING_TEXT,
    description: 'Why, in at most three sentences.'
  })
})
export type ReviewAnswer = Static<typeof ReviewAnswer>

/** The second pass, which doubts the first. */
export const ChallengeAnswer = closed({
  findings: Type.Array(
    closed({
      index: Type.Integer({ minimum: 1, description: 'Number of the finding, as it is shown.' }),
      outcome: oneOf(CHALLENGES, { description: 'What is to become of it.' }),
      priority: nullable(priority, {
        description: 'Its lower priority if it is downgraded; null otherwise.'
      }),
      note
    }),
    { maxItems: MOST_MODEL_FINDINGS, description: 'One entry for each finding.' }
  ),
  missed_risks: Type.Array(AnsweredFinding, {
    maxItems: MOST_MISSED_RISKS,
    description: 'What the first reviewer has missed; usually empty.'
  })
})
export type ChallengeAnswer = Static<typeof ChallengeAnswer>

/** The third pass, which decides what the other two dispute. */
export const DefenseAnswer = closed({
  findings: Type.Array(
    closed({
      index: Type.Integer({ minimum: 1, description: 'Number of the finding, as it is shown.' }),
      stands: Type.Boolean({ description: 'Whether the finding is right as it was first reported.' }),
      note
    }),
    {
      maxItems: MOST_MODEL_FINDINGS + MOST_MISSED_RISKS,
      description: 'One entry for each disputed finding.'
    }
  )
})
export type DefenseAnswer = Static<typeof DefenseAnswer>
