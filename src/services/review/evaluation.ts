// The decision about a review, and its inputs in their recorded form.
import type { Deps, Tx } from '#deps.js'
import { decideReview, type ReviewDecision } from '#domain/review/review.v1.js'
import type { JsonObject } from '#schemas/common.js'
import type { ReviewFinding } from '#schemas/review/findings.js'
import { findWaiver } from '../waivers/waivers.js'
import type { LineOpinion } from './learning/learn.js'
import { type ModelReview, wantsModel } from './model/ask-model.js'
import type { ReviewOpinion } from './model/model-pass.js'
import type { ReadChange } from './read-change.js'
import type { RuleResult } from './rule-findings.js'
import type { ReviewContext } from './subject.js'

/** What is known so far. */
export interface GatheredFacts {
  /** The host shows another head by now. */
  isMoved?: true
  read?: ReadChange
  rules?: RuleResult
  opinion?: ReviewOpinion
  /** What the host shows of earlier comments, by the fingerprint of their finding. */
  comments?: ReadonlyMap<string, LineOpinion>
}

export interface EvaluatedReview {
  decision: ReviewDecision
  inputs: JsonObject
  waiverId: number | null
}

export async function evaluateReview(
  deps: Deps,
  tx: Tx,
  context: ReviewContext,
  gathered: GatheredFacts
): Promise<EvaluatedReview> {
  const { review, pull, settings } = context
  const { repoId, prNumber: pr } = review
  const branches = pull ? [pull.headBranch, pull.baseBranch] : []
  const waiver = await findWaiver(tx, { repoId, pillar: 'ai_review', at: deps.now(), pr, branches })
  const inputs = reviewInputs(context, gathered, {
    waiver: waiver ? { id: waiver.id, reason: waiver.reason } : null,
    isModelWanted: wantsModel(deps, settings)
  })
  return { decision: decideReview(inputs, usedConfig(context)), inputs, waiverId: waiver?.id ?? null }
}

interface Circumstances {
  waiver: { id: number; reason: string } | null
  isModelWanted: boolean
}

const MOST_FILES = 300

function reviewInputs(
  { review, config, settings, pull, isOwn }: ReviewContext,
  { isMoved, read, rules, opinion }: GatheredFacts,
  { waiver, isModelWanted }: Circumstances
): JsonObject {
  const findings = [...(rules?.counted ?? []), ...(opinion?.findings ?? [])]
  return {
    is_readable: config.isReadable,
    review_enabled: settings.enabled,
    wants_model: isModelWanted,
    waiver,
    pull: {
      number: review.prNumber,
      is_open: pull?.state === 'open',
      is_current:
        pull?.headSha === review.commitSha && pull.baseBranch === review.baseBranch && isMoved !== true,
      author: pull?.author ?? null,
      is_bot: pull?.author?.endsWith('[bot]') !== false || isOwn,
      base_branch: pull?.baseBranch ?? null,
      // Of a longer list nobody can say that no path fits.
      files: read && read.change.files.length <= MOST_FILES ? read.change.files.map(({ path }) => path) : null
    },
    is_read: read !== undefined,
    files: read
      ? { reviewed: read.filesReviewed, unread: read.filesUnread, ignored: read.filesIgnored }
      : null,
    findings: findings.map(judgedInput),
    model: opinion ? modelInput(opinion.model) : null
  }
}

const judgedInput = ({ severity, confidence, rule, fingerprint }: ReviewFinding): JsonObject => ({
  severity,
  confidence,
  rule,
  fingerprint
})

function modelInput(model: ModelReview): JsonObject {
  if (model.is !== 'answered') return { failed: true }
  const { overall, isChallenged, isUnsettled } = model
  return {
    failed: false,
    correctness: overall.correctness,
    confidence: overall.confidence,
    is_challenged: isChallenged,
    is_unsettled: isUnsettled
  }
}

/** Only the settings that matter. */
export function usedConfig({ config: { config }, settings }: ReviewContext): JsonObject {
  const { enabled, triggers } = config.pillars.ai_review
  const { block_on_verdict, min_confidence_to_block } = settings
  return {
    settings: { dry_run: config.settings.dry_run },
    pillars: { ai_review: { enabled, triggers: { ...triggers } } },
    review: { block_on_verdict: [...block_on_verdict], min_confidence_to_block }
  }
}
