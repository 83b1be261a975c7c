// Commits with their trees.
import type { TreeCommit } from '#domain/host/merging.js'
import type { HostClient } from '../../api/client.js'
import { objectAt, stringAt } from '../../payload.js'
import { fetchObject, type RepositoryAccess, requestOf } from '../listings.js'

/** What a branch holds now; undefined if there is no such branch. */
export function branchCommit(
  client: HostClient,
  access: RepositoryAccess,
  branch: string
): Promise<TreeCommit | undefined> {
  return fetchObject(client, requestOf(access, '/branches/{branch}', { branch }), access, (found) => {
    const commit = objectAt(found, 'commit')
    const [sha, tree] = [
      stringAt(commit, 'sha'),
      stringAt(objectAt(objectAt(commit, 'commit'), 'tree'), 'sha')
    ]
    // A renamed branch is shown under its new name.
    return sha === null || tree === null || stringAt(found, 'name') !== branch ? undefined : { sha, tree }
  })
}
