// Reviews with comments on lines. The text of the review carries the marker, so that it is submitted once.
import { HostError } from '#errors/host.js'
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import type { JsonObject } from '#schemas/common.js'
import { idAt, objectAt, stringAt, textAt } from '../payload.js'
import {
  alreadyDone,
  blocked,
  type EffectHandler,
  type EffectState,
  notDone,
  singleMatch,
  type TypedEffectOrder,
  withMarker
} from './effect.js'
import { isNotFound, type RepositoryClient } from './repository-client.js'
import { ownReviews, REVIEWS, reviewEvidence } from './reviews.js'
import { PULL_PATH, stateAtCommit, targetGone } from './states.js'

const COMMENT = '/pulls/comments/{id}'

type ReviewOrder = TypedEffectOrder<ArgumentsOf<'submit-review'>>

export const submitReview: EffectHandler<ArgumentsOf<'submit-review'>> = {
  async find(repository, order) {
    const matches = await ownReviews(repository, order)
    if (matches.length > 0)
      return singleMatch(matches, (review) => alreadyDone(reviewEvidence(review), idAt(review, 'id')))
    const pull = await repository.read(PULL_PATH, { number: order.number })
    if (!pull) return targetGone
    if (order.arguments.event === 'APPROVE') return approvable(pull, order.arguments)
    // A later head may have moved on: what was found at this one still helps, on the commit that it names.
    return stringAt(pull, 'state') === 'open'
      ? notDone
      : blocked('target_drifted', 'an open pull request', 'closed')
  },
  async perform(repository, order) {
    const review = await submitWithComments(repository, order)
    return { hostId: idAt(review, 'id'), evidence: reviewEvidence(review) }
  },
  async verify(repository, order) {
    const states = (await ownReviews(repository, order)).map((review) => stringAt(review, 'state'))
    return {
      checkType: 'review',
      expected: 'the review',
      actual: states.join(', ') || 'no review',
      drifted: states.length === 0
    }
  }
}

/** Nothing is approved but what was read: this head, into this branch. */
function approvable(pull: JsonObject, { sha, base }: ReviewOrder['arguments']): EffectState {
  const actual = stringAt(objectAt(pull, 'base'), 'ref')
  return actual === base ? stateAtCommit(pull, sha) : blocked('target_drifted', base, actual ?? 'unknown')
}

/** One line that the host does not take refuses them all: then the review says them in its text. */
async function submitWithComments(repository: RepositoryClient, order: ReviewOrder): Promise<JsonObject> {
  const { comments } = order.arguments
  try {
    return await submit(repository, order, { withLines: comments.length > 0 })
  } catch (error) {
    if (comments.length === 0 || !isUnacceptable(error)) throw error
    return submit(repository, order, { withLines: false })
  }
}

function submit(
  repository: RepositoryClient,
  { number, marker, arguments: { sha, event, body, comments, remarks } }: ReviewOrder,
  { withLines }: { withLines: boolean }
): Promise<JsonObject> {
  const text = withLines || remarks === '' ? body : `${body}\n\n${remarks}`
  const lines = withLines ? { comments: comments.map((comment) => ({ ...comment, side: 'RIGHT' })) } : {}
  return repository.write('POST', REVIEWS, {
    at: { number },
    body: { event, commit_id: sha, body: withMarker(text, marker), ...lines }
  })
}

const UNPROCESSABLE = 422

const isUnacceptable = (error: unknown): boolean =>
  error instanceof HostError && error.hostStatus === UNPROCESSABLE

/** The same text twice does no harm; a comment that somebody has deleted stays deleted. */
export const editReviewComment: EffectHandler<ArgumentsOf<'edit-review-comment'>> = {
  async find(repository, { arguments: { comment_id: id, body } }) {
    const comment = await repository.read(COMMENT, { id })
    if (!comment) return targetGone
    return textAt(comment, 'body') === body
      ? alreadyDone({ url: stringAt(comment, 'html_url') }, id)
      : notDone
  },
  async perform(repository, { arguments: { comment_id: id, body } }) {
    try {
      const comment = await repository.write('PATCH', COMMENT, { at: { id }, body: { body } })
      return { hostId: id, evidence: { url: stringAt(comment, 'html_url') } }
    } catch (error) {
      if (!isNotFound(error)) throw error
      return { hostId: id, evidence: { comment: 'deleted by somebody' } }
    }
  }
}

const REVIEW = '/pulls/{number}/reviews/{id}'

/** Takes back that changes are requested, or an approval; what people have dismissed stays as it is. */
export const dismissReview: EffectHandler<ArgumentsOf<'dismiss-review'>> = {
  async find(repository, { number, arguments: { review_id: id } }) {
    const review = await repository.read(REVIEW, { number, id })
    if (!review) return targetGone
    const isDecisive = ['CHANGES_REQUESTED', 'APPROVED'].includes(stringAt(review, 'state') ?? '')
    return isDecisive ? notDone : alreadyDone(reviewEvidence(review), id)
  },
  async perform(repository, { number, arguments: { review_id: id, message } }) {
    const review = await repository.write('PUT', `${REVIEW}/dismissals`, {
      at: { number, id },
      body: { message, event: 'DISMISS' }
    })
    return { hostId: id, evidence: reviewEvidence(review) }
  }
}
