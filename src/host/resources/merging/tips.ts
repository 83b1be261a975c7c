// Commits with their trees.
import type { TreeCommit } from '#domain/host/merging.js'
import type { HostClient } from '../../api/client.js'
import { isDefined, objectAt, objectsIn, stringAt } from '../../payload.js'
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

export async function commitParents(
  client: HostClient,
  access: RepositoryAccess,
  sha: string
): Promise<string[]> {
  const request = requestOf(access, '/git/commits/{commit_sha}', { commit_sha: sha })
  const parents = await fetchObject(client, request, access, (commit) =>
    objectsIn(commit, 'parents')
      .map((parent) => stringAt(parent, 'sha') ?? undefined)
      .filter(isDefined)
  )
  return parents ?? []
}
