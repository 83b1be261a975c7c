// The files of a repository at one commit, and their contents.

import { HostError } from '#errors/host.js'
import type { JsonObject } from '#schemas/common.js'
import type { HostClient } from '../api/client.js'
import { integerAt, isDefined, objectAt, objectsAt, stringAt } from '../payload.js'
import { fetchObject, type RepositoryAccess, requestOf } from './listings.js'

export interface SourceFile {
  path: string
  /** The blob. */
  sha: string
  size: number
  mode: '100644' | '100755'
}

export const openSources = (client: HostClient): Sources => ({
  branchTip: (access, branch) => branchTip(client, access, branch),
  fetchSourceTree: (access, commit) => fetchSourceTree(client, access, commit),
  sourceText: (access, sha) => sourceText(client, access, sha)
})

async function branchTip(
  client: HostClient,
  access: RepositoryAccess,
  branch: string
): Promise<string | undefined> {
  const request = requestOf(access, '/git/ref/{ref}', { ref: `heads/${branch}` })
  const ref = await fetchObject(client, request, access, (object) => object)
  // Without an exact match the host returns refs that begin with the name.
  if (stringAt(ref, 'ref') !== `refs/heads/${branch}`) return undefined
  return stringAt(objectAt(ref, 'object'), 'sha') ?? undefined
}

export interface Sources {
  /** The commit that a branch points to; undefined if there is no such branch. */
  branchTip(access: RepositoryAccess, branch: string): Promise<string | undefined>
  /** The files of a commit. */
  fetchSourceTree(access: RepositoryAccess, commit: string): Promise<SourceTree>
  /** The text of a blob; undefined if it is not UTF-8 text, or if the host does not send it. */
  sourceText(access: RepositoryAccess, sha: string): Promise<string | undefined>
}

export interface SourceTree {
  files: SourceFile[]
  /** Paths of anything but regular files, such as symbolic links. */
  others: string[]
  /** Paths at which other repositories are included. */
  submodules: string[]
  /** False if the host truncated the list of a very large repository. */
  isWhole: boolean
}

export async function fetchSourceTree(
  client: HostClient,
  access: RepositoryAccess,
  commit: string
): Promise<SourceTree> {
  const request = requestOf(access, '/git/trees/{sha}', { sha: commit, recursive: 1 })
  const sources = await fetchObject(client, request, access, (tree) => {
    const entries = objectsAt(tree, 'tree')
    return {
      files: entries.map(sourceFileOf).filter(isDefined),
      others: pathsOf(entries.filter(isIrregular)),
      submodules: pathsOf(entries.filter((entry) => stringAt(entry, 'mode') === SUBMODULE)),
      isWhole: tree['truncated'] === false
    }
  })
  if (!sources) throw new HostError('host_not_found', 'The host does not show the files of the repository.')
  return sources
}

/** Undefined for links, folders and submodules. */
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

const pathsOf = (entries: readonly JsonObject[]) => entries.flatMap((entry) => stringAt(entry, 'path') ?? [])

const SUBMODULE = '160000'
const FOLDERS = ['040000', SUBMODULE]

const isIrregular = (entry: JsonObject): boolean =>
  sourceFileOf(entry) === undefined && !FOLDERS.includes(stringAt(entry, 'mode') ?? '')

async function sourceText(
  client: HostClient,
  access: RepositoryAccess,
  sha: string
): Promise<string | undefined> {
  const request = requestOf(access, '/git/blobs/{sha}', { sha })
  return fetchObject(client, request, access, (blob) => {
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
