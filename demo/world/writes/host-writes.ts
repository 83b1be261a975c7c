// The write API of a repository: the routes that write, and those that show the result.
import { createHash } from 'node:crypto'
import { objectAt, objectsAt, stringAt } from '#host/payload.js'
import type { Json, JsonObject } from '#schemas/common.js'
import { timelineOf } from '../events/events.js'
import { refusal } from '../faults.js'
import type { HostAnswer } from '../http.js'
import { addIssue, labelIn, touch } from '../issues.js'
import { pageOf } from '../pages.js'
import { linked, NOT_FOUND, type RepositoryRoute, type Visit } from '../routes.js'
import { issueShape, pullShape } from '../shapes.js'
import type { Issue, Pull, Repository } from '../state.js'

interface Commit {
  message: string
  tree: string
  committer?: JsonObject
}

/** What a repository has besides the mirrored data. */
export interface HostWrites {
  comments: JsonObject[]
  reviews: JsonObject[]
  /** Comments on lines of pull requests. */
  lineComments: JsonObject[]
  checks: JsonObject[]
  /** Branch names and their head commits. */
  refs: Map<string, string>
  commits: Map<string, Commit>
  /** The changes of each tree against the previous one, by path. */
  trees: Map<string, JsonObject[]>
  asked: Map<number, Set<string>>
  bodies: Map<number, string>
  /** All writes in order. */
  written: string[]
}

const writesByRepository = new WeakMap<Repository, HostWrites>()

export function hostWritesOf(repository: Repository): HostWrites {
  const known = writesByRepository.get(repository)
  if (known) return known
  const first = 'a'.repeat(40)
  const created: HostWrites = {
    comments: [],
    reviews: [],
    lineComments: [],
    checks: [],
    refs: new Map([[repository.defaultBranch, first]]),
    commits: new Map([[first, { message: 'begin', tree: 'd'.repeat(40) }]]),
    trees: new Map(),
    asked: new Map(),
    bodies: new Map(),
    written: []
  }
  writesByRepository.set(repository, created)
  return created
}

export const BOT = { login: 'service[bot]', id: 1, type: 'Bot' }

const issueAt = ({ repository, id }: Visit): Issue | undefined => repository.issues.get(id)

function pullAt(visit: Visit): { issue: Issue; pull: Pull } | undefined {
  const issue = issueAt(visit)
  return issue?.pull ? { issue, pull: issue.pull } : undefined
}

type On<Thing> = (thing: Thing, visit: Visit) => HostAnswer

export const onIssue =
  (answer: On<Issue>) =>
  (visit: Visit): HostAnswer => {
    const issue = issueAt(visit)
    return issue ? answer(issue, visit) : NOT_FOUND
  }

export const onPull =
  (answer: On<{ issue: Issue; pull: Pull }>) =>
  (visit: Visit): HostAnswer => {
    const found = pullAt(visit)
    return found ? answer(found, visit) : NOT_FOUND
  }

export function wrote({ state, repository }: Visit, what: string, issue?: Issue): void {
  hostWritesOf(repository).written.push(what)
  if (!issue) return
  touch(state, repository, issue)
  const entry = { event: what, actor: BOT, created_at: state.now().toISOString() }
  timelineOf(repository, issue.number).push(entry)
}

const talkRoutes: RepositoryRoute[] = [
  {
    name: 'GET /repos/{owner}/{repo}/issues/{issue_number}/timeline',
    path: /^\/issues\/(\d+)\/timeline$/,
    answer: onIssue((issue, { repository, query, url }) => {
      const page = pageOf(timelineOf(repository, issue.number), query)
      const address = `${url}/repositories/${repository.id}/issues/${issue.number}/timeline`
      return { body: [...page.rows], headers: linked(address, query, page.links) }
    })
  },
  {
    name: 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
    path: /^\/issues\/(\d+)\/comments$/,
    answer: ({ repository, id }) => ({
      body: hostWritesOf(repository).comments.filter((comment) => comment['issue'] === id)
    })
  },
  {
    method: 'POST',
    name: 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
    path: /^\/issues\/(\d+)\/comments$/,
    answer: onIssue((issue, visit) => {
      const comment = {
        id: visit.state.nextId(),
        body: stringAt(visit.body, 'body'),
        issue: issue.number,
        user: BOT
      }
      hostWritesOf(visit.repository).comments.push(comment)
      wrote(visit, `comment on ${issue.number}`, issue)
      return { status: 201, body: comment }
    })
  },
  {
    method: 'PATCH',
    name: 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}',
    path: /^\/issues\/comments\/(\d+)$/,
    answer: (visit) => {
      const comment = hostWritesOf(visit.repository).comments.find((one) => one['id'] === visit.id)
      if (!comment) return NOT_FOUND
      comment['body'] = stringAt(visit.body, 'body')
      wrote(visit, `edit comment on ${comment['issue']}`)
      return { body: comment }
    }
  },
  {
    method: 'PATCH',
    name: 'PATCH /repos/{owner}/{repo}/issues/{issue_number}',
    path: /^\/issues\/(\d+)$/,
    answer: onIssue((issue, visit) => {
      const { title = issue.title, body = issue.body, state } = visit.body
      const isClosed = state === 'closed'
      Object.assign(issue, { title, body, state, closedAt: isClosed ? visit.state.now() : null })
      wrote(visit, `${isClosed ? 'close' : 'edit'} issue ${issue.number}`, issue)
      return { body: issueShape(visit.state, visit.repository, issue) }
    })
  },
  {
    method: 'POST',
    name: 'POST /repos/{owner}/{repo}/issues',
    path: /^\/issues$/,
    answer(visit) {
      const { state, repository, body } = visit
      const labels = [body['labels'] ?? []].flat().map((name) => labelIn(state, repository, String(name)))
      const title = stringAt(body, 'title') ?? ''
      const issue = addIssue(state, repository, { title, body: stringAt(body, 'body'), labels })
      wrote(visit, `issue ${issue.number}`, issue)
      return { status: 201, body: issueShape(state, repository, issue) }
    }
  },
  {
    method: 'PATCH',
    name: 'PATCH /repos/{owner}/{repo}/pulls/{pull_number}',
    path: /^\/pulls\/(\d+)$/,
    answer: onPull((found, visit) => {
      Object.assign(found.issue, { state: 'closed', closedAt: visit.state.now() })
      wrote(visit, `close pull ${found.issue.number}`, found.issue)
      return { body: pullShape(visit.state, visit.repository, found) }
    })
  }
]

const refShape = (name: string, sha: string): JsonObject => ({
  ref: `refs/heads/${name}`,
  object: { type: 'commit', sha }
})

const branchOf = (ref: string) => ref.replace(/^(refs\/)?heads\//, '')

const gitRoutes: RepositoryRoute[] = [
  {
    name: 'GET /repos/{owner}/{repo}/git/ref/{ref}',
    path: /^\/git\/ref\/(.+)$/,
    answer: ({ repository, part }) => {
      const sha = hostWritesOf(repository).refs.get(branchOf(part))
      return sha ? { body: refShape(branchOf(part), sha) } : NOT_FOUND
    }
  },
  {
    method: 'POST',
    name: 'POST /repos/{owner}/{repo}/git/refs',
    path: /^\/git\/refs$/,
    answer(visit) {
      const name = branchOf(stringAt(visit.body, 'ref') ?? '')
      const { refs } = hostWritesOf(visit.repository)
      if (refs.has(name)) return refusal(422, 'Reference already exists')
      const sha = stringAt(visit.body, 'sha') ?? ''
      refs.set(name, sha)
      wrote(visit, `branch ${name}`)
      return { status: 201, body: refShape(name, sha) }
    }
  },
  {
    method: 'DELETE',
    name: 'DELETE /repos/{owner}/{repo}/git/refs/{ref}',
    path: /^\/git\/refs\/(.+)$/,
    answer(visit) {
      if (!hostWritesOf(visit.repository).refs.delete(branchOf(visit.part)))
        return refusal(422, 'Reference does not exist')
      wrote(visit, `no branch ${branchOf(visit.part)}`)
      return { status: 204 }
    }
  },
  {
    name: 'GET /repos/{owner}/{repo}/git/commits/{commit_sha}',
    path: /^\/git\/commits\/([0-9a-f]{40})$/,
    answer: ({ repository, part }) => {
      const commit = hostWritesOf(repository).commits.get(part)
      return commit ? { body: { ...commit, sha: part, tree: { sha: commit.tree } } } : NOT_FOUND
    }
  },
  {
    method: 'POST',
    name: 'POST /repos/{owner}/{repo}/git/trees',
    path: /^\/git\/trees$/,
    answer({ repository, body }) {
      const sha = hashOf(body)
      hostWritesOf(repository).trees.set(sha, objectsAt(body, 'tree'))
      return { status: 201, body: { sha } }
    }
  },
  {
    method: 'POST',
    name: 'POST /repos/{owner}/{repo}/git/commits',
    path: /^\/git\/commits$/,
    answer({ repository, body }) {
      const sha = hashOf(body)
      const [message, tree] = [stringAt(body, 'message') ?? '', stringAt(body, 'tree') ?? '']
      // The host takes the author for it.
      const commit = { message, tree, committer: objectAt(body, 'author') ?? {} }
      hostWritesOf(repository).commits.set(sha, commit)
      return { status: 201, body: { sha, ...commit } }
    }
  }
]

const hashOf = (body: Json) => createHash('sha1').update(JSON.stringify(body)).digest('hex')

export const WRITE_ROUTES: RepositoryRoute[] = [...talkRoutes, ...gitRoutes]
