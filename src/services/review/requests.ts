// Asks for reviews: each head of a pull request has one, and a job does it.
import { randomUUID } from 'node:crypto'
import type { Deps, Tx } from '#deps.js'
import { repoNotFound } from '#errors/errors.js'
import { pullRequestClosed, pullRequestNotFound, reviewDisabled } from '#errors/review.js'
import type { MissedTarget, WorkEvent } from '#registry.js'
import type { RepoParams } from '#schemas/common.js'
import type { ReviewTrigger } from '#schemas/review/enums.js'
import type { ReviewStarted } from '#schemas/review/review.js'
import { changeTallied } from '#store/counters/tallies.js'
import { lockRepository, pullByNumber } from '#store/mirror/mirror.js'
import { type RepositoryRef, repositoryByName } from '#store/mirror/repositories.js'
import {
  insertReview,
  lockReviewOf,
  type NewReviewRow,
  type ReviewRow,
  saveReview
} from '#store/review/reviews.js'
import { loadConfig } from '../configuration/resolve.js'
import { recordDecision, SERVICE_ACTOR } from '../decisions/record.js'
import { mirrorPullRequests } from '../mirror/mirror.js'
import { repositoryAccessOf } from '../mirror/repository-access.js'
import { recordReviewActivity, reviewTallies } from './record.js'
import { reviewSettingsOf } from './settings.js'

/** A review is asked for at a head, into a branch. */
export interface ReviewWish {
  repoId: number
  prNumber: number
  commitSha: string
  baseBranch: string
  trigger: ReviewTrigger
  triggeredBy: string
  triggerEvent: string
}

/**
 * For an event: a head that was reviewed is not reviewed again. One that was skipped may be another case by now, and one
 * that goes into another branch brings in something else.
 */
export async function requestReviewOfEvent(deps: Deps, tx: Tx, event: WorkEvent): Promise<void> {
  if (event.kind !== 'pull-request') return
  const { repository, pullRequest, changeKind, isRetargeted = false } = event
  const { number, headSha, baseBranch, draft, state } = pullRequest
  const isDue = isRetargeted || (changeKind !== 'other' && changeKind !== 'edited')
  if (!isDue || headSha === null || draft || state !== 'open') return
  await requestOnce(deps, tx, {
    repoId: repository.hostId,
    prNumber: number,
    commitSha: headSha,
    baseBranch,
    trigger: 'webhook',
    triggeredBy: SERVICE_ACTOR,
    triggerEvent: `pull_request.${isRetargeted ? 'edited' : changeKind}`
  })
}

/** For a pull request of which no event told. */
export async function requestMissedReview(deps: Deps, tx: Tx, target: MissedTarget): Promise<void> {
  if (target.targetType !== 'pr') return
  const pull = await pullByNumber(tx, target.repoId, target.number)
  if (pull?.headSha == null || pull.draft || pull.state !== 'open') return
  await requestOnce(deps, tx, {
    repoId: target.repoId,
    prNumber: target.number,
    commitSha: pull.headSha,
    baseBranch: pull.baseBranch,
    trigger: 'webhook',
    triggeredBy: SERVICE_ACTOR,
    triggerEvent: 'sync'
  })
}

/** The repository is locked first, as everywhere, so that no job that reviews can wait for this one and it for the job. */
async function requestOnce(deps: Deps, tx: Tx, wish: ReviewWish): Promise<void> {
  if ((await lockRepository(tx, wish.repoId))?.live !== true) return
  const known = await lockReviewOf(tx, wish)
  const isKnown = known !== undefined && known.status !== 'skipped' && known.baseBranch === wish.baseBranch
  if (!isKnown) await begin(deps, tx, wish, known)
}

/** Queued, without any result. */
const FRESH = {
  status: 'queued',
  verdict: null,
  confidence: null,
  blocked: false,
  summary: null,
  reason: null,
  findings: '[]',
  ignoredFindings: '[]',
  leftOut: '[]',
  configSnapshot: '{}',
  severities: [0, 0, 0, 0, 0],
  filesReviewed: 0,
  linesAdded: 0,
  linesRemoved: 0,
  tokensUsed: null,
  overallCorrectness: null,
  overallConfidence: null,
  overallExplanation: null,
  reviewEngine: 'rules',
  durationMs: null,
  decisionId: null,
  completedAt: null
} as const satisfies Partial<NewReviewRow>

/** A new review, or the known one of this head begun anew. */
async function begin(deps: Deps, tx: Tx, wish: ReviewWish, known: ReviewRow | undefined): Promise<ReviewRow> {
  const asked = {
    ...FRESH,
    ...wish,
    jobId: randomUUID(),
    round: (known?.round ?? 0) + 1,
    startedAt: deps.now()
  }
  const row = { ...asked, severities: [...FRESH.severities] }
  let begun: ReviewRow | undefined
  await changeTallied(tx, async (tallied) => {
    begun = known
      ? await saveReview(tallied, known, row)
      : await insertReview(tallied, { ...row, live: true })
    return reviewTallies(wish.repoId, known, begun)
  })
  if (!begun) throw new Error('a locked review was changed by another transaction')
  const { id, round, jobId } = begun
  await deps.queue.enqueue(tx, 'review.run', [{ id: jobId, payload: { review_id: id, round } }])
  await recordReviewActivity(tx, begun)
  return begun
}

export interface AskedReview {
  name: RepoParams
  number: number
  actor: string
  trigger: Extract<ReviewTrigger, 'api' | 'comment'>
}

export async function requestPullRequestReview(deps: Deps, asked: AskedReview): Promise<ReviewStarted> {
  return deps.transaction(await prepareReview(deps, asked))
}

/** For somebody who asks: also a head that was reviewed before is reviewed anew. */
export async function prepareReview(
  deps: Deps,
  { name, number, actor, trigger }: AskedReview
): Promise<(tx: Tx) => Promise<ReviewStarted>> {
  const repository = await repositoryByName(deps.db, name)
  const { repoId, fullName } = repository
  await mirrorPull(deps, repository, number)
  const { config } = await loadConfig(deps, { repoId })
  return async (tx) => {
    if ((await lockRepository(tx, repoId))?.live !== true) throw repoNotFound(fullName)
    const settings = await reviewSettingsOf(tx, repoId, config)
    if (!settings.enabled || !config.pillars.ai_review.enabled) throw reviewDisabled(fullName)
    const pull = await pullByNumber(tx, repoId, number)
    if (pull?.headSha == null) throw pullRequestNotFound(fullName, number)
    if (pull.state !== 'open') throw pullRequestClosed(number)
    const wish: ReviewWish = {
      repoId,
      prNumber: number,
      commitSha: pull.headSha,
      baseBranch: pull.baseBranch,
      trigger,
      triggeredBy: actor,
      triggerEvent: trigger
    }
    await recordRequest(deps, tx, wish)
    const { id, jobId } = await begin(deps, tx, wish, await lockReviewOf(tx, wish))
    return {
      message: `The review of #${number} is queued.`,
      started: true,
      pr: number,
      review_id: id,
      job_id: jobId
    }
  }
}

/** The head may have moved, and the pull request may be new, without an event that told it. */
async function mirrorPull(deps: Deps, repository: RepositoryRef, number: number): Promise<void> {
  if (!deps.host.client.isConfigured) return
  const shownAt = deps.now()
  const place = { ...repositoryAccessOf(repository), priority: 'interactive' as const }
  const found = await deps.host.fetchItem('pull_requests', place, number)
  if (found?.number !== number) throw pullRequestNotFound(repository.fullName, number)
  await deps.transaction((tx) =>
    mirrorPullRequests(deps, tx, { repoId: repository.repoId, shownAt }, [found])
  )
}

/** A person decided that it is reviewed: evidence of its own, which cannot be replayed. */
async function recordRequest(deps: Deps, tx: Tx, wish: ReviewWish): Promise<void> {
  const { repoId, prNumber, commitSha, triggeredBy } = wish
  await recordDecision(tx, {
    repoId,
    source: 'api',
    triggerEvent: wish.triggerEvent,
    targetType: 'pr',
    targetNumber: prNumber,
    pillar: 'ai_review',
    decision: 'acted',
    reason: 'A person asked for a review.',
    conditions: [],
    commitSha,
    actor: triggeredBy,
    inputs: { pr: prNumber, commit_sha: commitSha },
    evaluator: null,
    createdAt: deps.now()
  })
}
