// What people may do in a repository.
import type { HostClient } from '../api/client.js'
import { stringAt } from '../payload.js'
import { fetchObject, type RepositoryAccess, requestOf } from './listings.js'

/**
 * What a person may do in the repository now: `admin`, `write`, `read` or `none`. Access through a team or the
 * organisation counts.
 */
export async function accessLevelOf(
  client: HostClient,
  access: RepositoryAccess,
  login: string
): Promise<string> {
  const request = requestOf(access, '/collaborators/{login}/permission', { login })
  const level = await fetchObject(client, request, access, (found) => stringAt(found, 'permission') ?? 'none')
  return level ?? 'none'
}
