// Access of effects to one repository: reads bypass the cache, but for what does no harm if it is outdated, and each
// write is checked first.

import { isObject } from '#domain/json/path.js'
import { HostError } from '#errors/host.js'
import type { Json, JsonObject } from '#schemas/common.js'
import type { HostClient, HostWrite } from '../api/client.js'
import type { PathParameters } from '../api/transport.js'
import { objectsIn } from '../payload.js'
import type { RepositoryAccess } from '../resources/listings.js'

export interface RepositoryClient {
  /** Undefined if the repository is visible but has nothing at this path. */
  read(path: string, parameters?: PathParameters): Promise<JsonObject | undefined>
  /** May be answered with what was true a minute ago. */
  recall(path: string, parameters?: PathParameters): Promise<JsonObject | undefined>
  /** Throws if the repository itself is no longer visible. */
  assertVisible(): Promise<void>
  /** All pages of a list. */
  list(path: string, parameters?: PathParameters, name?: string): AsyncIterable<JsonObject>
  write(
    method: HostWrite['method'],
    path: string,
    parts: { at?: PathParameters; body?: Json; isRepeatable?: boolean }
  ): Promise<JsonObject>
  owner: string
}

const REPOSITORY = '/repos/{owner}/{repo}'
const REPOSITORY_ITSELF = ''
const PER_PAGE = 100

/** `mayWrite` is called right before each write, and throws if the write is no longer allowed. */
export function repositoryClientFor(
  client: HostClient,
  access: RepositoryAccess,
  mayWrite: () => Promise<void>
): RepositoryClient {
  const { owner, name: repo, installationId, priority } = access
  const options = { installationId, priority }
  const requestFor = (path: string, parameters: PathParameters = {}) => ({
    path: REPOSITORY + path,
    parameters: { owner, repo, ...parameters }
  })
  async function read(
    path: string,
    parameters?: PathParameters,
    fresh = true
  ): Promise<JsonObject | undefined> {
    try {
      const { body } = await client.read(requestFor(path, parameters), { ...options, fresh })
      if (isObject(body)) return body
    } catch (error) {
      if (path === REPOSITORY_ITSELF || !isNotFound(error)) throw error
      // The host also answers 404 for a repository that may no longer be seen.
      await read(REPOSITORY_ITSELF)
      return undefined
    }
    throw new HostError('host_unavailable', 'The host sent an unexpected response.')
  }
  return {
    owner,
    read: (path, parameters) => read(path, parameters),
    recall: (path, parameters) => read(path, parameters, false),
    async assertVisible() {
      await read(REPOSITORY_ITSELF)
    },
    async *list(path, parameters, name) {
      const request = requestFor(path, { per_page: PER_PAGE, ...parameters })
      for await (const { body } of client.pages(request, { ...options, fresh: true }))
        yield* objectsIn(body, name)
    },
    async write(method, path, { at, body, isRepeatable = false }) {
      const response = await client.write(
        { ...requestFor(path, at), method, isRepeatable, ...(body === undefined ? {} : { body }) },
        { ...options, mayWrite }
      )
      return isObject(response.body) ? response.body : {}
    }
  }
}

export function isNotFound(error: unknown): boolean {
  return error instanceof HostError && error.failure === 'host_not_found'
}
