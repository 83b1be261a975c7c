import type { RepositoryAccess } from '#deps.js'
import { splitFullName } from '#domain/mirror/full-name.js'
import type { RepositoryRef } from '#store/mirror/repositories.js'

/** The repository as jobs address it at the host. */
export function repositoryAccessOf({ fullName, installationId }: RepositoryRef): RepositoryAccess {
  const { owner, repo } = splitFullName(fullName)
  return { owner, name: repo, installationId, priority: 'work' }
}
