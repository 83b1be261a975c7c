// Who is who, wherever the host says it: in its events, and in its listings.

import type { InstallationIdentity, RepositoryIdentity } from '#domain/host/events.js'
import type { JsonObject } from '#schemas/common.js'
import { flagAt, idAt, momentAt, numberAt, objectAt, secondsAt, textAt } from './payload.js'

export function installationIdentity(installation: JsonObject | undefined): InstallationIdentity | undefined {
  const hostId = idAt(installation, 'id')
  if (hostId === null) return undefined
  const account = objectAt(installation, 'account')
  return {
    hostId,
    accountLogin: textAt(account, 'login'),
    accountType: textAt(account, 'type'),
    targetId: idAt(installation, 'target_id')
  }
}

export function repositoryIdentity(repository: JsonObject | undefined): RepositoryIdentity | undefined {
  const hostId = idAt(repository, 'id')
  const [owner, name, more] = textAt(repository, 'full_name')?.split('/') ?? []
  if (hostId === null || !owner || !name || more !== undefined) return undefined
  return {
    hostId,
    owner,
    name,
    private: flagAt(repository, 'private'),
    defaultBranch: textAt(repository, 'default_branch'),
    archived: flagAt(repository, 'archived'),
    language: textAt(repository, 'language'),
    stars: numberAt(repository, 'stargazers_count'),
    pushedAt: momentAt(repository, 'pushed_at'),
    createdAt: momentAt(repository, 'created_at') ?? secondsAt(repository, 'created_at'),
    openCount: numberAt(repository, 'open_issues_count')
  }
}
