// JSON of commits, branches, checks, statuses, reviews and pull requests with real branches.
import type { JsonObject } from '#schemas/common.js'
import { everyone } from '../accounts/collaborators.js'
import { branchShape } from '../protections/protection-shapes.js'
import { API } from '../routes.js'
import { pullShape } from '../shapes.js'
import { fullName, type Issue, type Pull } from '../state.js'
import {
  actorShape,
  appIdOf,
  type CheckRun,
  type CheckSuite,
  type CommitStatus,
  type Git,
  type Review
} from './git-state.js'
import { commitIn } from './objects.js'

const addressOf = ({ repository }: Git) => `${API}/repos/${fullName(repository)}`
const pageOfRepository = ({ repository }: Git) => `https://github.com/${fullName(repository)}`
const at = (moment: Date) => moment.toISOString().replace('.000Z', 'Z')

/** As the git database shows it. */
export function gitCommitShape(git: Git, sha: string): JsonObject {
  const { tree, parents, message, author, at: made } = commitIn(git.objects, sha)
  const person = { name: author, email: `${author}@users.noreply.github.com`, date: at(made) }
  const url = `${addressOf(git)}/git/commits/${sha}`
  return {
    sha,
    node_id: sha,
    url,
    html_url: `${pageOfRepository(git)}/commit/${sha}`,
    author: person,
    committer: person,
    message,
    tree: { sha: tree, url: `${addressOf(git)}/git/trees/${tree}` },
    parents: parents.map((parent) => ({ sha: parent, url: `${addressOf(git)}/git/commits/${parent}` })),
    verification: { verified: false, reason: 'unsigned', signature: null, payload: null }
  }
}

export function commitShape(git: Git, sha: string): JsonObject {
  const { sha: _, node_id, parents = [], html_url = '', url: __, ...commit } = gitCommitShape(git, sha)
  const author = actorShape(git.state, commitIn(git.objects, sha).author)
  const url = `${addressOf(git)}/commits/${sha}`
  return { sha, node_id: node_id ?? sha, commit, url, html_url, author, committer: author, parents }
}

export function gitBranchShape(git: Git, name: string): JsonObject {
  const sha = git.refs.get(name) ?? ''
  return { ...branchShape(git.repository, name), commit: commitShape(git, sha) }
}

export const refShape = (git: Git, branch: string): JsonObject => ({
  ref: `refs/heads/${branch}`,
  node_id: branch,
  url: `${addressOf(git)}/git/refs/heads/${branch}`,
  object: { type: 'commit', sha: git.refs.get(branch) ?? '', url: `${addressOf(git)}/git/commits` }
})

const appShape = (slug: string): JsonObject => ({
  id: appIdOf(slug),
  slug,
  name: slug,
  owner: { login: slug }
})

export function checkSuiteShape(
  git: Git,
  { id, sha, branch, app, status, conclusion }: CheckSuite
): JsonObject {
  return {
    id,
    node_id: `CS${id}`,
    head_branch: branch,
    head_sha: sha,
    status,
    conclusion,
    url: `${addressOf(git)}/check-suites/${id}`,
    before: null,
    after: sha,
    pull_requests: pullsAt(git, sha),
    app: appShape(app),
    latest_check_runs_count: git.checks.filter(({ suite }) => suite.id === id).length
  }
}

/** The open pull requests with this head. */
const pullsAt = (git: Git, sha: string): JsonObject[] =>
  [...git.repository.issues.values()].flatMap(({ number, state, pull }) =>
    pull?.headSha === sha && state === 'open'
      ? [
          {
            id: pull.id,
            number,
            url: `${addressOf(git)}/pulls/${number}`,
            head: { ref: pull.head, sha },
            base: { ref: pull.base, sha: pull.baseSha ?? '' }
          }
        ]
      : []
  )

/** Jobs of CI have a page in that of their run. */
function pageOfCheck(git: Git, { id, suite }: CheckRun): string {
  const job = git.ciRuns.find((one) => one.suite === suite)
  const page = pageOfRepository(git)
  return job ? `${page}/actions/runs/${job.run.id}/job/${id}` : `${page}/runs/${id}`
}

export function checkRunShape(git: Git, run: CheckRun): JsonObject {
  const { id, name, sha, status, conclusion, startedAt, completedAt, externalId, detailsUrl } = run
  return {
    id,
    node_id: `CR${id}`,
    name,
    head_sha: sha,
    external_id: externalId,
    url: `${addressOf(git)}/check-runs/${id}`,
    html_url: pageOfCheck(git, run),
    details_url: detailsUrl,
    status,
    conclusion,
    started_at: at(startedAt),
    completed_at: completedAt ? at(completedAt) : null,
    output: { title: null, summary: null, text: null, annotations_count: 0, ...run.output },
    check_suite: { id: run.suite.id },
    app: appShape(run.app),
    pull_requests: pullsAt(git, sha)
  }
}

export function statusShape(git: Git, status: CommitStatus): JsonObject {
  const { id, sha, context, state, description, targetUrl } = status
  return {
    id,
    node_id: `SC${id}`,
    url: `${addressOf(git)}/statuses/${sha}`,
    avatar_url: null,
    context,
    state,
    description,
    target_url: targetUrl,
    created_at: at(status.at),
    updated_at: at(status.at)
  }
}

export function reviewShape(git: Git, number: number, review: Review): JsonObject {
  const { id, author, state, sha, body } = review
  const page = `${pageOfRepository(git)}/pull/${number}#pullrequestreview-${id}`
  return {
    id,
    node_id: `PRR${id}`,
    user: actorShape(git.state, author),
    body,
    state,
    html_url: page,
    pull_request_url: `${addressOf(git)}/pulls/${number}`,
    author_association: everyone(git.repository).has(author) ? 'COLLABORATOR' : 'NONE',
    submitted_at: at(review.at),
    commit_id: sha
  }
}

export interface Mergeability {
  mergeable: boolean | null
  mergeable_state: string
  /** Of the merge that the host tried. */
  merge_commit_sha: string | null
}

export interface GitPull {
  issue: Issue
  pull: Pull
}

export function gitPullShape(git: Git, found: GitPull, { mergeable, ...known }: Mergeability): JsonObject {
  const { mergeSha } = found.pull
  return {
    ...pullShape(git.state, git.repository, found),
    ...known,
    mergeable,
    rebaseable: mergeable,
    ...(mergeSha === undefined ? {} : { merge_commit_sha: mergeSha })
  }
}
