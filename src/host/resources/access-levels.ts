// What people may do in a repository.
import type { HostClient } from '../api/client.js'
import { stringAt } from '../payload.js'
import { fetchObject, type RepositoryAccess, requestOf } from './listings.js'

export interface AccessQuestion {
  login: string
  /** Whether what was true a minute ago will do. */
  mayBeKnown?: boolean
}

/**
 * What a person may do in the repository now: `admin`, `write`, `read` or `none`. Access through a team or the
 * organisation counts.
 */
export async function accessLevelOf(
  client: HostClient,
  access: RepositoryAccess,
  { login, mayBeKnown = false }: AccessQuestion
): Promise<string> {
  const request = requestOf(access, '/collaborators/{login}/permission', { login })
  const options = { ...access, fresh: !mayBeKnown }
  const level = await fetchObject(
    client,
    request,
    options,
    (found) => stringAt(found, 'permission') ?? 'none'
  )
  return level ?? 'none'
}
