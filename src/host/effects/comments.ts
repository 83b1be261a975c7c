// Comments: each carries a hidden marker by which the service recognises it.
import { HOUR_MS } from '#domain/time/durations.js'
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import type { JsonObject } from '#schemas/common.js'
import type { PathParameters } from '../api/transport.js'
import { idAt, stringAt, textAt } from '../payload.js'
import {
  alreadyDone,
  type EffectHandler,
  markerComment,
  notDone,
  singleMatch,
  type TypedEffectOrder,
  textMark,
  withMarker
} from './effect.js'
import { isNotFound, type RepositoryClient } from './repository-client.js'

/** The host's clock may be behind ours by this much. */
const CLOCKS_DIFFER_MS = HOUR_MS

type CommentArguments = Pick<ArgumentsOf<'add-comment'>, 'body' | 'in_place'>

/** Where comments of a kind live on the host. */
interface CommentThread<Arguments> {
  comments: string
  comment: string
  /** What the comments are about. */
  targetOf(order: TypedEffectOrder<Arguments>): PathParameters
  /** Narrows the listing where the host offers it. */
  filterOf(order: TypedEffectOrder<Arguments>): PathParameters
}

export const addComment = commentHandler<ArgumentsOf<'add-comment'>>({
  comments: '/issues/{number}/comments',
  comment: '/issues/comments/{id}',
  targetOf: ({ number }) => ({ number }),
  filterOf: ({ since }) => ({ since: new Date(since.getTime() - CLOCKS_DIFFER_MS).toISOString() })
})

export const commentCommit = commentHandler<ArgumentsOf<'comment-commit'>>({
  comments: '/commits/{sha}/comments',
  comment: '/comments/{id}',
  targetOf: ({ arguments: { sha } }) => ({ sha }),
  filterOf: () => ({})
})

function commentHandler<Arguments extends CommentArguments>(
  thread: CommentThread<Arguments>
): EffectHandler<Arguments> {
  return {
    find: async (repository, order) =>
      singleMatch(await ownComments(repository, thread, order), (comment) =>
        showsText(comment, order) ? alreadyDone(commentEvidence(comment), idAt(comment, 'id')) : notDone
      ),
    needsNoFinding: ({ earlier }) => earlier !== undefined,
    async perform(repository, order) {
      const comment =
        (await editKnown(repository, thread, order)) ?? (await writeComment(repository, thread, order))
      return { hostId: idAt(comment, 'id'), evidence: commentEvidence(comment) }
    }
  }
}

/** Undefined if none is known, or if somebody has deleted it. */
async function editKnown<Arguments extends CommentArguments>(
  repository: RepositoryClient,
  { comment }: CommentThread<Arguments>,
  order: TypedEffectOrder<Arguments>
): Promise<JsonObject | undefined> {
  const { earlier } = order
  if (earlier === undefined || earlier === 'none') return undefined
  const body = { body: commentText(order) }
  try {
    return await repository.write('PATCH', comment, { at: { id: earlier.hostId }, body })
  } catch (error) {
    if (!isNotFound(error)) throw error
    return undefined
  }
}

async function writeComment<Arguments extends CommentArguments>(
  repository: RepositoryClient,
  thread: CommentThread<Arguments>,
  order: TypedEffectOrder<Arguments>
): Promise<JsonObject> {
  const body = { body: commentText(order) }
  const mayExist = order.arguments.in_place === true && order.earlier !== 'none'
  const [existing] = mayExist ? await ownComments(repository, thread, order) : []
  const id = existing ? idAt(existing, 'id') : null
  return id === null
    ? repository.write('POST', thread.comments, { at: thread.targetOf(order), body })
    : repository.write('PATCH', thread.comment, { at: { id }, body })
}

async function ownComments<Arguments>(
  repository: RepositoryClient,
  { comments, targetOf, filterOf }: CommentThread<Arguments>,
  order: TypedEffectOrder<Arguments>
): Promise<JsonObject[]> {
  const matches: JsonObject[] = []
  for await (const comment of repository.list(comments, { ...targetOf(order), ...filterOf(order) }))
    if (textAt(comment, 'body')?.includes(markerComment(order.marker))) matches.push(comment)
  return matches
}

const commentEvidence = (object: JsonObject): JsonObject => ({ url: stringAt(object, 'html_url') })

const commentText = ({
  marker,
  arguments: { body, in_place }
}: TypedEffectOrder<CommentArguments>): string =>
  in_place ? `${withMarker(body, marker)}\n${textMark(body)}` : withMarker(body, marker)

/** A comment that is edited in place is done only when it shows this very text. */
function showsText(
  comment: JsonObject,
  { arguments: { body, in_place } }: TypedEffectOrder<CommentArguments>
): boolean {
  return in_place !== true || textAt(comment, 'body')?.includes(textMark(body)) === true
}
