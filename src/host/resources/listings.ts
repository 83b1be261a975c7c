// What a repository holds, as the host lists it, the newest first.

import type { HostIssue, HostLabel, HostPullRequest, HostRun } from '#domain/host/items.js'
import { isObject } from '#domain/json/path.js'
import { HostError } from '#errors/host.js'
import type { JsonObject } from '#schemas/common.js'
import type { Part } from '#schemas/host/words.js'
import type { CallOptions, HostClient, HostRead, HostResponse } from '../api/client.js'
import { isDefined, momentAt, objectsIn } from '../events/payload.js'
import { issueOf } from './issues.js'
import { labelOf } from './labels.js'
import { pullRequestOf } from './pull-requests.js'
import { runOf } from './runs.js'

export interface HostParts {
  labels: HostLabel
  issues: HostIssue
  pull_requests: HostPullRequest
  ci_runs: HostRun
}

/** Where a repository is found, and as whom. */
export interface RepositoryAccess extends CallOptions {
  owner: string
  name: string
}

export interface ListingRequest {
  place: RepositoryAccess
  /** The last created first, or the last changed. The host knows for runs only when they were created. */
  order: 'created' | 'updated'
  /** The address of a later page, from where to go on. */
  from?: string
  /** The mark of the first page when it was read last. */
  etag?: string | null
}

export interface ListedPage<Item> {
  items: Item[]
  /** When the last of the page was created or changed, as ordered; also of what is no item. */
  last: Date | null
  /** When the newest of the page was. */
  newest: Date | null
  /** When the newest pull request of it was: the host lists them among the issues. */
  newestPull: Date | null
  next: string | undefined
  etag: string | undefined
  /** Nothing has changed since the page had the mark. */
  isUnchanged: boolean
}

const PER_PAGE = 100

interface PartEndpoint<Item> {
  path: string
  /** Under which name it is listed, where the list is not bare. */
  name?: string
  isOrdered: boolean
  parse(object: JsonObject): Item | undefined
}

const PART_ENDPOINTS: { readonly [One in Part]: PartEndpoint<HostParts[One]> } = {
  labels: { path: '/labels', isOrdered: false, parse: labelOf },
  issues: { path: '/issues', isOrdered: true, parse: issueOf },
  pull_requests: { path: '/pulls', isOrdered: true, parse: pullRequestOf },
  ci_runs: { path: '/actions/runs', name: 'workflow_runs', isOrdered: false, parse: runOf }
}

const REPOSITORY = '/repos/{owner}/{repo}'

export async function* listItems<One extends Part>(
  client: HostClient,
  part: One,
  { place, order, from, etag = null }: ListingRequest
): AsyncGenerator<ListedPage<HostParts[One]>> {
  const { path, name, isOrdered, parse } = PART_ENDPOINTS[part]
  const ordered = isOrdered ? { state: 'all', sort: order, direction: 'desc' } : {}
  const request = requestOf(place, path, { ...ordered, per_page: PER_PAGE })
  // What lists runs does so by their creation, whatever is asked.
  const moment = order === 'created' || part === 'ci_runs' ? 'created_at' : 'updated_at'
  for await (const answer of client.pages(request, { ...place, etag }, from)) {
    const objects = answer.status === 304 ? [] : objectsIn(answer.body, name)
    yield {
      items: objects.map(parse).filter(isDefined),
      last: momentAt(objects.at(-1), moment),
      newest: momentAt(objects[0], moment),
      newestPull: momentAt(
        objects.find((one) => one['pull_request']),
        moment
      ),
      ...pageMarks(answer)
    }
  }
}

const pageMarks = ({ links, etag, isConfirmed }: HostResponse) => ({
  next: links['next'],
  etag,
  isUnchanged: isConfirmed
})

function requestOf(
  { owner, name }: RepositoryAccess,
  path: string,
  parameters: HostRead['parameters']
): HostRead {
  return { path: `${REPOSITORY}${path}`, parameters: { owner, repo: name, ...parameters } }
}

/** One thing by its number or id, as it is now; nothing where the host says that it has none. */
export async function fetchItem<One extends Part>(
  client: HostClient,
  part: One,
  place: RepositoryAccess,
  id: number
): Promise<HostParts[One] | undefined> {
  const { path, parse } = PART_ENDPOINTS[part]
  return fetchObject(client, requestOf(place, `${path}/{id}`, { id }), place, parse)
}

/** What a request brings, as one of ours; nothing where the host says that it has none. */
export async function fetchObject<One>(
  client: HostClient,
  request: HostRead,
  options: CallOptions,
  parse: (object: JsonObject) => One | undefined
): Promise<One | undefined> {
  try {
    const { body } = await client.read(request, { ...options, fresh: true })
    if (isObject(body)) return parse(body)
  } catch (error) {
    if (error instanceof HostError && error.failure === 'host_not_found') return undefined
    throw error
  }
  throw new HostError('host_unavailable', 'The host sent an unexpected response.')
}
