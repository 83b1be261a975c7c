// Reviewers that are asked for, and approvals, which carry a mark in their text.
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import type { JsonObject } from '#schemas/common.js'
import { idAt, momentAt, namesAt, objectAt, textAt } from '../events/payload.js'
import { absent, type Effect, isDone, marked, markOf, type Order, onlyOne } from './effect.js'
import type { Hands } from './repository-client.js'
import { asJudged, gone, PULL } from './states.js'

const ASKED = '/pulls/{number}/requested_reviewers'
const REVIEWS = '/pulls/{number}/reviews'

type Reviewer = ArgumentsOf<'request-review'>

const isSame = (one: string | null, other: string) => one?.toLowerCase() === other.toLowerCase()

/**
 * Asked for, or done with it since it was wanted: a review of before says nothing of what has come after. The host takes
 * a team off its list with the first review of a member, and does not say whose member that was.
 */
async function isInvolved(hands: Hands, { number, since, arguments: reviewer }: Order<Reviewer>) {
  const asked = await hands.read(ASKED, { number })
  const isAsked =
    'team' in reviewer
      ? namesAt(asked, 'teams', 'slug').some((one) => isSame(one, reviewer.team))
      : namesAt(asked, 'users', 'login').some((one) => isSame(one, reviewer.user))
  if (isAsked) return true
  for await (const review of hands.list(REVIEWS, { number })) {
    const isTheirs = 'team' in reviewer || isSame(textAt(objectAt(review, 'user'), 'login'), reviewer.user)
    const at = momentAt(review, 'submitted_at')
    if (isTheirs && at !== null && at >= since) return true
  }
  return false
}

const nameOf = (reviewer: Reviewer) => ('team' in reviewer ? reviewer.team : reviewer.user)

export const requestReview: Effect<Reviewer> = {
  found: async (hands, order) =>
    (await isInvolved(hands, order)) ? isDone({ reviewer: nameOf(order.arguments) }) : absent,
  async perform(hands, { number, arguments: reviewer }) {
    const body = 'team' in reviewer ? { team_reviewers: [reviewer.team] } : { reviewers: [reviewer.user] }
    await hands.write('POST', ASKED, { at: { number }, body })
    return { hostId: null, evidence: { reviewer: nameOf(reviewer) } }
  },
  async verify(hands, order) {
    const isThere = await isInvolved(hands, order)
    const expected = `${nameOf(order.arguments)} is asked for or has reviewed`
    return { checkType: 'review', expected, actual: isThere ? expected : 'neither', drifted: !isThere }
  }
}

async function approvals(hands: Hands, { number, marker }: Order<unknown>): Promise<JsonObject[]> {
  const found: JsonObject[] = []
  for await (const review of hands.list(REVIEWS, { number }))
    if (textAt(review, 'body')?.includes(markOf(marker))) found.push(review)
  return found
}

const saidOf = (review: JsonObject): JsonObject => ({
  review_state: textAt(review, 'state'),
  url: textAt(review, 'html_url')
})

export const approve: Effect<ArgumentsOf<'approve'>> = {
  async found(hands, order) {
    const own = await approvals(hands, order)
    if (own.length > 0) return onlyOne(own, (review) => isDone(saidOf(review), idAt(review, 'id')))
    const { number, arguments: judged } = order
    const pull = await hands.read(PULL, { number })
    return pull ? asJudged(pull, judged.sha) : gone
  },
  async perform(hands, { number, marker, arguments: { sha, body } }) {
    const review = await hands.write('POST', REVIEWS, {
      at: { number },
      body: { event: 'APPROVE', commit_id: sha, body: marked(body, marker) }
    })
    return { hostId: idAt(review, 'id'), evidence: saidOf(review) }
  },
  async verify(hands, order) {
    const states = (await approvals(hands, order)).map((review) => textAt(review, 'state'))
    const drifted = !states.includes('APPROVED')
    return { checkType: 'review', expected: 'APPROVED', actual: states.join(', ') || 'no review', drifted }
  }
}
