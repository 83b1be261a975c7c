// Comments: each carries a mark that only the service looks for.
import { createHash } from 'node:crypto'
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import type { JsonObject } from '#schemas/common.js'
import { idAt, stringAt } from '../events/payload.js'
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

const COMMENTS = '/issues/{number}/comments'
const COMMENT = '/issues/comments/{id}'
/** By so much the clock of the host may be behind ours. */
const CLOCKS_DIFFER_MS = 3_600_000

async function ownComments(
  hands: RepositoryClient,
  { number, marker, since }: TypedEffectOrder<unknown>
): Promise<JsonObject[]> {
  const found: JsonObject[] = []
  const from = new Date(since.getTime() - CLOCKS_DIFFER_MS).toISOString()
  for await (const comment of hands.list(COMMENTS, { number, since: from }))
    if (stringAt(comment, 'body')?.includes(markerComment(marker))) found.push(comment)
  return found
}

const commentEvidence = (object: JsonObject): JsonObject => ({ url: stringAt(object, 'html_url') })

/** Hidden beside the mark of a comment that is edited in place: which of its texts it shows. */
const textMarkOf = (body: string): string =>
  `<!-- service-text:${createHash('sha256').update(body).digest('hex').slice(0, 16)} -->`

type CommentArguments = Pick<ArgumentsOf<'add-comment'>, 'body' | 'in_place'>

const commentText = ({
  marker,
  arguments: { body, in_place }
}: TypedEffectOrder<CommentArguments>): string =>
  in_place ? `${withMarker(body, marker)}\n${textMarkOf(body)}` : withMarker(body, marker)

/** One that is edited in place is done when it shows this very text. */
function showsText(
  comment: JsonObject,
  { arguments: { body, in_place } }: TypedEffectOrder<CommentArguments>
): boolean {
  return in_place !== true || stringAt(comment, 'body')?.includes(textMarkOf(body)) === true
}

export const addComment: EffectHandler<CommentArguments> = {
  find: async (hands, order) =>
    singleMatch(await ownComments(hands, order), (comment) =>
      showsText(comment, order) ? alreadyDone(commentEvidence(comment), idAt(comment, 'id')) : notDone
    ),
  async perform(hands, order) {
    const body = { body: commentText(order) }
    const [known] = order.arguments.in_place ? await ownComments(hands, order) : []
    const id = known ? idAt(known, 'id') : null
    const comment =
      id === null
        ? await hands.write('POST', COMMENTS, { at: { number: order.number }, body })
        : await hands.write('PATCH', COMMENT, { at: { id }, body })
    return { hostId: idAt(comment, 'id'), evidence: commentEvidence(comment) }
  }
}

const COMMIT_COMMENTS = '/commits/{sha}/comments'

const COMMIT_COMMENT = '/comments/{id}'

type CommitCommentArguments = ArgumentsOf<'comment-commit'>

/** The host lists the comments of a commit whole; there is nothing to begin from. */
async function ownCommitComments(
  hands: RepositoryClient,
  { marker, arguments: { sha } }: TypedEffectOrder<CommitCommentArguments>
) {
  const found: JsonObject[] = []
  for await (const comment of hands.list(COMMIT_COMMENTS, { sha }))
    if (stringAt(comment, 'body')?.includes(markerComment(marker))) found.push(comment)
  return found
}

export const commentCommit: EffectHandler<CommitCommentArguments> = {
  async find(hands, order) {
    const own = await ownCommitComments(hands, order)
    return singleMatch(own, (comment) =>
      showsText(comment, order) ? alreadyDone(commentEvidence(comment), idAt(comment, 'id')) : notDone
    )
  },
  async perform(hands, order) {
    const body = { body: commentText(order) }
    const [known] = order.arguments.in_place ? await ownCommitComments(hands, order) : []
    const id = known ? idAt(known, 'id') : null
    const comment =
      id === null
        ? await hands.write('POST', COMMIT_COMMENTS, { at: { sha: order.arguments.sha }, body })
        : await hands.write('PATCH', COMMIT_COMMENT, { at: { id }, body })
    return { hostId: idAt(comment, 'id'), evidence: commentEvidence(comment) }
  }
}
