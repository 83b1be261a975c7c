// What can be read of a pull request: its files, its diff, and comments on lines with what people think of them.
import type { JsonObject } from '#schemas/common.js'
import type { HostClient } from '../api/client.js'
import { idAt, integerAt, objectAt, objectsIn, stringAt, textAt } from '../payload.js'
import { changedFiles, changedTexts, type ListedChange, type PullHead } from './changed-files.js'
import { type RepositoryAccess, requestOf } from './listings.js'

export interface PullReads {
  /** All files that a pull request changes at this head; undefined if the list is not reliable. */
  changedFiles(access: RepositoryAccess, head: PullHead): Promise<string[] | undefined>
  /** The same with their diffs, as far as the host lists them; undefined if they belong to another head. */
  changedTexts(
    access: RepositoryAccess,
    head: PullHead
  ): Promise<{ files: ListedChange[]; isWhole: boolean } | undefined>
  /** The comments on lines of a pull request. */
  lineComments(access: RepositoryAccess, number: number): Promise<LineComment[]>
}

export const openPullReads = (client: HostClient): PullReads => ({
  changedFiles: (access, head) => changedFiles(client, access, head),
  changedTexts: (access, head) => changedTexts(client, access, head),
  lineComments: (access, number) => lineComments(client, access, number)
})

export interface LineComment {
  id: number
  author: string
  body: string
  thumbsUp: number
  thumbsDown: number
}

const PER_PAGE = 100
/** Later ones say nothing more about what the service has told. */
const MOST_COMMENTS = 2_000

async function lineComments(
  client: HostClient,
  access: RepositoryAccess,
  number: number
): Promise<LineComment[]> {
  const request = requestOf(access, '/pulls/{number}/comments', { number, per_page: PER_PAGE })
  const comments: LineComment[] = []
  for await (const { body } of client.pages(request, { ...access, fresh: true })) {
    comments.push(...objectsIn(body).flatMap(lineCommentOf))
    if (comments.length >= MOST_COMMENTS) break
  }
  return comments
}

function lineCommentOf(comment: JsonObject): LineComment[] {
  const [id, body, reactions] = [idAt(comment, 'id'), textAt(comment, 'body'), objectAt(comment, 'reactions')]
  const author = stringAt(objectAt(comment, 'user'), 'login')
  if (id === null || body === null || author === null) return []
  return [
    {
      id,
      author,
      body,
      thumbsUp: integerAt(reactions, '+1') ?? 0,
      thumbsDown: integerAt(reactions, '-1') ?? 0
    }
  ]
}
