// How a repository is set up: its settings, labels, administrators and the token of its workflows, always as the host has
// them now.
import type { HostLabel, RepositoryState } from '#domain/host/items.js'
import { HostError } from '#errors/host.js'
import type { JsonObject } from '#schemas/common.js'
import { REPOSITORY_SETTINGS, type SettingsWish } from '#schemas/host/settings.js'
import type { HostClient } from '../api/client.js'
import { flagAt, isDefined, objectsIn, stringAt } from '../payload.js'
import { collaboratorOf } from './collaborators.js'
import { labelOf } from './labels.js'
import { fetchObject, type RepositoryAccess, requestOf } from './listings.js'

const PER_PAGE = 100

export async function repositoryState(
  client: HostClient,
  access: RepositoryAccess
): Promise<RepositoryState> {
  const found = await fetchObject(client, requestOf(access, ''), access, (object) => object)
  if (!found) throw new HostError('host_not_found', 'The host does not show the repository.')
  return {
    defaultBranch: stringAt(found, 'default_branch'),
    isArchived: flagAt(found, 'archived') === true,
    settings: settingsIn(found)
  }
}

export function settingsIn(repository: JsonObject): SettingsWish {
  return Object.fromEntries(
    REPOSITORY_SETTINGS.flatMap((key) => {
      const value = flagAt(repository, key)
      return value === null ? [] : [[key, value]]
    })
  )
}

export async function repositoryLabels(client: HostClient, access: RepositoryAccess): Promise<HostLabel[]> {
  const labels: HostLabel[] = []
  const request = requestOf(access, '/labels', { per_page: PER_PAGE })
  for await (const { body } of client.pages(request, { ...access, fresh: true }))
    labels.push(...objectsIn(body).map(labelOf).filter(isDefined))
  return labels
}

/** Logins of people who administer the repository without being members of its organisation. */
export async function outsideAdmins(client: HostClient, access: RepositoryAccess): Promise<string[]> {
  const logins: string[] = []
  const request = requestOf(access, '/collaborators', { affiliation: 'outside', per_page: PER_PAGE })
  for await (const { body } of client.pages(request, { ...access, fresh: true })) {
    const people = objectsIn(body).map(collaboratorOf).filter(isDefined)
    logins.push(...people.filter(({ permission }) => permission === 'admin').map(({ login }) => login))
  }
  return logins.sort()
}

export const WORKFLOW_TOKEN = '/actions/permissions/workflow'

export async function isWorkflowTokenReadOnly(
  client: HostClient,
  access: RepositoryAccess
): Promise<boolean> {
  const find = (found: JsonObject) => stringAt(found, 'default_workflow_permissions') ?? undefined
  const permission = await fetchObject(client, requestOf(access, WORKFLOW_TOKEN), access, find)
  if (permission === undefined)
    throw new HostError('host_not_found', 'The host does not show what workflows may do by default.')
  return permission === 'read'
}
