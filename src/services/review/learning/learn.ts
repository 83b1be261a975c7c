// What people made of the findings of a pull request tells how much its rules are worth.
import type { Deps, JobPayload, Tx } from '#deps.js'
import type { HostPullRequest } from '#domain/host/items.js'
import { outcomeAtEnd } from '#domain/review/outcome.js'
import { fingerprintIn } from '#domain/review/texts.js'
import { HostError, isPassingFailure } from '#errors/host.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { toldFindings } from '#store/review/findings.js'
import { saidReviews } from '#store/review/posted.js'
import { repositoryAccessOf } from '../../mirror/repository-access.js'
import type { ReviewContext } from '../subject.js'
import { changeOutcomes, keptFindings } from './outcomes.js'

/** Once it is closed; a finding that was decided stays as it is. */
export async function requestLearning(
  { queue }: Deps,
  tx: Tx,
  repoId: number,
  { number, state, mergedAt }: HostPullRequest
): Promise<void> {
  if (state === 'open') return
  const told = await toldFindings(tx, repoId, number)
  if (!told.some(({ outcome }) => outcome === 'open')) return
  await queue.enqueue(tx, 'review.learn', [
    {
      payload: { repo_id: repoId, pr_number: number, is_merged: mergedAt !== null },
      singletonKey: `${repoId}:${number}`
    }
  ])
}

export async function learnFromPull(
  deps: Deps,
  { repo_id: repoId, pr_number: prNumber, is_merged: isMerged }: JobPayload<'review.learn'>
): Promise<void> {
  const repository = await repositoryById(deps.db, repoId)
  const opinions = await readOpinions(deps, {
    place: repositoryAccessOf(repository),
    review: { repoId, prNumber }
  })
  await deps.transaction(async (tx) => {
    if ((await lockRepository(tx, repoId))?.live !== true) return
    const said = await saidReviews(tx, repoId, prNumber)
    const open = (await keptFindings(tx, { repoId, prNumber }, said)).filter(
      ({ outcome }) => outcome === 'open'
    )
    const at = deps.now()
    for (const outcome of ['helped', 'refused', 'ignored'] as const) {
      const fitting = open.filter(
        ({ fingerprint, resolvedAt }) =>
          outcomeAtEnd(opinions.get(fingerprint), { isMerged, isResolved: resolvedAt !== null }) === outcome
      )
      await changeOutcomes(tx, fitting, { outcome, decidedAt: at })
    }
  })
}

type CommentedPull = Pick<ReviewContext['review'], 'repoId' | 'prNumber'>

/** A comment on a line, and what people think of it. */
export interface LineOpinion {
  id: number
  thumbsUp: number
  thumbsDown: number
}

/**
 * By the fingerprint of the finding that a comment is about. Where nothing was told, the host is not asked; where it
 * refuses for good, nobody's thumbs are known, and the review goes on.
 */
export async function readOpinions(
  deps: Deps,
  { place, review: { repoId, prNumber } }: Pick<ReviewContext, 'place'> & { review: CommentedPull }
): Promise<Map<string, LineOpinion>> {
  if ((await toldFindings(deps.db, repoId, prNumber)).length === 0) return new Map()
  const comments = await deps.host.lineComments(place, prNumber).catch((error: unknown) => {
    if (!(error instanceof HostError) || isPassingFailure(error)) throw error
    deps.log.warn({ err: error, repoId, prNumber }, 'the comments of a review cannot be read')
    return []
  })
  const own = (await deps.host.ownLogin())?.toLowerCase()
  return new Map(
    comments.flatMap(({ author, body, ...opinion }) => {
      // Anybody can copy the mark of a finding.
      const fingerprint = author.toLowerCase() === own ? fingerprintIn(body) : undefined
      return fingerprint === undefined ? [] : [[fingerprint, opinion] as const]
    })
  )
}
