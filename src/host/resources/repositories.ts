// What the host says of a single repository.

import type { RepositoryIdentity } from '#domain/host/events.js'
import { isObject } from '#domain/json/path.js'
import { HostError } from '#errors/host.js'
import type { RepoParams } from '#schemas/common.js'
import type { CallOptions, HostClient, ReadOptions } from '../api/client.js'
import { repositoryIdentity } from '../events/identities.js'
import { listRepositories } from './installations.js'
import { fetchObject } from './listings.js'

/** A repository by its lasting id, under whatever name it has now. */
export async function fetchRepositoryById(
  client: HostClient,
  id: number,
  options: CallOptions
): Promise<RepositoryIdentity | undefined> {
  const request = { path: '/repositories/{id}', parameters: { id } }
  return fetchObject(client, request, options, repositoryIdentity)
}

const GONE = [404, 410]

/** The repository that has this name now, also under a new one; nothing where the host has none of it. */
export async function fetchRepository(
  client: HostClient,
  { owner, repo }: RepoParams,
  options: ReadOptions
): Promise<RepositoryIdentity | undefined> {
  try {
    const request = { path: '/repos/{owner}/{repo}', parameters: { owner, repo } }
    const { body } = await client.read(request, options)
    const found = repositoryIdentity(isObject(body) ? body : undefined)
    if (!found)
      throw new HostError('host_unavailable', 'The response of the host does not name the repository.')
    return found
  } catch (error) {
    if (!(error instanceof HostError && GONE.includes(error.hostStatus ?? 0))) throw error
    await assertAuthorized(client, options)
    return undefined
  }
}

/** Who is no longer known to the host is refused in the same words, and that says nothing of a repository. */
async function assertAuthorized(client: HostClient, options: ReadOptions): Promise<void> {
  await listRepositories(client, options)[Symbol.asyncIterator]().next()
}
