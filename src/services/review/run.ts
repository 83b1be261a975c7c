// Reviews a pull request at one head: guards first, then the rules, then the language model. What it asks the host and
// the model comes before; the result, its decision and its actions are one transaction.
import type { Deps, JobPayload, Tx } from '#deps.js'
import { RUNNING_REVIEW } from '#domain/review/texts.js'
import { pullByNumber } from '#store/mirror/mirror.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { findReview, type ReviewRow } from '#store/review/reviews.js'
import { loadConfig } from '../configuration/resolve.js'
import { isOwnLogin } from '../host/own-login.js'
import { repositoryAccessOf } from '../mirror/repository-access.js'
import { endSkipped } from './end.js'
import { evaluateReview, type GatheredFacts } from './evaluation.js'
import { finishReview } from './finish.js'
import { readOpinions } from './learning/learn.js'
import { askReviewer } from './model/model-pass.js'
import { proposeReviewCheck } from './publish.js'
import { readChange } from './read-change.js'
import { recordReviewActivity } from './record.js'
import { ruleFindings } from './rule-findings.js'
import { reviewSettingsOf } from './settings.js'
import { lockAsKnown, saveState } from './state.js'
import type { ReviewContext } from './subject.js'
import { takeBackApprovals } from './take-back.js'

/** Repeatable: what an earlier try has posted is known by its actions. */
export async function runReview(
  deps: Deps,
  { review_id: id, round }: JobPayload<'review.run'>
): Promise<void> {
  const review = await findReview(deps.db, id)
  if (!review || review.completedAt !== null || review.round !== round) return
  const context = await loadContext(deps, review)
  const begun = await deps.transaction((tx) => begin(deps, tx, context))
  if (!begun) return
  await readAndFinish(deps, { ...context, review: begun })
}

async function loadContext(deps: Deps, review: ReviewRow): Promise<ReviewContext> {
  const { repoId, prNumber } = review
  const repository = await repositoryById(deps.db, repoId)
  const place = repositoryAccessOf(repository)
  const config = await loadConfig(deps, { repoId })
  const settings = await reviewSettingsOf(deps.db, repoId, config.config)
  // Where reviews are off, the host is not asked for anything.
  const isOn = settings.enabled && config.config.pillars.ai_review.enabled && config.isReadable
  const pull = isOn ? await deps.host.livePull(place, prNumber) : undefined
  const known = await deps.transaction((tx) => pullByNumber(tx, repoId, prNumber))
  const isOwn = pull?.author != null && (await isOwnLogin(deps, pull.author))
  return { review, repository, place, config, settings, pull, description: known?.body ?? '', isOwn }
}

/** Undefined if it ends here: a guard stops it, or it was begun anew meanwhile. */
async function begin(deps: Deps, tx: Tx, context: ReviewContext): Promise<ReviewRow | undefined> {
  const review = await lockAsKnown(tx, context.review)
  if (!review) return undefined
  const { decision, inputs, waiverId } = await evaluateReview(deps, tx, context, {})
  if (decision.plan.next === 'skip') {
    await endSkipped(deps, tx, { review, decision, inputs, waiverId, context })
    return undefined
  }
  if (review.status === 'running') return review
  const running = await saveState(tx, review, {
    status: 'running',
    configSnapshot: JSON.stringify(context.settings)
  })
  await proposeReviewCheck(deps, tx, { review: running, text: RUNNING_REVIEW })
  await takeBackApprovals(deps, tx, { review: running, decisionId: null })
  await recordReviewActivity(tx, running)
  return running
}

async function readAndFinish(deps: Deps, context: ReviewContext): Promise<void> {
  const { place, pull, description, settings } = context
  if (!pull) return
  const read = await readChange(deps, { repository: context.repository, place, pull, description, settings })
  const rules = read && (await ruleFindings(deps, context, read.change))
  const comments = await readOpinions(deps, context)
  const gathered: GatheredFacts = read && rules ? { read, rules, comments } : { isMoved: true }
  const plan = await deps.transaction(
    async (tx) => (await evaluateReview(deps, tx, context, gathered)).decision.plan
  )
  const opinion = plan.next === 'ask' && read ? await askReviewer(deps, context, read) : undefined
  await deps.transaction((tx) =>
    finishReview(deps, tx, context, opinion ? { ...gathered, opinion } : gathered)
  )
}
