// Details of a run that the mirror does not store: the path of its workflow, and the author of its commit.
import type { JsonObject } from '#schemas/common.js'
import type { HostClient } from '../../api/client.js'
import { objectAt, stringAt, textAt } from '../../payload.js'
import { fetchObject, type RepositoryAccess } from '../listings.js'

/** The path of the workflow file; undefined if the workflow has no file in the repository. */
async function workflowPath(
  client: HostClient,
  access: RepositoryAccess,
  runId: number
): Promise<string | undefined> {
  const { owner, name: repo } = access
  const request = {
    path: '/repos/{owner}/{repo}/actions/runs/{run_id}',
    parameters: { owner, repo, run_id: runId }
  }
  const run = await fetchObject(client, request, access, (object) => object)
  const [path = ''] = stringAt(run, 'path')?.split('@') ?? []
  return path.startsWith('.github/') ? path : undefined
}

export interface RunFacts {
  /** The path of a run's workflow file. */
  workflowPath(access: RepositoryAccess, runId: number): Promise<string | undefined>
  commitFacts(access: RepositoryAccess, sha: string): Promise<CommitFacts | undefined>
}

export const openRunFacts = (client: HostClient): RunFacts => ({
  workflowPath: (access, runId) => workflowPath(client, access, runId),
  commitFacts: (access, sha) => commitFacts(client, access, sha)
})

export interface CommitFacts {
  message: string
  /** A login; null if the host knows no account. */
  author: string | null
  /** False for bots. */
  isByPerson: boolean
}

/** Undefined if the repository has no such commit. */
async function commitFacts(
  client: HostClient,
  access: RepositoryAccess,
  sha: string
): Promise<CommitFacts | undefined> {
  const { owner, name: repo } = access
  const request = { path: '/repos/{owner}/{repo}/commits/{ref}', parameters: { owner, repo, ref: sha } }
  return fetchObject(client, request, access, factsOf)
}

function factsOf(commit: JsonObject): CommitFacts {
  const account = objectAt(commit, 'author') ?? objectAt(commit, 'committer')
  const author = stringAt(account, 'login')
  return {
    message: textAt(objectAt(commit, 'commit'), 'message') ?? '',
    author,
    isByPerson: author !== null && stringAt(account, 'type') !== 'Bot' && !author.endsWith('[bot]')
  }
}
