// Installations and repositories, parsed from events and listings alike.

import type { InstallationIdentity, RepositoryIdentity } from '#domain/host/events.js'
import type { JsonObject } from '#schemas/common.js'
import { flagAt, idAt, integerAt, momentAt, objectAt, secondsAt, stringAt } from '../payload.js'

export function installationIdentity(installation: JsonObject | undefined): InstallationIdentity | undefined {
  const hostId = idAt(installation, 'id')
  if (hostId === null) return undefined
  const account = objectAt(installation, 'account')
  return {
    hostId,
    accountLogin: stringAt(account, 'login'),
    accountType: stringAt(account, 'type'),
    targetId: idAt(installation, 'target_id')
  }
}

export function repositoryIdentity(repository: JsonObject | undefined): RepositoryIdentity | undefined {
  const hostId = idAt(repository, 'id')
  const [owner, name, more] = stringAt(repository, 'full_name')?.split('/') ?? []
  if (hostId === null || !owner || !name || more !== undefined) return undefined
  return {
    hostId,
    owner,
    name,
    private: flagAt(repository, 'private'),
    defaultBranch: stringAt(repository, 'default_branch'),
    archived: flagAt(repository, 'archived'),
    language: stringAt(repository, 'language'),
    stars: integerAt(repository, 'stargazers_count'),
    pushedAt: momentAt(repository, 'pushed_at'),
    createdAt: momentAt(repository, 'created_at') ?? secondsAt(repository, 'created_at'),
    openCount: integerAt(repository, 'open_issues_count')
  }
}
