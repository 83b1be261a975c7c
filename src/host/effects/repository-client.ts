// How an effect reaches the host: reads that nothing answers but the host itself, and writes that are asked for first.

import { isObject } from '#domain/json/path.js'
import { HostError } from '#errors/host.js'
import type { Json, JsonObject } from '#schemas/common.js'
import type { HostClient, HostWrite } from '../api/client.js'
import type { PathParameters } from '../api/transport.js'
import { objectsIn } from '../events/payload.js'
import type { RepositoryAccess } from '../resources/listings.js'

export interface RepositoryClient {
  /** Nothing where the host says that a repository which it still shows has none. */
  read(path: string, parameters?: PathParameters): Promise<JsonObject | undefined>
  /** Throws where the repository itself is no longer shown. */
  assertVisible(): Promise<void>
  /** All of a listing, however long. */
  list(path: string, parameters?: PathParameters, name?: string): AsyncIterable<JsonObject>
  write(
    method: HostWrite['method'],
    path: string,
    parts: { at?: PathParameters; body?: Json }
  ): Promise<JsonObject>
  owner: string
}

const REPOSITORY = '/repos/{owner}/{repo}'
const REPOSITORY_ITSELF = ''
const PER_PAGE = 100

/** `mayWrite` is asked before each write, and throws where it is no longer wanted. */
export function repositoryClientFor(
  client: HostClient,
  place: RepositoryAccess,
  mayWrite: () => Promise<void>
): RepositoryClient {
  const { owner, name: repo, installationId, priority } = place
  const options = { installationId, priority }
  const of = (path: string, parameters: PathParameters = {}) => ({
    path: REPOSITORY + path,
    parameters: { owner, repo, ...parameters }
  })
  async function read(path: string, parameters?: PathParameters): Promise<JsonObject | undefined> {
    try {
      const { body } = await client.read(of(path, parameters), { ...options, fresh: true })
      if (isObject(body)) return body
    } catch (error) {
      if (path === REPOSITORY_ITSELF || !isNotFound(error)) throw error
      // Whoever may not see a repository is told that nothing is there.
      await read(REPOSITORY_ITSELF)
      return undefined
    }
    throw new HostError('host_unavailable', 'The host sent an unexpected response.')
  }
  return {
    owner,
    read,
    async assertVisible() {
      await read(REPOSITORY_ITSELF)
    },
    async *list(path, parameters, name) {
      const request = of(path, { per_page: PER_PAGE, ...parameters })
      for await (const { body } of client.pages(request, { ...options, fresh: true }))
        yield* objectsIn(body, name)
    },
    async write(method, path, { at, body }) {
      await mayWrite()
      const answer = await client.write(
        { ...of(path, at), method, ...(body === undefined ? {} : { body }) },
        options
      )
      return isObject(answer.body) ? answer.body : {}
    }
  }
}

export function isNotFound(error: unknown): boolean {
  return error instanceof HostError && error.failure === 'host_not_found'
}
