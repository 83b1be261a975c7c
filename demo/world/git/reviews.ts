// Reviews of pull requests, with the events that the host sends about them.
import type { JsonObject } from '#schemas/common.js'
import { touch } from '../issues.js'
import { pullShape } from '../shapes.js'
import { type GitPull, reviewShape } from './git-shapes.js'
import { actorShape, type Git, type LineComment, type Review, refuse, SERVICE, tell } from './git-state.js'
import { branchRulesOf } from './rules.js'

export type ReviewFacts = Pick<Review, 'author' | 'state'> & Partial<Review>

export function addReview(git: Git, found: GitPull, facts: ReviewFacts): Review {
  const { issue, pull } = found
  if (facts.author === issue.author && facts.state !== 'COMMENTED')
    refuse(422, 'Can not approve your own pull request')
  const { state } = git
  const review: Review = { id: state.nextId(), sha: pull.headSha, body: '', at: state.now(), ...facts }
  git.reviews.set(issue.number, [...(git.reviews.get(issue.number) ?? []), review])
  tellReview(git, found, review, { action: 'submitted', by: review.author })
  return review
}

interface ReviewNews {
  action: string
  by: string
}

function tellReview(git: Git, found: GitPull, review: Review, { action, by }: ReviewNews): void {
  touch(git.state, git.repository, found.issue)
  const shape = reviewShape(git, found.issue.number, review)
  const payload = { review: { ...shape, state: review.state.toLowerCase() } }
  const pull_request = pullShape(git.state, git.repository, found)
  tell(git, 'pull_request_review', { action, ...payload, pull_request }, by)
}

export const commentsOf = (git: Git, number: number): LineComment[] =>
  (git.reviews.get(number) ?? []).flatMap(({ comments = [] }) => comments)

export const commentShape = (git: Git, { id, path, line, body, thumbs }: LineComment): JsonObject => ({
  id,
  path,
  line,
  side: 'RIGHT',
  body,
  user: actorShape(git.state, SERVICE),
  reactions: { '+1': thumbs.up, '-1': thumbs.down }
})

/** The conversation that this comment began is over, or open again. */
export function turnThread(
  git: Git,
  found: GitPull,
  comment: LineComment,
  { by, isResolved }: { by: string; isResolved: boolean }
): void {
  touch(git.state, git.repository, found.issue)
  const thread = { node_id: `PRRT_${comment.id}`, comments: [commentShape(git, comment)] }
  const pull_request = pullShape(git.state, git.repository, found)
  const action = isResolved ? 'resolved' : 'unresolved'
  tell(git, 'pull_request_review_thread', { action, thread, pull_request }, by)
}

export function dismissReview(git: Git, found: GitPull, review: Review, by: string): void {
  if (review.state !== 'APPROVED' && review.state !== 'CHANGES_REQUESTED')
    refuse(422, 'Can not dismiss a commented pull request review')
  review.state = 'DISMISSED'
  tellReview(git, found, review, { action: 'dismissed', by })
}

/** New commits dismiss approvals, where the base says so. */
export function dismissStale(git: Git, found: GitPull): void {
  const { issue, pull } = found
  if (!branchRulesOf(git, pull.base).some(({ dismissesStale }) => dismissesStale)) return
  for (const review of git.reviews.get(issue.number) ?? [])
    if (review.state === 'APPROVED' && review.sha !== pull.headSha)
      dismissReview(git, found, review, issue.author)
}
