// Records the result of a review, and proposes what it says on the host.
import type { Deps, Tx } from '#deps.js'
import { reviewV1 } from '#domain/review/review.v1.js'
import { reviewSummary, type ToldReview } from '#domain/review/texts.js'
import { compareWithTold, recogniseFindings } from '#domain/review/told.js'
import { REVIEW_SEVERITIES } from '#schemas/review/enums.js'
import type { IgnoredFinding, LeftOutFile, ReviewFinding } from '#schemas/review/findings.js'
import { pullByNumber } from '#store/mirror/mirror.js'
import type { ToldFinding } from '#store/review/findings.js'
import { type SaidReview, saidReviews } from '#store/review/posted.js'
import type { NewReviewRow, ReviewRow } from '#store/review/reviews.js'
import { recordDecision } from '../decisions/record.js'
import { decisionFields, endSkipped } from './end.js'
import { type EvaluatedReview, evaluateReview, type GatheredFacts, usedConfig } from './evaluation.js'
import { changeOutcomes, keptFindings, tellFindings } from './learning/outcomes.js'
import { RULES_ENGINE } from './model/ask-model.js'
import { cancelSubmission, publishReview } from './publish.js'
import { recordEvidence, recordReviewActivity } from './record.js'
import { isRuleWanted } from './rule-findings.js'
import { lockAsKnown, saveState } from './state.js'
import type { ReviewContext } from './subject.js'

export async function finishReview(
  deps: Deps,
  tx: Tx,
  context: ReviewContext,
  gathered: GatheredFacts
): Promise<void> {
  const review = await lockAsKnown(tx, context.review)
  if (!review) return
  const current = await asItIsNow(tx, context)
  const evaluated = await evaluateReview(deps, tx, current, gathered)
  const { next } = evaluated.decision.plan
  if (next === 'skip') return endSkipped(deps, tx, { ...evaluated, review, context })
  if (next !== 'publish') throw new Error(`the settings of review ${review.id} have changed meanwhile`)
  const headStartSeconds = await cancelSubmission(deps, tx, review)
  const said = await saidReviews(tx, review.repoId, review.prNumber)
  const told = await keptFindings(tx, review, said)
  const findings = countedFindings(gathered, told)
  const changes = compareWithTold(findings, told, (one) => wasLookedFor(context, gathered, one))
  const facts = { context, gathered, evaluated, review, findings, changes, said, headStartSeconds }
  const result = { ...facts, told: toldOf(deps, facts) }
  const decisionId = await recordResultDecision(deps, tx, result)
  const ended = await saveState(tx, review, resultOf(deps, result, decisionId))
  await publish(deps, tx, { ...result, review: ended }, decisionId)
  await recordTold(deps, tx, result)
  await recordEvidence(deps, tx, { ...result, review: ended, decisionId })
  await recordReviewActivity(tx, ended)
}

interface ReviewResult extends FoundResult {
  told: ToldReview
}

interface FoundResult {
  context: ReviewContext
  gathered: GatheredFacts
  evaluated: EvaluatedReview
  review: ReviewRow
  findings: ReviewFinding[]
  changes: ReturnType<typeof compareWithTold<ToldFinding>>
  /** What earlier reviews said, the newest first. */
  said: readonly SaidReview[]
  /** How long an earlier submission may still be on its way. */
  headStartSeconds: number
}

/** While the change was read, somebody may have pushed to it, retargeted or closed it: a newer review knows better. */
async function asItIsNow(tx: Tx, context: ReviewContext): Promise<ReviewContext> {
  const { review, pull } = context
  const known = await pullByNumber(tx, review.repoId, review.prNumber)
  if (!pull || !known) return { ...context, pull: undefined }
  const state = known.state === 'open' ? pull.state : 'closed'
  return {
    ...context,
    pull: { ...pull, state, headSha: known.headSha ?? '', baseBranch: known.baseBranch }
  }
}

const rankOf = ({ severity }: ReviewFinding) => REVIEW_SEVERITIES.indexOf(severity)

/** The gravest first, and of these the surest. */
function countedFindings({ rules, opinion }: GatheredFacts, told: readonly ToldFinding[]): ReviewFinding[] {
  return [...(rules?.counted ?? []), ...recogniseFindings(opinion?.findings ?? [], told)].toSorted(
    (a, b) => rankOf(a) - rankOf(b) || b.confidence - a.confidence
  )
}

/** By a rule that the settings want, or by a language model that has answered; in a file that was read. */
function wasLookedFor(context: ReviewContext, gathered: GatheredFacts, finding: ToldFinding): boolean {
  const { read, rules, opinion } = gathered
  const uncounted = [...(rules?.quiet ?? []), ...(opinion?.ignored ?? []).map((ignored) => ignored.finding)]
  if (uncounted.some(({ fingerprint }) => fingerprint === finding.fingerprint)) return false
  if (!wasAsked(context, gathered, finding)) return false
  const byModel = finding.rule === null ? (opinion?.leftOut ?? []) : []
  const leftOut = [...(read?.leftOut ?? []), ...byModel]
  // What is not changed any more has nothing left to mend.
  return (
    finding.file === null || (read?.isWhole === true && !leftOut.some(({ path }) => path === finding.file))
  )
}

const wasAsked = ({ settings }: ReviewContext, { opinion }: GatheredFacts, { rule }: ToldFinding): boolean =>
  rule === null ? opinion?.model.is === 'answered' : isRuleWanted(rule, settings)

function recordResultDecision(
  deps: Deps,
  tx: Tx,
  { context, evaluated, review }: ReviewResult
): Promise<number> {
  const { plan, ...verdict } = evaluated.decision
  return recordDecision(tx, {
    ...verdict,
    plan: { ...plan },
    ...decisionFields(review),
    configUsed: usedConfig(context),
    configVersion: context.config.version,
    inputs: evaluated.inputs,
    evaluator: reviewV1,
    createdAt: deps.now()
  })
}

function toldOf(
  { model }: Deps,
  { context, gathered, evaluated, findings, changes }: FoundResult
): ToldReview {
  const { verdict, confidence, blocks } = evaluated.decision.plan
  return {
    verdict: verdict ?? 'error',
    confidence,
    isBlocked: blocks,
    findings,
    mended: changes.mended.length,
    leftOut: leftOutOf(gathered),
    quietRules: gathered.rules?.quietRules ?? [],
    lacksModel: model === undefined && context.settings.engine !== RULES_ENGINE,
    faults: faultsOf(gathered),
    explanation: gathered.opinion?.model.is === 'answered' ? gathered.opinion.model.overall.explanation : null
  }
}

function resultOf(deps: Deps, result: ReviewResult, decisionId: number): Partial<NewReviewRow> {
  const { gathered, evaluated, review, findings, told } = result
  const { verdict, confidence, blocks } = evaluated.decision.plan
  const isError = verdict === 'error'
  const at = deps.now()
  return {
    ...readFields(gathered),
    ...modelFields(gathered),
    status: isError ? 'error' : 'completed',
    verdict,
    confidence,
    blocked: blocks,
    summary: reviewSummary(told),
    reason: isError ? evaluated.decision.reason : null,
    findings: JSON.stringify(findings),
    ignoredFindings: JSON.stringify(ignoredOf(gathered)),
    leftOut: JSON.stringify(leftOutOf(gathered)),
    severities: REVIEW_SEVERITIES.map((word) => findings.filter(({ severity }) => severity === word).length),
    durationMs: Math.max(0, at.getTime() - review.startedAt.getTime()),
    decisionId,
    completedAt: at
  }
}

function readFields({ read }: GatheredFacts) {
  if (!read) return {}
  const { filesReviewed, linesAdded, linesRemoved } = read
  return { filesReviewed, linesAdded, linesRemoved }
}

function modelFields({ opinion }: GatheredFacts): Partial<NewReviewRow> {
  const model = opinion?.model
  if (!model || model.is === 'not_asked') return {}
  const { tokens: tokensUsed, engine: reviewEngine } = model
  if (model.is === 'failed') return { tokensUsed, reviewEngine }
  const { correctness, confidence, explanation } = model.overall
  return {
    tokensUsed,
    reviewEngine,
    overallCorrectness: correctness,
    overallConfidence: confidence,
    overallExplanation: explanation
  }
}

/** What nobody has read, and what the language model has not. */
function leftOutOf({ read, opinion }: GatheredFacts): LeftOutFile[] {
  const unseen = (opinion?.leftOut ?? []).map(({ path, reason }) => ({
    path,
    reason: `Only rules have read it. ${reason}`
  }))
  return [...(read?.leftOut ?? []), ...unseen]
}

/** What the language model could not do, in sentences. */
function faultsOf({ opinion }: GatheredFacts): readonly string[] {
  if (opinion?.model.is === 'failed') return [opinion.model.reason]
  return opinion?.model.is === 'answered' ? opinion.model.faults : []
}

function ignoredOf({ rules, opinion }: GatheredFacts): IgnoredFinding[] {
  const quiet = (rules?.quiet ?? []).map((finding) => ({ finding, reason: 'rule_is_quiet' }))
  return [...quiet, ...(opinion?.ignored ?? [])]
}

async function publish(deps: Deps, tx: Tx, result: ReviewResult, decisionId: number): Promise<void> {
  const { context, gathered, review, changes, said, told, headStartSeconds } = result
  const { settings, config } = context
  const isSure = gathered.opinion?.model.is === 'answered' && told.confidence === 'high'
  await publishReview(deps, tx, {
    review,
    told,
    fresh: changes.fresh,
    mended: changes.mended,
    files: gathered.read?.change.files ?? [],
    // Else it would be stopped as a whole, with its findings.
    mayApprove: isSure && settings.allow_approve && config.config.settings.allow_auto_approve,
    headStartSeconds,
    onLines: config.config.pillars.ai_review.comment_findings,
    commentIds: new Map([...(gathered.comments ?? [])].map(([fingerprint, { id }]) => [fingerprint, id])),
    said,
    unseen: changes.unseen.length,
    decisionId
  })
}

/** What people are told from now on, and what they need not be told any more. */
async function recordTold(deps: Deps, tx: Tx, { review, changes }: ReviewResult): Promise<void> {
  const { fresh, mended, returned } = changes
  const { repoId, prNumber, commitSha } = review
  const at = deps.now()
  const known = new Set(returned.map(({ fingerprint }) => fingerprint))
  await tellFindings(
    tx,
    fresh
      .filter(({ fingerprint }) => !known.has(fingerprint))
      .map(({ fingerprint, rule, severity, title, file }) => ({
        repoId,
        prNumber,
        fingerprint,
        rule,
        severity,
        title,
        file,
        outcome: 'open' as const,
        toldSha: commitSha,
        toldAt: at,
        live: true
      }))
  )
  await changeOutcomes(tx, mended, { outcome: 'mended', decidedAt: at, mendedSha: commitSha })
  await changeOutcomes(tx, returned, { outcome: 'open', decidedAt: null, mendedSha: null })
}
