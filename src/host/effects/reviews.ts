// Review requests, and approvals, which carry the marker in their body.
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import type { JsonObject } from '#schemas/common.js'
import { idAt, momentAt, namesAt, objectAt, stringAt, textAt } from '../payload.js'
import {
  alreadyDone,
  type EffectHandler,
  markerComment,
  notDone,
  singleMatch,
  type TypedEffectOrder,
  withMarker
} from './effect.js'
import type { RepositoryClient } from './repository-client.js'
import { PULL_PATH, stateAtCommit, targetGone } from './states.js'

const REQUESTED_REVIEWERS = '/pulls/{number}/requested_reviewers'
export const REVIEWS = '/pulls/{number}/reviews'

type Reviewer = ArgumentsOf<'request-review'>

const isSameLogin = (a: string | null, b: string) => a?.toLowerCase() === b.toLowerCase()

/**
 * Requested, or reviewed since the action was proposed: an earlier review says nothing about later commits. The host
 * removes a team from the list with the first review of a member, and does not say to which team the member belongs.
 */
async function isRequestedOrReviewed(
  repository: RepositoryClient,
  { number, since, arguments: reviewer }: TypedEffectOrder<Reviewer>
) {
  const requested = await repository.read(REQUESTED_REVIEWERS, { number })
  const isRequested =
    'team' in reviewer
      ? namesAt(requested, 'teams', 'slug').some((team) => isSameLogin(team, reviewer.team))
      : namesAt(requested, 'users', 'login').some((login) => isSameLogin(login, reviewer.user))
  if (isRequested) return true
  for await (const review of repository.list(REVIEWS, { number })) {
    const isTheirs =
      'team' in reviewer || isSameLogin(stringAt(objectAt(review, 'user'), 'login'), reviewer.user)
    const at = momentAt(review, 'submitted_at')
    if (isTheirs && at !== null && at >= since) return true
  }
  return false
}

const reviewerName = (reviewer: Reviewer) => ('team' in reviewer ? reviewer.team : reviewer.user)

export const requestReview: EffectHandler<Reviewer> = {
  find: async (repository, order) =>
    (await isRequestedOrReviewed(repository, order))
      ? alreadyDone({ reviewer: reviewerName(order.arguments) })
      : notDone,
  async perform(repository, { number, arguments: reviewer }) {
    const body = 'team' in reviewer ? { team_reviewers: [reviewer.team] } : { reviewers: [reviewer.user] }
    await repository.write('POST', REQUESTED_REVIEWERS, { at: { number }, body })
    return { hostId: null, evidence: { reviewer: reviewerName(reviewer) } }
  },
  async verify(repository, order) {
    const isDone = await isRequestedOrReviewed(repository, order)
    const expected = `${reviewerName(order.arguments)} is requested or has reviewed`
    return { checkType: 'review', expected, actual: isDone ? expected : 'neither', drifted: !isDone }
  }
}

/** Those that the service has submitted itself, known by the marker in their text. */
export async function ownReviews(
  repository: RepositoryClient,
  { number, marker }: TypedEffectOrder<unknown>
): Promise<JsonObject[]> {
  const matches: JsonObject[] = []
  for await (const review of repository.list(REVIEWS, { number }))
    if (textAt(review, 'body')?.includes(markerComment(marker))) matches.push(review)
  return matches
}

export const reviewEvidence = (review: JsonObject): JsonObject => ({
  review_state: stringAt(review, 'state'),
  url: stringAt(review, 'html_url')
})

export const approve: EffectHandler<ArgumentsOf<'approve'>> = {
  async find(repository, order) {
    const matches = await ownReviews(repository, order)
    if (matches.length > 0)
      return singleMatch(matches, (review) => alreadyDone(reviewEvidence(review), idAt(review, 'id')))
    const { number, arguments: approval } = order
    const pull = await repository.read(PULL_PATH, { number })
    return pull ? stateAtCommit(pull, approval.sha) : targetGone
  },
  async perform(repository, { number, marker, arguments: { sha, body } }) {
    const review = await repository.write('POST', REVIEWS, {
      at: { number },
      body: { event: 'APPROVE', commit_id: sha, body: withMarker(body, marker) }
    })
    return { hostId: idAt(review, 'id'), evidence: reviewEvidence(review) }
  },
  async verify(repository, order) {
    const states = (await ownReviews(repository, order)).map((review) => stringAt(review, 'state'))
    const drifted = !states.includes('APPROVED')
    return { checkType: 'review', expected: 'APPROVED', actual: states.join(', ') || 'no review', drifted }
  }
}
