// What a run is about beyond what the mirror keeps: which workflow it is of, and who wrote its commit.
import type { JsonObject } from '#schemas/common.js'
import type { HostClient } from '../api/client.js'
import { objectAt, stringAt } from '../events/payload.js'
import { fetchObject, type RepositoryAccess } from './listings.js'

/** The path of its workflow; nothing where it is of none that lies in the repository. */
export async function workflowPath(
  client: HostClient,
  place: RepositoryAccess,
  runId: number
): Promise<string | undefined> {
  const { owner, name: repo } = place
  const request = {
    path: '/repos/{owner}/{repo}/actions/runs/{run_id}',
    parameters: { owner, repo, run_id: runId }
  }
  const run = await fetchObject(client, request, place, (object) => object)
  const [path = ''] = stringAt(run, 'path')?.split('@') ?? []
  return path.startsWith('.github/') ? path : undefined
}

export interface CommitFacts {
  message: string
  /** Logins; null where the host knows no account. */
  author: string | null
  /** Whether a person wrote it. */
  isByPerson: boolean
}

/** Nothing where the repository has no such commit. */
export async function commitFacts(
  client: HostClient,
  place: RepositoryAccess,
  sha: string
): Promise<CommitFacts | undefined> {
  const { owner, name: repo } = place
  const request = { path: '/repos/{owner}/{repo}/commits/{ref}', parameters: { owner, repo, ref: sha } }
  return fetchObject(client, request, place, factsOf)
}

function factsOf(commit: JsonObject): CommitFacts {
  const account = objectAt(commit, 'author') ?? objectAt(commit, 'committer')
  const author = stringAt(account, 'login')
  return {
    message: stringAt(objectAt(commit, 'commit'), 'message') ?? '',
    author,
    isByPerson: author !== null && stringAt(account, 'type') !== 'Bot' && !author.endsWith('[bot]')
  }
}
