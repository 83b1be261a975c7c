// Listings of a repository's labels, issues, pull requests, runs and collaborators.

import type { HostCollaborator, HostIssue, HostLabel, HostPullRequest, HostRun } from '#domain/host/items.js'
import { isObject } from '#domain/json/path.js'
import { HostError } from '#errors/host.js'
import type { JsonObject } from '#schemas/common.js'
import type { CallOptions, HostClient, HostRead, HostResponse, ReadOptions } from '../api/client.js'
import { isDefined, momentAt, objectsIn } from '../payload.js'
import { collaboratorOf } from './collaborators.js'
import { issueOf } from './issues.js'
import { labelOf } from './labels.js'
import { pullRequestOf } from './pull-requests.js'
import { runOf } from './runs/runs.js'

/** The parts of a repository that the host lists in one piece. */
export interface HostParts {
  labels: HostLabel
  issues: HostIssue
  pull_requests: HostPullRequest
  ci_runs: HostRun
  collaborators: HostCollaborator
}

export type ListedPart = keyof HostParts

/** A repository, the installation to use and the priority of the calls. */
export interface RepositoryAccess extends CallOptions {
  owner: string
  name: string
}

export interface ListingRequest {
  place: RepositoryAccess
  /** Newest first by this timestamp. The host sorts runs by creation only. */
  order: 'created' | 'updated'
  /** The URL of the page to continue from. */
  from?: string
  /** The ETag of the first page when it was read last. */
  etag?: string | null
}

export interface ListedPage<Item> {
  items: Item[]
  /** The timestamp of the last object on the page, in the requested order, even if that object is no item. */
  last: Date | null
  /** The timestamp of the first object. */
  newest: Date | null
  /** The timestamp of the first pull request: the host lists them among the issues. */
  newestPull: Date | null
  next: string | undefined
  etag: string | undefined
  /** The page still has the given ETag. */
  isUnchanged: boolean
}

const PER_PAGE = 100

interface PartEndpoint<Item> {
  path: string
  /** The key of the list, if the response is not a bare array. */
  name?: string
  isOrdered: boolean
  parameters?: HostRead['parameters']
  parse(object: JsonObject): Item | undefined
}

const PART_ENDPOINTS: { readonly [One in ListedPart]: PartEndpoint<HostParts[One]> } = {
  labels: { path: '/labels', isOrdered: false, parse: labelOf },
  issues: { path: '/issues', isOrdered: true, parse: issueOf },
  pull_requests: { path: '/pulls', isOrdered: true, parse: pullRequestOf },
  ci_runs: { path: '/actions/runs', name: 'workflow_runs', isOrdered: false, parse: runOf },
  collaborators: {
    path: '/collaborators',
    isOrdered: false,
    parameters: { affiliation: 'direct' },
    parse: collaboratorOf
  }
}

const REPOSITORY = '/repos/{owner}/{repo}'

export async function* listItems<One extends ListedPart>(
  client: HostClient,
  part: One,
  { place, order, from, etag = null }: ListingRequest
): AsyncGenerator<ListedPage<HostParts[One]>> {
  const { path, name, isOrdered, parameters, parse } = PART_ENDPOINTS[part]
  const ordered = isOrdered ? { state: 'all', sort: order, direction: 'desc' } : {}
  const request = requestOf(place, path, { ...parameters, ...ordered, per_page: PER_PAGE })
  // Runs are always sorted by creation.
  const moment = order === 'created' || part === 'ci_runs' ? 'created_at' : 'updated_at'
  for await (const response of client.pages(request, { ...place, etag }, from)) {
    const objects = response.status === 304 ? [] : objectsIn(response.body, name)
    yield {
      items: objects.map(parse).filter(isDefined),
      last: momentAt(objects.at(-1), moment),
      newest: momentAt(objects[0], moment),
      newestPull: momentAt(
        objects.find((object) => object['pull_request']),
        moment
      ),
      ...pageMarks(response)
    }
  }
}

const pageMarks = ({ links, etag, isConfirmed }: HostResponse) => ({
  next: links['next'],
  etag,
  isUnchanged: isConfirmed
})

/** A read of something in a repository, by its path there. */
export function requestOf(
  { owner, name }: RepositoryAccess,
  path: string,
  parameters: HostRead['parameters'] = {}
): HostRead {
  return { path: `${REPOSITORY}${path}`, parameters: { owner, repo: name, ...parameters } }
}

/** One item by its number or id, bypassing the cache; undefined if the host has none. */
export async function fetchItem<One extends ListedPart>(
  client: HostClient,
  part: One,
  access: RepositoryAccess,
  id: number
): Promise<HostParts[One] | undefined> {
  const { path, parse } = PART_ENDPOINTS[part]
  return fetchObject(client, requestOf(access, `${path}/{id}`, { id }), access, parse)
}

/** Reads and parses one object, bypassing the cache unless told otherwise; undefined if the host has none. */
export async function fetchObject<One>(
  client: HostClient,
  request: HostRead,
  options: ReadOptions,
  parse: (object: JsonObject) => One | undefined
): Promise<One | undefined> {
  try {
    const { body } = await client.read(request, { fresh: true, ...options })
    if (isObject(body)) return parse(body)
  } catch (error) {
    if (error instanceof HostError && error.failure === 'host_not_found') return undefined
    throw error
  }
  throw new HostError('host_unavailable', 'The host sent an unexpected response.')
}
