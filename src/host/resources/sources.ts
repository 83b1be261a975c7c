// The sources of a repository as of one commit: which files there are, and what is in them.

import { HostError } from '#errors/host.js'
import type { JsonObject } from '#schemas/common.js'
import type { HostClient, HostRead } from '../api/client.js'
import { integerAt, isDefined, objectAt, objectsAt, stringAt } from '../events/payload.js'
import { fetchObject, type RepositoryAccess } from './listings.js'

export interface SourceFile {
  path: string
  /** Of its content. */
  sha: string
  size: number
  mode: '100644' | '100755'
}

const requestFor = (
  { owner, name: repo }: RepositoryAccess,
  path: string,
  more: HostRead['parameters']
): HostRead => ({
  path: `/repos/{owner}/{repo}${path}`,
  parameters: { owner, repo, ...more }
})

/** The commit at which a branch stands; nothing where there is none. */
export async function branchTip(
  client: HostClient,
  place: RepositoryAccess,
  branch: string
): Promise<string | undefined> {
  const request = requestFor(place, '/git/ref/{ref}', { ref: `heads/${branch}` })
  const ref = await fetchObject(client, request, place, (object) => object)
  // The host answers with what begins so, where nothing is called exactly so.
  if (stringAt(ref, 'ref') !== `refs/heads/${branch}`) return undefined
  return stringAt(objectAt(ref, 'object'), 'sha') ?? undefined
}

export interface SourceTree {
  files: SourceFile[]
  /** What is there and is no regular file, such as a link. */
  others: string[]
  /** False where the host lists only some of a very large repository. */
  isWhole: boolean
}

export async function fetchSourceTree(
  client: HostClient,
  place: RepositoryAccess,
  commit: string
): Promise<SourceTree> {
  const request = requestFor(place, '/git/trees/{sha}', { sha: commit, recursive: 1 })
  const sources = await fetchObject(client, request, place, (tree) => {
    const entries = objectsAt(tree, 'tree')
    return {
      files: entries.map(sourceFileOf).filter(isDefined),
      others: entries.filter(isIrregular).flatMap((entry) => stringAt(entry, 'path') ?? []),
      isWhole: tree['truncated'] === false
    }
  })
  if (!sources) throw new HostError('host_not_found', 'The host does not show the files of the repository.')
  return sources
}

/** Links, folders and repositories within are none. */
function sourceFileOf(entry: JsonObject): SourceFile | undefined {
  const [path, sha, size, mode] = [
    stringAt(entry, 'path'),
    stringAt(entry, 'sha'),
    integerAt(entry, 'size'),
    stringAt(entry, 'mode')
  ]
  if (path === null || sha === null || size === null) return undefined
  return mode === '100644' || mode === '100755' ? { path, sha, size, mode } : undefined
}

const FOLDERS = ['040000', '160000']

const isIrregular = (entry: JsonObject): boolean =>
  sourceFileOf(entry) === undefined && !FOLDERS.includes(stringAt(entry, 'mode') ?? '')

/** What a file holds, by the name of its content; nothing where that is no text, or the host does not send it. */
export async function sourceText(
  client: HostClient,
  place: RepositoryAccess,
  sha: string
): Promise<string | undefined> {
  const request = requestFor(place, '/git/blobs/{sha}', { sha })
  return fetchObject(client, request, place, (blob) => {
    const content = blob['content']
    if (stringAt(blob, 'encoding') !== 'base64' || typeof content !== 'string') return undefined
    try {
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
        Buffer.from(content, 'base64')
      )
      return text.includes('\u0000') ? undefined : text
    } catch {
      return undefined
    }
  })
}
