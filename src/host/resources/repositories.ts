// Reads single repositories.

import type { RepositoryIdentity } from '#domain/host/events.js'
import { isObject } from '#domain/json/path.js'
import { HostError } from '#errors/host.js'
import type { RepoParams } from '#schemas/common.js'
import type { CallOptions, HostClient, ReadOptions } from '../api/client.js'
import { repositoryIdentity } from '../events/identities.js'
import { listRepositories } from './installations.js'
import { fetchObject } from './listings.js'

/** A repository by its permanent id, whatever its current name. */
export async function fetchRepositoryById(
  client: HostClient,
  id: number,
  options: CallOptions
): Promise<RepositoryIdentity | undefined> {
  const request = { path: '/repositories/{id}', parameters: { id } }
  return fetchObject(client, request, options, repositoryIdentity)
}

const GONE = [404, 410]

/** The repository of this name, followed through renames; undefined if there is none. */
export async function fetchRepository(
  client: HostClient,
  { owner, repo }: RepoParams,
  options: ReadOptions
): Promise<RepositoryIdentity | undefined> {
  try {
    const request = { path: '/repos/{owner}/{repo}', parameters: { owner, repo } }
    const { body } = await client.read(request, options)
    const repository = repositoryIdentity(isObject(body) ? body : undefined)
    if (!repository)
      throw new HostError('host_unavailable', 'The response of the host does not name the repository.')
    return repository
  } catch (error) {
    if (!(error instanceof HostError && GONE.includes(error.hostStatus ?? 0))) throw error
    await assertAuthorized(client, options)
    return undefined
  }
}

/** A revoked credential gets the same 404, which says nothing about the repository; so this checks the credential. */
async function assertAuthorized(client: HostClient, options: ReadOptions): Promise<void> {
  await listRepositories(client, options)[Symbol.asyncIterator]().next()
}
