// Reviewers that are asked for, and approvals, which carry a mark in their text.
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import type { JsonObject } from '#schemas/common.js'
import { idAt, momentAt, namesAt, objectAt, stringAt } from '../events/payload.js'
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
const REVIEWS = '/pulls/{number}/reviews'

type Reviewer = ArgumentsOf<'request-review'>

const isSameLogin = (one: string | null, other: string) => one?.toLowerCase() === other.toLowerCase()

/**
 * Asked for, or done with it since it was wanted: a review of before says nothing of what has come after. The host takes
 * a team off its list with the first review of a member, and does not say whose member that was.
 */
async function isRequestedOrReviewed(
  hands: RepositoryClient,
  { number, since, arguments: reviewer }: TypedEffectOrder<Reviewer>
) {
  const asked = await hands.read(REQUESTED_REVIEWERS, { number })
  const isAsked =
    'team' in reviewer
      ? namesAt(asked, 'teams', 'slug').some((one) => isSameLogin(one, reviewer.team))
      : namesAt(asked, 'users', 'login').some((one) => isSameLogin(one, reviewer.user))
  if (isAsked) return true
  for await (const review of hands.list(REVIEWS, { number })) {
    const isTheirs =
      'team' in reviewer || isSameLogin(stringAt(objectAt(review, 'user'), 'login'), reviewer.user)
    const at = momentAt(review, 'submitted_at')
    if (isTheirs && at !== null && at >= since) return true
  }
  return false
}

const reviewerName = (reviewer: Reviewer) => ('team' in reviewer ? reviewer.team : reviewer.user)

export const requestReview: EffectHandler<Reviewer> = {
  find: async (hands, order) =>
    (await isRequestedOrReviewed(hands, order))
      ? alreadyDone({ reviewer: reviewerName(order.arguments) })
      : notDone,
  async perform(hands, { number, arguments: reviewer }) {
    const body = 'team' in reviewer ? { team_reviewers: [reviewer.team] } : { reviewers: [reviewer.user] }
    await hands.write('POST', REQUESTED_REVIEWERS, { at: { number }, body })
    return { hostId: null, evidence: { reviewer: reviewerName(reviewer) } }
  },
  async verify(hands, order) {
    const isThere = await isRequestedOrReviewed(hands, order)
    const expected = `${reviewerName(order.arguments)} is asked for or has reviewed`
    return { checkType: 'review', expected, actual: isThere ? expected : 'neither', drifted: !isThere }
  }
}

async function approvals(
  hands: RepositoryClient,
  { number, marker }: TypedEffectOrder<unknown>
): Promise<JsonObject[]> {
  const found: JsonObject[] = []
  for await (const review of hands.list(REVIEWS, { number }))
    if (stringAt(review, 'body')?.includes(markerComment(marker))) found.push(review)
  return found
}

const reviewEvidence = (review: JsonObject): JsonObject => ({
  review_state: stringAt(review, 'state'),
  url: stringAt(review, 'html_url')
})

export const approve: EffectHandler<ArgumentsOf<'approve'>> = {
  async find(hands, order) {
    const own = await approvals(hands, order)
    if (own.length > 0)
      return singleMatch(own, (review) => alreadyDone(reviewEvidence(review), idAt(review, 'id')))
    const { number, arguments: judged } = order
    const pull = await hands.read(PULL_PATH, { number })
    return pull ? stateAtCommit(pull, judged.sha) : targetGone
  },
  async perform(hands, { number, marker, arguments: { sha, body } }) {
    const review = await hands.write('POST', REVIEWS, {
      at: { number },
      body: { event: 'APPROVE', commit_id: sha, body: withMarker(body, marker) }
    })
    return { hostId: idAt(review, 'id'), evidence: reviewEvidence(review) }
  },
  async verify(hands, order) {
    const states = (await approvals(hands, order)).map((review) => stringAt(review, 'state'))
    const drifted = !states.includes('APPROVED')
    return { checkType: 'review', expected: 'APPROVED', actual: states.join(', ') || 'no review', drifted }
  }
}
