// Comments: each carries a hidden marker by which the service recognises it.
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
/** The host's clock may be behind ours by this much. */
const CLOCKS_DIFFER_MS = 3_600_000

async function ownComments(
  repository: RepositoryClient,
  { number, marker, since }: TypedEffectOrder<unknown>
): Promise<JsonObject[]> {
  const matches: JsonObject[] = []
  const from = new Date(since.getTime() - CLOCKS_DIFFER_MS).toISOString()
  for await (const comment of repository.list(COMMENTS, { number, since: from }))
    if (stringAt(comment, 'body')?.includes(markerComment(marker))) matches.push(comment)
  return matches
}

const commentEvidence = (object: JsonObject): JsonObject => ({ url: stringAt(object, 'html_url') })

/** A hidden hash beside the marker of a comment that is edited in place: it tells which text the comment shows. */
const textMarkOf = (body: string): string =>
  `<!-- service-text:${createHash('sha256').update(body).digest('hex').slice(0, 16)} -->`

type CommentArguments = Pick<ArgumentsOf<'add-comment'>, 'body' | 'in_place'>

const commentText = ({
  marker,
  arguments: { body, in_place }
}: TypedEffectOrder<CommentArguments>): string =>
  in_place ? `${withMarker(body, marker)}\n${textMarkOf(body)}` : withMarker(body, marker)

/** A comment that is edited in place is done only when it shows this very text. */
function showsText(
  comment: JsonObject,
  { arguments: { body, in_place } }: TypedEffectOrder<CommentArguments>
): boolean {
  return in_place !== true || stringAt(comment, 'body')?.includes(textMarkOf(body)) === true
}

export const addComment: EffectHandler<CommentArguments> = {
  find: async (repository, order) =>
    singleMatch(await ownComments(repository, order), (comment) =>
      showsText(comment, order) ? alreadyDone(commentEvidence(comment), idAt(comment, 'id')) : notDone
    ),
  async perform(repository, order) {
    const body = { body: commentText(order) }
    const [existing] = order.arguments.in_place ? await ownComments(repository, order) : []
    const id = existing ? idAt(existing, 'id') : null
    const comment =
      id === null
        ? await repository.write('POST', COMMENTS, { at: { number: order.number }, body })
        : await repository.write('PATCH', COMMENT, { at: { id }, body })
    return { hostId: idAt(comment, 'id'), evidence: commentEvidence(comment) }
  }
}

const COMMIT_COMMENTS = '/commits/{sha}/comments'

const COMMIT_COMMENT = '/comments/{id}'

type CommitCommentArguments = ArgumentsOf<'comment-commit'>

/** Reads all comments of the commit: the host offers no `since` here. */
async function ownCommitComments(
  repository: RepositoryClient,
  { marker, arguments: { sha } }: TypedEffectOrder<CommitCommentArguments>
) {
  const matches: JsonObject[] = []
  for await (const comment of repository.list(COMMIT_COMMENTS, { sha }))
    if (stringAt(comment, 'body')?.includes(markerComment(marker))) matches.push(comment)
  return matches
}

export const commentCommit: EffectHandler<CommitCommentArguments> = {
  async find(repository, order) {
    const matches = await ownCommitComments(repository, order)
    return singleMatch(matches, (comment) =>
      showsText(comment, order) ? alreadyDone(commentEvidence(comment), idAt(comment, 'id')) : notDone
    )
  },
  async perform(repository, order) {
    const body = { body: commentText(order) }
    const [existing] = order.arguments.in_place ? await ownCommitComments(repository, order) : []
    const id = existing ? idAt(existing, 'id') : null
    const comment =
      id === null
        ? await repository.write('POST', COMMIT_COMMENTS, { at: { sha: order.arguments.sha }, body })
        : await repository.write('PATCH', COMMIT_COMMENT, { at: { id }, body })
    return { hostId: idAt(comment, 'id'), evidence: commentEvidence(comment) }
  }
}
