// JSON of the fake host: published examples filled with its state.
import { neededPermissions } from '#domain/operation/permissions.js'
import type { JsonObject } from '#schemas/common.js'
import { PERMISSIONS, type Permission } from '#schemas/host/enums.js'
import { CONNECTED_PILLARS } from '#schemas/operation/connection.js'
import { likeness } from './likeness.js'
import {
  type Account,
  accountOf,
  fullName,
  type Installation,
  type Issue,
  type Label,
  type Pull,
  type Repository,
  type Run,
  type State
} from './state.js'

const at = (moment: Date) => moment.toISOString().replace('.000Z', 'Z')
const atOrNull = (moment: Date | null) => (moment ? at(moment) : null)
const nodeId = (kind: string, id: number) => Buffer.from(`${kind}${id}`).toString('base64')
const api = (repository: Repository) => `https://api.github.com/repos/${fullName(repository)}`
const html = (repository: Repository) => `https://github.com/${fullName(repository)}`

export function userShape({ id, login, type }: Account): JsonObject {
  return { ...likeness('user', login), login, id, node_id: nodeId('U', id), type }
}

/** All that the service can need. */
const PERMISSIONS_OF_APP = Object.fromEntries(
  neededPermissions(CONNECTED_PILLARS).map(({ name, level }) => [name, level])
)

export function installationShape(installation: Installation): JsonObject {
  const { id, account, createdAt, updatedAt, suspendedAt } = installation
  return {
    ...likeness('installation', account.login),
    id,
    account: userShape(account),
    repository_selection: 'selected',
    permissions: PERMISSIONS_OF_APP,
    html_url: `https://github.com/settings/installations/${id}`,
    access_tokens_url: `https://api.github.com/app/installations/${id}/access_tokens`,
    target_id: account.id,
    target_type: account.type,
    created_at: at(createdAt),
    updated_at: at(updatedAt),
    suspended_by: suspendedAt ? userShape(account) : null,
    suspended_at: atOrNull(suspendedAt)
  }
}

export function repositoryShape(repository: Repository): JsonObject {
  const { id, owner, name, stars, createdAt, updatedAt } = repository
  return {
    ...likeness('repository', owner.login, name),
    id,
    node_id: nodeId('R', id),
    name,
    full_name: fullName(repository),
    owner: userShape(owner),
    private: repository.private,
    visibility: repository.private ? 'private' : 'public',
    default_branch: repository.defaultBranch,
    archived: repository.archived,
    language: repository.language,
    open_issues_count: openOnes(repository).length + repository.miscount,
    stargazers_count: stars,
    watchers_count: stars,
    watchers: stars,
    created_at: at(createdAt),
    updated_at: at(updatedAt),
    pushed_at: at(updatedAt)
  }
}

const openOnes = ({ issues }: Repository) => [...issues.values()].filter(({ state }) => state === 'open')

/** Events about installations contain little more than the name. */
export function namedShape(repository: Repository): JsonObject {
  const { id, name } = repository
  const full_name = fullName(repository)
  return { id, node_id: nodeId('R', id), name, full_name, private: repository.private }
}

export const collaboratorShape = (account: Account, permission: Permission): JsonObject => ({
  ...userShape(account),
  permissions: Object.fromEntries(
    PERMISSIONS.map((one, rank) => [one, rank <= PERMISSIONS.indexOf(permission)])
  ),
  role_name: ROLES[permission]
})

/** The host's names of the roles, which differ from those of the permissions. */
export const ROLES: Record<Permission, string> = {
  pull: 'read',
  triage: 'triage',
  push: 'write',
  maintain: 'maintain',
  admin: 'admin'
}

export function labelShape(repository: Repository, { id, name, color }: Label): JsonObject {
  const url = `${api(repository)}/labels/${encodeURIComponent(name)}`
  return { id, node_id: nodeId('LA', id), url, name, color, default: false, description: null }
}

/** The fields that issues and pull requests share. */
function commonShape(state: State, repository: Repository, issue: Issue): JsonObject {
  const assignees = issue.assignees.map((login) => userShape(accountOf(state, login)))
  return {
    number: issue.number,
    title: issue.title,
    body: issue.body,
    state: issue.state,
    user: userShape(accountOf(state, issue.author)),
    labels: issue.labels.map((label) => labelShape(repository, label)),
    assignee: assignees[0] ?? null,
    assignees,
    milestone: issue.milestone === undefined ? null : { title: issue.milestone },
    created_at: at(issue.createdAt),
    updated_at: at(issue.updatedAt),
    closed_at: atOrNull(issue.closedAt)
  }
}

export function issueShape(state: State, repository: Repository, issue: Issue): JsonObject {
  const { id, number, pull } = issue
  const url = `${api(repository)}/issues/${number}`
  const page = `${html(repository)}/${pull ? 'pull' : 'issues'}/${number}`
  return {
    ...likeness('issue', repository.owner.login, repository.name),
    ...commonShape(state, repository, issue),
    id,
    node_id: nodeId('I', id),
    url,
    repository_url: api(repository),
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    timeline_url: `${url}/timeline`,
    html_url: page,
    state_reason: issue.state === 'closed' && !pull ? 'completed' : null,
    ...(pull ? { draft: pull.draft, pull_request: referenceTo(repository, number, pull) } : {})
  }
}

function referenceTo(repository: Repository, number: number, { mergedAt }: Pull): JsonObject {
  const page = `${html(repository)}/pull/${number}`
  return {
    url: `${api(repository)}/pulls/${number}`,
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    merged_at: atOrNull(mergedAt)
  }
}

interface PullOf {
  issue: Issue
  pull: Pull
}

/** With the fields that a single pull request and its events have, and listings lack. */
export function pullShape(state: State, repository: Repository, { issue, pull }: PullOf): JsonObject {
  return {
    ...listedPullShape(state, repository, { issue, pull }),
    merged: pull.mergedAt !== null,
    mergeable: null,
    rebaseable: null,
    mergeable_state: 'unknown',
    merged_by: pull.mergedBy === undefined ? null : userShape(accountOf(state, pull.mergedBy)),
    comments: 0,
    review_comments: 0,
    maintainer_can_modify: false,
    commits: 1,
    additions: pull.additions,
    deletions: pull.deletions,
    changed_files: pull.files.length
  }
}

export function listedPullShape(state: State, repository: Repository, { issue, pull }: PullOf): JsonObject {
  const {
    merged: _,
    mergeable,
    rebaseable,
    mergeable_state,
    merged_by,
    ...example
  } = likeness('pull', repository.owner.login, repository.name)
  const { comments, review_comments, maintainer_can_modify, commits, ...shown } = example
  const { additions, deletions, changed_files, ...listed } = shown
  const user = userShape(repository.owner)
  const repo = repositoryShape(repository)
  const end = (ref: string, sha: string) => ({
    label: `${repository.owner.login}:${ref}`,
    ref,
    sha,
    user,
    repo
  })
  return {
    ...listed,
    ...commonShape(state, repository, issue),
    ...referenceTo(repository, issue.number, pull),
    id: pull.id,
    node_id: nodeId('PR', pull.id),
    issue_url: `${api(repository)}/issues/${issue.number}`,
    draft: pull.draft,
    head: {
      ...end(pull.head, pull.headSha),
      repo: pull.fork === undefined ? repo : { ...repo, id: pull.fork }
    },
    base: end(pull.base, pull.baseSha ?? 'b'.repeat(40)),
    merge_commit_sha: pull.mergedAt ? mergeShaOf(pull) : null
  }
}

/** The merge commit. */
export const mergeShaOf = ({ id, mergeSha }: Pull): string => mergeSha ?? id.toString(16).padStart(40, 'c')

export interface Release {
  tag: string
  prerelease: boolean
  draft: boolean
  publishedAt: Date
}

export function releaseShape(
  repository: Repository,
  { tag, prerelease, draft, publishedAt }: Release
): JsonObject {
  return {
    ...likeness('release', repository.owner.login, repository.name),
    tag_name: tag,
    prerelease,
    draft,
    published_at: at(publishedAt),
    target_commitish: repository.defaultBranch
  }
}

export function runShape(state: State, repository: Repository, run: Run): JsonObject {
  const url = `${api(repository)}/actions/runs/${run.id}`
  const actor = userShape(accountOf(state, run.actor))
  const home = repositoryShape(repository)
  return {
    ...likeness('run', repository.owner.login, repository.name),
    id: run.id,
    node_id: nodeId('WFR', run.id),
    name: run.workflow,
    head_branch: run.branch,
    head_sha: run.headSha,
    path: `.github/workflows/${run.workflow}.yml`,
    run_number: run.runNumber,
    run_attempt: run.attempt,
    event: run.event,
    status: run.status,
    conclusion: run.conclusion,
    actor,
    triggering_actor: actor,
    url,
    html_url: `${html(repository)}/actions/runs/${run.id}`,
    jobs_url: `${url}/jobs`,
    logs_url: `${url}/logs`,
    artifacts_url: `${url}/artifacts`,
    cancel_url: `${url}/cancel`,
    rerun_url: `${url}/rerun`,
    previous_attempt_url: run.attempt > 1 ? `${url}/attempts/${run.attempt - 1}` : null,
    created_at: at(run.createdAt),
    updated_at: at(run.updatedAt),
    run_started_at: at(run.startedAt),
    repository: home,
    head_repository: run.fork === 'gone' ? null : run.fork === null ? home : { ...home, id: run.fork }
  }
}
