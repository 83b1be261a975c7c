// Settings and labels of a repository, with the routes that change them.
import { flagAt, stringAt } from '#host/payload.js'
import type { JsonObject } from '#schemas/common.js'
import { REPOSITORY_SETTINGS, type RepositorySetting } from '#schemas/host/settings.js'
import { refusal } from './faults.js'
import type { HostAnswer } from './http.js'
import { NOT_FOUND, type RepositoryRoute, type Visit } from './routes.js'
import { labelShape, repositoryShape } from './shapes.js'
import type { Repository } from './state.js'
import { hostWritesOf } from './writes/host-writes.js'

type Settings = Record<RepositorySetting, boolean>

/** Of a new repository on the host. */
export const NEW_SETTINGS: Settings = {
  has_issues: true,
  has_projects: true,
  has_wiki: true,
  allow_squash_merge: true,
  allow_merge_commit: true,
  allow_rebase_merge: true,
  delete_branch_on_merge: false
}

const settingsByRepository = new WeakMap<Repository, Settings>()

/** May be changed. */
export function settingsOfRepository(repository: Repository): Settings {
  const known = settingsByRepository.get(repository) ?? { ...NEW_SETTINGS }
  settingsByRepository.set(repository, known)
  return known
}

type TokenPermission = 'read' | 'write'
interface WorkflowToken {
  permission: TokenPermission
  mayApprove: boolean
}

const tokens = new WeakMap<Repository, WorkflowToken>()

/** What workflows may do by default; may be changed. */
export function workflowTokenOf(repository: Repository): WorkflowToken {
  const known: WorkflowToken = tokens.get(repository) ?? { permission: 'write', mayApprove: true }
  tokens.set(repository, known)
  return known
}

const tokenShape = (repository: Repository): JsonObject => {
  const { permission, mayApprove } = workflowTokenOf(repository)
  return { default_workflow_permissions: permission, can_approve_pull_request_reviews: mayApprove }
}

function changeToken({ repository, body }: Visit): HostAnswer {
  const token = workflowTokenOf(repository)
  token.permission = stringAt(body, 'default_workflow_permissions') === 'read' ? 'read' : 'write'
  token.mayApprove = flagAt(body, 'can_approve_pull_request_reviews') ?? token.mayApprove
  hostWritesOf(repository).written.push(`workflow token ${token.permission}`)
  return { status: 204 }
}

const UNDER = '/repos/{owner}/{repo}'
const TOKEN = /^\/actions\/permissions\/workflow$/

export const SETTING_ROUTES: RepositoryRoute[] = [
  { name: `GET ${UNDER}`, path: /^$/, answer: ({ repository }) => ({ body: shapeOf(repository) }) },
  { method: 'PATCH', name: `PATCH ${UNDER}`, path: /^$/, answer: changeSettings },
  {
    name: `GET ${UNDER}/actions/permissions/workflow`,
    path: TOKEN,
    answer: ({ repository }) => ({ body: tokenShape(repository) })
  },
  {
    method: 'PUT',
    name: `PUT ${UNDER}/actions/permissions/workflow`,
    path: TOKEN,
    answer: changeToken
  },
  { method: 'POST', name: `POST ${UNDER}/labels`, path: /^\/labels$/, answer: createLabel },
  {
    method: 'PATCH',
    name: `PATCH ${UNDER}/labels/{name}`,
    path: /^\/labels\/([^/]+)$/,
    answer: changeLabel
  }
]

const shapeOf = (repository: Repository): JsonObject => ({
  ...repositoryShape(repository),
  ...settingsOfRepository(repository)
})

function changeSettings({ repository, body }: Visit): HostAnswer {
  const settings = settingsOfRepository(repository)
  const next = { ...settings }
  const keys = REPOSITORY_SETTINGS.filter((key) => flagAt(body, key) !== null)
  for (const key of keys) next[key] = flagAt(body, key) === true
  if (!next.allow_squash_merge && !next.allow_merge_commit && !next.allow_rebase_merge)
    return refusal(422, 'Sorry, you need to allow at least one merge strategy. (no_merge_method)')
  Object.assign(settings, next)
  hostWritesOf(repository).written.push(`settings ${keys.join(' ')}`)
  return { body: shapeOf(repository) }
}

const labelNamed = ({ labels }: Repository, name: string) =>
  labels.find((label) => label.name.toLowerCase() === name.toLowerCase())

function createLabel({ state, repository, body }: Visit): HostAnswer {
  const [name, color] = [stringAt(body, 'name') ?? '', stringAt(body, 'color') ?? '']
  if (labelNamed(repository, name)) return refusal(422, 'Validation Failed')
  const label = { id: state.nextId(), name, color }
  repository.labels.push(label)
  hostWritesOf(repository).written.push(`new label ${name}`)
  return { status: 201, body: labelShape(repository, label) }
}

function changeLabel({ repository, part, body }: Visit): HostAnswer {
  const label = labelNamed(repository, part)
  if (!label) return NOT_FOUND
  label.color = stringAt(body, 'color') ?? label.color
  hostWritesOf(repository).written.push(`color of label ${label.name}`)
  return { body: labelShape(repository, label) }
}
