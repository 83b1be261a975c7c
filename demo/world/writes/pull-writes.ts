// The write API of pull requests: reviews, merges and checks.
import { objectAt, objectsAt, stringAt } from '#host/payload.js'
import { refusal } from '../faults.js'
import { addPull, newSha } from '../pulls.js'
import { NOT_FOUND, type RepositoryRoute, type Visit } from '../routes.js'
import { pullShape } from '../shapes.js'
import { BOT, hostWritesOf, onPull, wrote } from './host-writes.js'

const STATES: Readonly<Record<string, string>> = {
  APPROVE: 'APPROVED',
  REQUEST_CHANGES: 'CHANGES_REQUESTED',
  COMMENT: 'COMMENTED'
}

const reviewAt = ({ repository, parts }: Visit) =>
  hostWritesOf(repository).reviews.find((one) => String(one['id']) === parts[1])

const commentAt = ({ repository, id }: Visit) =>
  hostWritesOf(repository).lineComments.find((one) => one['id'] === id)

const reviewRoutes: RepositoryRoute[] = [
  {
    name: 'GET /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers',
    path: /^\/pulls\/(\d+)\/requested_reviewers$/,
    answer: ({ repository, id }) => {
      const users = [...(hostWritesOf(repository).asked.get(id) ?? [])].map((login) => ({ login }))
      return { body: { users, teams: [] } }
    }
  },
  {
    method: 'POST',
    name: 'POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers',
    path: /^\/pulls\/(\d+)\/requested_reviewers$/,
    answer: onPull((found, visit) => {
      const { asked } = hostWritesOf(visit.repository)
      const logins = [visit.body['reviewers'] ?? []].flat().map(String)
      asked.set(visit.id, new Set([...(asked.get(visit.id) ?? []), ...logins]))
      wrote(visit, `ask ${logins} about ${visit.id}`, found.issue)
      return { status: 201, body: pullShape(visit.state, visit.repository, found) }
    })
  },
  {
    name: 'GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews',
    path: /^\/pulls\/(\d+)\/reviews$/,
    answer: ({ repository, id }) => ({
      body: hostWritesOf(repository).reviews.filter((one) => one['pull'] === id)
    })
  },
  {
    method: 'POST',
    name: 'POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews',
    path: /^\/pulls\/(\d+)\/reviews$/,
    answer: onPull((found, visit) => {
      const [body, event] = [stringAt(visit.body, 'body'), stringAt(visit.body, 'event') ?? '']
      const review = { id: visit.state.nextId(), body, state: STATES[event] ?? '', pull: visit.id, user: BOT }
      hostWritesOf(visit.repository).reviews.push(review)
      wrote(visit, `${event === 'APPROVE' ? 'approve' : 'review'} ${visit.id}`, found.issue)
      return { body: review }
    })
  },
  {
    name: 'GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}',
    path: /^\/pulls\/(\d+)\/reviews\/(\d+)$/,
    answer: (visit) => ({ body: reviewAt(visit) ?? {} })
  },
  {
    method: 'PUT',
    name: 'PUT /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/dismissals',
    path: /^\/pulls\/(\d+)\/reviews\/(\d+)\/dismissals$/,
    answer: onPull((found, visit) => {
      const review = reviewAt(visit)
      if (!review) return NOT_FOUND
      review['state'] = 'DISMISSED'
      wrote(visit, `dismiss review of ${visit.id}`, found.issue)
      return { body: review }
    })
  },
  {
    name: 'GET /repos/{owner}/{repo}/pulls/{pull_number}/comments',
    path: /^\/pulls\/(\d+)\/comments$/,
    answer: ({ repository, id }) => ({
      body: hostWritesOf(repository).lineComments.filter((one) => one['pull'] === id)
    })
  },
  {
    name: 'GET /repos/{owner}/{repo}/pulls/comments/{comment_id}',
    path: /^\/pulls\/comments\/(\d+)$/,
    answer: (visit) => ({ body: commentAt(visit) ?? {} })
  },
  {
    method: 'PATCH',
    name: 'PATCH /repos/{owner}/{repo}/pulls/comments/{comment_id}',
    path: /^\/pulls\/comments\/(\d+)$/,
    answer(visit) {
      const comment = commentAt(visit)
      if (!comment) return NOT_FOUND
      comment['body'] = stringAt(visit.body, 'body')
      wrote(visit, `edit line comment ${visit.id}`)
      return { body: comment }
    }
  },
  {
    method: 'PUT',
    name: 'PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge',
    path: /^\/pulls\/(\d+)\/merge$/,
    answer: onPull((found, visit) => {
      if (found.pull.mergedAt) return refusal(405, 'Pull Request is not mergeable')
      if (stringAt(visit.body, 'sha') !== found.pull.headSha) return refusal(409, 'Head branch was modified.')
      found.pull.mergedAt = visit.state.now()
      Object.assign(found.issue, { state: 'closed', closedAt: visit.state.now() })
      wrote(visit, `merge ${visit.id}`, found.issue)
      return { body: { sha: 'c'.repeat(40), merged: true } }
    })
  }
]

const pullRoutes: RepositoryRoute[] = [
  {
    method: 'POST',
    name: 'POST /repos/{owner}/{repo}/pulls',
    path: /^\/pulls$/,
    answer(visit) {
      const { state, repository, body } = visit
      const head = stringAt(body, 'head') ?? ''
      const isOpen = [...repository.issues.values()].some(
        ({ state: is, pull }) => is === 'open' && pull?.head === head
      )
      if (isOpen) return refusal(422, `A pull request already exists for ${repository.owner.login}:${head}.`)
      const text = stringAt(body, 'body')
      const found = addPull(state, repository, { title: stringAt(body, 'title') ?? '', body: text, head })
      found.pull.headSha = hostWritesOf(repository).refs.get(head) ?? newSha()
      wrote(visit, `pull of ${head}`)
      return { status: 201, body: pullShape(state, repository, found) }
    }
  },
  {
    method: 'POST',
    name: 'POST /repos/{owner}/{repo}/check-runs',
    path: /^\/check-runs$/,
    answer(visit) {
      const run = {
        ...visit.body,
        id: visit.state.nextId(),
        title: stringAt(objectAt(visit.body, 'output'), 'title')
      }
      hostWritesOf(visit.repository).checks.push(run)
      wrote(visit, `check ${stringAt(visit.body, 'name')}`)
      return { status: 201, body: run }
    }
  },
  {
    name: 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs',
    path: /^\/commits\/([^/]+)\/check-runs$/,
    answer({ repository, part }) {
      const all = objectsAt({ runs: hostWritesOf(repository).checks }, 'runs')
      const runs = all.filter((run) => run['head_sha'] === part)
      return { body: { total_count: runs.length, check_runs: runs } }
    }
  }
]

export const PULL_WRITES: RepositoryRoute[] = [...reviewRoutes, ...pullRoutes]
