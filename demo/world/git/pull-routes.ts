// The API of pull requests with real branches, their reviews, and what the service says and sets on them.
import { flagAt, stringAt, textAt } from '#host/payload.js'
import type { HostAnswer } from '../http.js'
import { labelIn } from '../issues.js'
import type { RepositoryRoute, Visit } from '../routes.js'
import { issueShape, labelShape, listedPullShape } from '../shapes.js'
import { hostWritesOf, WRITE_ROUTES } from '../writes/host-writes.js'
import { LABEL_WRITES } from '../writes/label-writes.js'
import { type GitRouteFacts, gitRoute, listAnswer, noteWrite } from './answering.js'
import {
  closeGitPull,
  editGitPull,
  mergeabilityOf,
  openGitPull,
  pullAt,
  reopenGitPull,
  tellPull
} from './git-pulls.js'
import { resolveRef } from './git-routes.js'
import { commitShape, type GitPull, gitPullShape } from './git-shapes.js'
import { actorShape, type Git, refuse, SERVICE, tell } from './git-state.js'
import { commitsBetween } from './history.js'
import { mergeGitPull } from './merges.js'
import { REVIEW_ROUTES } from './review-routes.js'

const shapeOf = (git: Git, found: GitPull) => gitPullShape(git, found, mergeabilityOf(git, found))

function openPull(git: Git, { body }: Visit): HostAnswer {
  const [title, head, base] = ['title', 'head', 'base'].map((key) => stringAt(body, key) ?? '')
  if (!title || !head || !base) refuse(422, 'Validation Failed')
  const facts = { title, head: head.split(':').at(-1) ?? '', base, by: SERVICE }
  const draft = flagAt(body, 'draft') ?? false
  const found = openGitPull(git, { ...facts, body: textAt(body, 'body'), draft })
  noteWrite(git, `pull of ${facts.head}`)
  return { status: 201, body: shapeOf(git, found) }
}

function editPull(git: Git, { id, body }: Visit): HostAnswer {
  const found = pullAt(git, id)
  const [title, base, state] = ['title', 'base', 'state'].map((key) => stringAt(body, key))
  const text = 'body' in body ? { body: textAt(body, 'body') } : {}
  editGitPull(git, found, { ...(title ? { title } : {}), ...(base ? { base } : {}), ...text }, SERVICE)
  if (state === 'closed' && found.issue.state === 'open') closeGitPull(git, found, SERVICE)
  if (state === 'open' && found.issue.state === 'closed') reopenGitPull(git, found, SERVICE)
  noteWrite(git, `${state === 'closed' ? 'close' : 'edit'} pull ${id}`)
  return { body: shapeOf(git, found) }
}

function mergePull(git: Git, { id, body }: Visit): HostAnswer {
  const sha = mergeGitPull(git, pullAt(git, id), {
    sha: stringAt(body, 'sha'),
    method: stringAt(body, 'merge_method'),
    title: textAt(body, 'commit_title'),
    message: textAt(body, 'commit_message'),
    by: SERVICE
  })
  noteWrite(git, `merge ${id}`)
  return { body: { sha, merged: true, message: 'Pull Request successfully merged' } }
}

/** Against what its base was when it was last changed. */
const commitsOf = ({ objects }: Git, { pull }: GitPull): string[] =>
  commitsBetween(objects, pull.baseSha, pull.headSha).map(({ sha }) => sha)

const pullsWith = (git: Git, sha: string): GitPull[] =>
  [...git.repository.issues.values()].flatMap((issue) => {
    const found = issue.pull ? [{ issue, pull: issue.pull }] : []
    return found.filter((one) => one.pull.mergeSha === sha || commitsOf(git, one).includes(sha))
  })

const pullRoutes: RepositoryRoute[] = [
  gitRoute({ method: 'POST', path: '/pulls', match: /^\/pulls$/, answer: openPull }),
  gitRoute({
    path: '/pulls/{pull_number}',
    match: /^\/pulls\/(\d+)$/,
    answer: (git, { id }) => ({ body: shapeOf(git, pullAt(git, id)) })
  }),
  gitRoute({ method: 'PATCH', path: '/pulls/{pull_number}', match: /^\/pulls\/(\d+)$/, answer: editPull }),
  gitRoute({
    method: 'PUT',
    path: '/pulls/{pull_number}/merge',
    match: /^\/pulls\/(\d+)\/merge$/,
    answer: mergePull
  }),
  gitRoute({
    path: '/pulls/{pull_number}/commits',
    match: /^\/pulls\/(\d+)\/commits$/,
    answer: (git, visit) =>
      listAnswer(visit, commitsOf(git, pullAt(git, visit.id)), (sha) => commitShape(git, sha))
  }),
  gitRoute({
    path: '/commits/{commit_sha}/pulls',
    match: /^\/commits\/([^/]+)\/pulls$/,
    answer(git, visit) {
      const pulls = pullsWith(git, resolveRef(git, visit.part))
      return listAnswer(visit, pulls, (found) => listedPullShape(git.state, git.repository, found))
    }
  })
]

/** The event about a label that came or went, of an issue or a pull request. */
export function tellLabel(git: Git, number: number, { name, by, isOn }: LabelNews): void {
  const issue = git.repository.issues.get(number)
  if (!issue) return
  const action = isOn ? 'labeled' : 'unlabeled'
  const label = labelShape(git.repository, labelIn(git.state, git.repository, name))
  if (issue.pull) tellPull(git, { issue, pull: issue.pull }, { action, by }, { label })
  else tell(git, 'issues', { action, issue: issueShape(git.state, git.repository, issue), label }, by)
}

interface LabelNews {
  name: string
  by: string
  isOn: boolean
}

const ordinary = [...LABEL_WRITES, ...WRITE_ROUTES]

/** Answers as the repository does without real branches; its host sends events, too. */
function answerOrdinarily(visit: Visit, name: string): HostAnswer {
  const route = ordinary.find((one) => one.name === name)
  if (!route) throw new Error(`there is no route ${name}`)
  return route.answer(visit)
}

const UNDER = '/repos/{owner}/{repo}'
const LABELS = '/issues/{issue_number}/labels'
const COMMENTS = '/issues/{issue_number}/comments'

const labelsOf = ({ repository }: Git, id: number) =>
  (repository.issues.get(id)?.labels ?? []).map(({ name }) => name)

const labelRoute = (facts: Pick<GitRouteFacts, 'path' | 'match'>, method: string): RepositoryRoute =>
  gitRoute({
    ...facts,
    method,
    answer(git, visit) {
      const before = labelsOf(git, visit.id)
      const answer = answerOrdinarily(visit, `${method} ${UNDER}${facts.path}`)
      const after = labelsOf(git, visit.id)
      for (const name of after)
        if (!before.includes(name)) tellLabel(git, visit.id, { name, by: SERVICE, isOn: true })
      for (const name of before)
        if (!after.includes(name)) tellLabel(git, visit.id, { name, by: SERVICE, isOn: false })
      return answer
    }
  })

function tellComment(git: Git, number: number, action: string, body: string | null): void {
  const issue = git.repository.issues.get(number)
  if (!issue) return
  const comment = {
    id: hostWritesOf(git.repository).comments.findLast((one) => one['body'] === body)?.['id'] ?? 0,
    body,
    user: actorShape(git.state, SERVICE),
    author_association: 'NONE',
    created_at: git.state.now().toISOString()
  }
  tell(
    git,
    'issue_comment',
    { action, issue: issueShape(git.state, git.repository, issue), comment },
    SERVICE
  )
}

const talkRoutes: RepositoryRoute[] = [
  labelRoute({ path: LABELS, match: /^\/issues\/(\d+)\/labels$/ }, 'POST'),
  labelRoute({ path: `${LABELS}/{name}`, match: /^\/issues\/(\d+)\/labels\/([^/]+)$/ }, 'DELETE'),
  gitRoute({
    method: 'POST',
    path: COMMENTS,
    match: /^\/issues\/(\d+)\/comments$/,
    answer(git, visit) {
      const answer = answerOrdinarily(visit, `POST ${UNDER}${COMMENTS}`)
      if (answer.status === 201) tellComment(git, visit.id, 'created', stringAt(visit.body, 'body'))
      return answer
    }
  }),
  gitRoute({
    method: 'PATCH',
    path: '/issues/comments/{comment_id}',
    match: /^\/issues\/comments\/(\d+)$/,
    answer(git, visit) {
      const answer = answerOrdinarily(visit, `PATCH ${UNDER}/issues/comments/{comment_id}`)
      const comment = hostWritesOf(git.repository).comments.find((one) => one['id'] === visit.id)
      if (comment) tellComment(git, Number(comment['issue']), 'edited', stringAt(visit.body, 'body'))
      return answer
    }
  })
]

export const PULL_ROUTES = [...pullRoutes, ...REVIEW_ROUTES, ...talkRoutes]
