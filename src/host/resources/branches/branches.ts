// The branches of a repository, and what stands in the way of deleting one.
import type { ListedBranch, LiveBranch } from '#domain/host/items.js'
import type { JsonObject } from '#schemas/common.js'
import { LONGEST_BRANCH } from '#schemas/host/enums.js'
import type { HostClient, HostRead } from '../../api/client.js'
import { flagAt, idAt, isDefined, momentAt, objectAt, objectsIn, stringAt } from '../../payload.js'
import { fetchObject, type RepositoryAccess, requestOf } from '../listings.js'
import { pullRequestOf } from '../pull-requests.js'
import { isInTag } from '../releases.js'

const PER_PAGE = 100

/** Page by page. */
export async function* listBranches(
  client: HostClient,
  access: RepositoryAccess
): AsyncGenerator<ListedBranch[]> {
  const request = requestOf(access, '/branches', { per_page: PER_PAGE })
  for await (const { body } of client.pages(request, { ...access, fresh: true }))
    yield objectsIn(body).map(listedBranchOf).filter(isDefined)
}

/** A name that is cut would be that of another branch. */
function listedBranchOf(branch: JsonObject): ListedBranch | undefined {
  const [name, tip] = [stringAt(branch, 'name'), stringAt(objectAt(branch, 'commit'), 'sha')]
  if (name === null || tip === null || name.length > LONGEST_BRANCH) return undefined
  return { name, tip, isProtected: flagAt(branch, 'protected') !== false }
}

/** Undefined if there is no such branch. */
export async function findBranch(
  client: HostClient,
  access: RepositoryAccess,
  branch: string
): Promise<ListedBranch | undefined> {
  const request = requestOf(access, '/branches/{branch}', { branch })
  const found = await fetchObject(client, request, access, listedBranchOf)
  // A renamed branch is shown under its new name.
  return found?.name === branch ? found : undefined
}

export interface BranchLookup {
  branch: string
  /** A pull request that it was the head of. */
  pull: number
}

/** Undefined if there is no such branch. All of it is read now, and nothing from the cache. */
export async function branchState(
  client: HostClient,
  access: RepositoryAccess,
  { branch, pull: number }: BranchLookup
): Promise<LiveBranch | undefined> {
  const read = (path: string, parameters: HostRead['parameters'] = {}) =>
    fetchObject(client, requestOf(access, path, parameters), access, (object) => object)
  const found = await read('/branches/{branch}', { branch })
  const listed = found && listedBranchOf(found)
  if (listed?.name !== branch) return undefined
  const [repository, pull] = [await read(''), await read('/pulls/{number}', { number })]
  const defaultBranch = stringAt(repository, 'default_branch')
  const isHead = pull !== undefined && stringAt(objectAt(pull, 'head'), 'sha') === listed.tip
  const { tip, isProtected } = listed
  return {
    tip,
    tipAt: momentAt(objectAt(objectAt(objectAt(found, 'commit'), 'commit'), 'committer'), 'date'),
    isProtected,
    isDefault: defaultBranch === null || defaultBranch === branch,
    hasOpenPull: await hasOpenPull(client, access, branch),
    isReachable:
      !isHead && defaultBranch !== null && (await isInTag(client, access, { tag: defaultBranch, sha: tip })),
    pull: endedPullOf(pull, idAt(repository, 'id'))
  }
}

async function hasOpenPull(client: HostClient, access: RepositoryAccess, branch: string): Promise<boolean> {
  for (const end of [{ head: `${access.owner}:${branch}` }, { base: branch }]) {
    const request = requestOf(access, '/pulls', { state: 'open', per_page: 1, ...end })
    const { body } = await client.read(request, { ...access, fresh: true })
    if (objectsIn(body).length > 0) return true
  }
  return false
}

function endedPullOf(object: JsonObject | undefined, repoId: number | null): LiveBranch['pull'] {
  const pull = pullRequestOf(object)
  if (!pull) return null
  const { number, state, headBranch, headSha, mergedAt, closedAt } = pull
  const isOwn = repoId !== null && idAt(objectAt(objectAt(object, 'head'), 'repo'), 'id') === repoId
  return { number, state, headBranch, headSha, isOwn, endedAt: mergedAt ?? closedAt }
}
