// The API of reviews of pull requests with real branches, and of their comments on lines.
import { integerAt, objectsAt, stringAt, textAt } from '#host/payload.js'
import type { JsonObject } from '#schemas/common.js'
import type { HostAnswer } from '../http.js'
import type { RepositoryRoute, Visit } from '../routes.js'
import { gitRoute, listAnswer, noteWrite } from './answering.js'
import { pullAt } from './git-pulls.js'
import { type GitPull, reviewShape } from './git-shapes.js'
import { type Git, type LineComment, type Review, refuse, SERVICE } from './git-state.js'
import { mergeBaseOf } from './history.js'
import { filesAt } from './objects.js'
import { changeShapes } from './patches.js'
import { addReview, commentShape, commentsOf, dismissReview } from './reviews.js'

const STATES: Readonly<Record<string, Review['state']>> = {
  APPROVE: 'APPROVED',
  REQUEST_CHANGES: 'CHANGES_REQUESTED',
  COMMENT: 'COMMENTED'
}

const WORDS: Readonly<Record<string, string>> = {
  APPROVE: 'approve',
  REQUEST_CHANGES: 'request changes of',
  COMMENT: 'review'
}

/** What a pull request changes since it left its base. */
function changesOf({ objects }: Git, { pull }: GitPull): JsonObject[] {
  const from = mergeBaseOf(objects, pull.baseSha ?? pull.headSha, pull.headSha) ?? pull.headSha
  return changeShapes(filesAt(objects, from), filesAt(objects, pull.headSha))
}

function review(git: Git, { id, body }: Visit): HostAnswer {
  const event = stringAt(body, 'event') ?? ''
  const state = STATES[event] ?? refuse(422, 'Validation Failed')
  const found = pullAt(git, id)
  const comments = objectsAt(body, 'comments').map((comment) => commentIn(git, found, comment))
  const sha = stringAt(body, 'commit_id') ?? found.pull.headSha
  const facts = { author: SERVICE, state, sha, body: textAt(body, 'body') ?? '', comments }
  const added = addReview(git, found, facts)
  noteWrite(git, `${WORDS[event]} ${id}${comments.length === 0 ? '' : ` with ${comments.length} comments`}`)
  return { body: reviewShape(git, id, added) }
}

/** Only lines that the diff shows can be commented on. */
function commentIn(git: Git, found: GitPull, comment: JsonObject): LineComment {
  const [path, line] = [stringAt(comment, 'path') ?? '', integerAt(comment, 'line') ?? 0]
  const file = changesOf(git, found).find((one) => one['filename'] === path)
  if (!shownLines(stringAt(file, 'patch') ?? '').has(line))
    refuse(422, 'Validation Failed: pull_request_review_thread.line must be part of the diff')
  return {
    id: git.state.nextId(),
    path,
    line,
    body: textAt(comment, 'body') ?? '',
    thumbs: { up: 0, down: 0 }
  }
}

function shownLines(patch: string): Set<number> {
  const shown = new Set<number>()
  let line = 0
  for (const row of patch.split('\n')) {
    const start = /^@@ -\S{1,20} \+(\d{1,9})/.exec(row)?.[1]
    if (start !== undefined) line = Number(start)
    else if (!row.startsWith('-')) shown.add(line++)
  }
  return shown
}

function commentAt(git: Git, id: number): LineComment {
  const all = [...git.reviews.keys()].flatMap((number) => commentsOf(git, number))
  return all.find((comment) => comment.id === id) ?? refuse(404, 'Not Found')
}

function editComment(git: Git, { id, body }: Visit): HostAnswer {
  const comment = commentAt(git, id)
  comment.body = textAt(body, 'body') ?? ''
  noteWrite(git, `edit a comment on ${comment.path}`)
  return { body: commentShape(git, comment) }
}

const reviewAt = (git: Git, { id, parts }: Visit): Review =>
  (git.reviews.get(id) ?? []).find((one) => String(one.id) === parts[1]) ?? refuse(404, 'Not Found')

function dismiss(git: Git, visit: Visit): HostAnswer {
  const { id } = visit
  const one = reviewAt(git, visit)
  dismissReview(git, pullAt(git, id), one, SERVICE)
  noteWrite(git, `dismiss review of ${id}`)
  return { body: reviewShape(git, id, one) }
}

const NUMBERED = '/pulls/{pull_number}'
const LIST = /^\/pulls\/(\d+)\/reviews$/

export const REVIEW_ROUTES: readonly RepositoryRoute[] = [
  gitRoute({
    path: `${NUMBERED}/files`,
    match: /^\/pulls\/(\d+)\/files$/,
    answer(git, visit) {
      const found = pullAt(git, visit.id)
      const { headSha } = found.pull
      return listAnswer(visit, changesOf(git, found), (file) => ({
        ...file,
        contents_url: `${visit.url}/contents/${file['filename']}?ref=${headSha}`
      }))
    }
  }),
  gitRoute({
    path: `${NUMBERED}/reviews`,
    match: LIST,
    answer(git, visit) {
      pullAt(git, visit.id)
      return listAnswer(visit, git.reviews.get(visit.id) ?? [], (one) => reviewShape(git, visit.id, one))
    }
  }),
  gitRoute({ method: 'POST', path: `${NUMBERED}/reviews`, match: LIST, answer: review }),
  gitRoute({
    path: `${NUMBERED}/reviews/{review_id}`,
    match: /^\/pulls\/(\d+)\/reviews\/(\d+)$/,
    answer: (git, visit) => ({ body: reviewShape(git, visit.id, reviewAt(git, visit)) })
  }),
  gitRoute({
    method: 'PUT',
    path: `${NUMBERED}/reviews/{review_id}/dismissals`,
    match: /^\/pulls\/(\d+)\/reviews\/(\d+)\/dismissals$/,
    answer: dismiss
  }),
  gitRoute({
    path: `${NUMBERED}/comments`,
    match: /^\/pulls\/(\d+)\/comments$/,
    answer: (git, visit) => listAnswer(visit, commentsOf(git, visit.id), (one) => commentShape(git, one))
  }),
  gitRoute({
    path: '/pulls/comments/{comment_id}',
    match: /^\/pulls\/comments\/(\d+)$/,
    answer: (git, { id }) => ({ body: commentShape(git, commentAt(git, id)) })
  }),
  gitRoute({
    method: 'PATCH',
    path: '/pulls/comments/{comment_id}',
    match: /^\/pulls\/comments\/(\d+)$/,
    answer: editComment
  })
]
