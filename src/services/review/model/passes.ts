// The three questions that a review asks the language model: what is wrong, whether that is right, and who is right.
import type { Deps } from '#deps.js'
import type { ReviewBundle } from '#domain/review/model/bundle.js'
import {
  type ChallengedFinding,
  type ChallengeReading,
  readChallengeAnswer
} from '#domain/review/model/challenge.js'
import { checkLines } from '#domain/review/model/checks.js'
import type { BundleSection } from '#domain/review/model/context.js'
import { type DefenseReading, disputedAmong, readDefenseAnswer } from '#domain/review/model/defense.js'
import { disputeList, findingList } from '#domain/review/model/finding-list.js'
import type { ModelFinding } from '#domain/review/model/model-finding.js'
import { type ReviewReading, readReviewAnswer } from '#domain/review/model/review-answer.js'
import { ChallengeAnswer, DefenseAnswer, ReviewAnswer } from '#schemas/review/answers.js'
import type { ReviewSettings } from '#schemas/review/settings.js'

/** Includes the tokens that a reasoning model spends first. */
const MOST_REVIEW_TOKENS = 12_000
const MOST_CHALLENGE_TOKENS = 10_000
const MOST_DEFENSE_TOKENS = 6_000

export interface ReviewPassInput {
  model: NonNullable<Deps['model']>
  /** The full name of the repository. */
  repository: string
  bundle: ReviewBundle
  settings: ReviewSettings
  /** When all passes must have ended. */
  until: Date
  onSpent: (tokens: number) => void
}

const materialOf = (sections: readonly BundleSection[]) =>
  sections.map(({ title, text }) => ({ title, text }))

/** A name of null is the usual model. */
const named = (model: string | null) => (model === null ? {} : { model })

const challengerOf = ({ model, adversarial_model: other }: ReviewSettings) => named(other ?? model)

export async function askForReview(input: ReviewPassInput): Promise<ReviewReading> {
  const { model, repository, bundle, settings, until, onSpent } = input
  return model.ask({
    prompt: 'review',
    facts: { repository, checks: checkLines(settings) },
    material: materialOf(bundle.sections),
    shape: ReviewAnswer,
    mostTokens: MOST_REVIEW_TOKENS,
    read: readReviewAnswer,
    until,
    onSpent,
    ...named(settings.model)
  })
}

export async function askForChallenge(
  input: ReviewPassInput,
  findings: readonly ModelFinding[]
): Promise<ChallengeReading> {
  const { model, repository, bundle, settings, until, onSpent } = input
  return model.ask({
    prompt: 'review-challenge',
    facts: { repository, checks: checkLines(settings) },
    material: [
      ...materialOf(bundle.sections),
      { title: 'the findings of the first reviewer', text: findingList(findings) }
    ],
    shape: ChallengeAnswer,
    mostTokens: MOST_CHALLENGE_TOKENS,
    read: readChallengeAnswer,
    until,
    onSpent,
    ...challengerOf(settings)
  })
}

/** The usual model decides, as the challenge may have been left to a lesser one. */
export async function askForDefense(
  input: ReviewPassInput,
  findings: readonly ChallengedFinding[]
): Promise<DefenseReading> {
  const { model, repository, bundle, settings, until, onSpent } = input
  const disputed = disputedAmong(findings)
  return model.ask({
    prompt: 'review-defense',
    facts: { repository },
    material: [
      ...materialOf(sectionsAbout(bundle, disputed)),
      { title: 'the disputed findings', text: disputeList(disputed) }
    ],
    shape: DefenseAnswer,
    mostTokens: MOST_DEFENSE_TOKENS,
    read: readDefenseAnswer,
    until,
    onSpent,
    ...named(settings.model)
  })
}

/** The diffs of the files in dispute; all of them if the dispute is about the change as a whole. */
function sectionsAbout(
  { sections }: ReviewBundle,
  disputed: readonly ChallengedFinding[]
): readonly BundleSection[] {
  const paths = new Set(disputed.map(({ after }) => after.file))
  return paths.has(null) ? sections : sections.filter(({ path }) => path === null || paths.has(path))
}
