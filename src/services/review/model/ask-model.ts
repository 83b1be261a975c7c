// Reviews a change by the language model: a first pass, one that challenges it, and one that decides between both.
// The model only speaks: nothing that it says is opened, run or done.
import type { Deps } from '#deps.js'
import type { ReviewBundle } from '#domain/review/model/bundle.js'
import { type ChallengedFinding, challengedFindings } from '#domain/review/model/challenge.js'
import { checkLines } from '#domain/review/model/checks.js'
import {
  type ChallengeResult,
  challengeResult,
  defendedFindings,
  isDefenseDue
} from '#domain/review/model/defense.js'
import type { IgnoredModelFinding } from '#domain/review/model/model-finding.js'
import type { ReviewOverall, ReviewReading } from '#domain/review/model/review-answer.js'
import { type ReviewScope, scopedReading, withinScope } from '#domain/review/model/scope.js'
import type { ModelOpinion } from '#domain/review/model/verdict.js'
import { ModelError, type ModelFailure } from '#errors/model.js'
import type { ReviewSettings } from '#schemas/review/settings.js'
import { askForChallenge, askForDefense, askForReview, type ReviewPassInput } from './passes.js'

/** The engine without a language model. */
export const RULES_ENGINE = 'rules'
const CHALLENGED_SUFFIX = '+adversarial'

export interface ModelReviewRequest {
  /** The full name of the repository. */
  repository: string
  bundle: ReviewBundle
  /** All files of the change. */
  files: ReviewScope['files']
  settings: ReviewSettings
}

export type ModelReview =
  | { is: 'not_asked'; reason: string }
  | {
      is: 'failed'
      failure: ModelFailure
      /** For people. */
      reason: string
      /** A review before this would fail the same way. */
      until: Date | undefined
      tokens: number
      engine: string
    }
  | ({
      is: 'answered'
      ignored: IgnoredModelFinding[]
      overall: ReviewOverall
      isChallenged: boolean
      /** Of all passes. */
      tokens: number
      /** The name of the model, with `+adversarial` if its findings were challenged. */
      engine: string
      /** What went wrong after the first pass, in sentences. */
      faults: string[]
    } & ChallengeResult)

/** Failures of the model are results; anything else is thrown. */
export async function reviewByModel(
  { model, now }: Pick<Deps, 'model' | 'now'>,
  { repository, bundle, files, settings }: ModelReviewRequest
): Promise<ModelReview> {
  const obstacle = obstacleTo(model, settings)
  if (!model || obstacle !== undefined) return { is: 'not_asked', reason: obstacle ?? NO_MODEL }
  const spent = { tokens: 0 }
  const until = new Date(now().getTime() + settings.max_duration_seconds * 1_000)
  const onSpent = (tokens: number) => {
    spent.tokens += tokens
  }
  const input = { model, repository, bundle, settings, until, onSpent }
  const scope = { files, isRequired: settings.require_file_scope }
  const engine = settings.model ?? model.name
  const first = await orModelError(askForReview(input))
  if (first instanceof ModelError) {
    const { failure, message: reason, until } = first
    return { is: 'failed', failure, reason, until, engine, ...spent }
  }
  const review = await challengedReview(input, scopedReading(first, scope), scope)
  const suffix = review.isChallenged ? CHALLENGED_SUFFIX : ''
  return { is: 'answered', ...review, engine: `${engine}${suffix}`, ...spent }
}

/** Whether there is a model, and anything to ask it. */
export const wantsModel = ({ model }: Pick<Deps, 'model'>, settings: ReviewSettings): boolean =>
  model !== undefined && obstacleTo(model, settings) === undefined

const NO_MODEL = 'No language model is configured.'

/** Why there is nothing to ask. */
function obstacleTo(model: Deps['model'], settings: ReviewSettings): string | undefined {
  if (settings.engine === RULES_ENGINE) return 'The settings want no language model.'
  if (!model) return NO_MODEL
  return checkLines(settings) === '' ? 'All checks of the language model are off.' : undefined
}

async function orModelError<Answer>(answer: Promise<Answer>): Promise<Answer | ModelError> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ModelError) return error
    throw error
  }
}

interface SeveralPasses extends ChallengeResult {
  ignored: IgnoredModelFinding[]
  overall: ReviewOverall
  isChallenged: boolean
  faults: string[]
}

/** What a later pass fails to do is said, and what was found before stays. */
async function challengedReview(
  input: ReviewPassInput,
  { findings, ignored, overall }: ReviewReading,
  scope: ReviewScope
): Promise<SeveralPasses> {
  const unchallenged = { findings, ignored, overall, dropped: [], isUnsettled: false, isChallenged: false }
  if (findings.length === 0 || !input.settings.adversarial_review) return { ...unchallenged, faults: [] }
  const challenge = await orModelError(askForChallenge(input, findings))
  if (challenge instanceof ModelError)
    return { ...unchallenged, faults: [`The findings could not be challenged. ${challenge.message}`] }
  const missed = withinScope(challenge.missed, scope)
  const challenged = challengedFindings(findings, { ...challenge, missed: missed.findings })
  const { faults, decided } = await defended(input, challenged)
  return {
    ...challengeResult(decided),
    ignored: [...ignored, ...challenge.ignored, ...missed.outside],
    overall,
    isChallenged: true,
    faults
  }
}

async function defended(input: ReviewPassInput, challenged: readonly ChallengedFinding[]) {
  if (!isDefenseDue(challenged, input.settings)) return { decided: challenged, faults: [] }
  const defense = await orModelError(askForDefense(input, challenged))
  return defense instanceof ModelError
    ? { decided: challenged, faults: [`Nobody decided what the challenge disputes. ${defense.message}`] }
    : { decided: defendedFindings(challenged, defense), faults: [] }
}

/** What the verdict needs to know of it. */
export function opinionOf(review: ModelReview): ModelOpinion {
  if (review.is === 'not_asked') return { is: 'absent' }
  if (review.is === 'failed') return { is: 'failed' }
  const { overall, isChallenged, isUnsettled } = review
  const { correctness, confidence } = overall
  return { is: 'answered', correctness, confidence, isChallenged, isUnsettled }
}
