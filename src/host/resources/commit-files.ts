// Single files of a commit, and the files that changed between two commits.
import { isObject } from '#domain/json/path.js'
import { HostError } from '#errors/host.js'
import type { JsonObject } from '#schemas/common.js'
import type { HostClient } from '../api/client.js'
import { integerAt, objectsAt, stringAt, textAt } from '../payload.js'
import { fetchObject, type RepositoryAccess, requestOf } from './listings.js'

export interface CommitFile {
  bytes: number
  /** Undefined if it is larger than asked for, or no text in UTF-8. */
  text: string | undefined
}

export interface CommitFileQuery {
  commit: string
  path: string
  /** Larger files are not decoded. */
  mostBytes: number
}

/** Undefined for what is no file in this commit: nothing, a folder or a submodule. */
export async function commitFile(
  client: HostClient,
  access: RepositoryAccess,
  { commit, path, mostBytes }: CommitFileQuery
): Promise<CommitFile | undefined> {
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  const request = requestOf(access, `/contents/${encoded}`, { ref: commit })
  try {
    const { body } = await client.read(request, { ...access, fresh: true })
    return isObject(body) ? fileIn(body, mostBytes) : undefined
  } catch (error) {
    if (error instanceof HostError && error.failure === 'host_not_found') return undefined
    throw error
  }
}

function fileIn(body: JsonObject, mostBytes: number): CommitFile | undefined {
  const [bytes, content] = [integerAt(body, 'size'), body['content']]
  if (stringAt(body, 'type') !== 'file' || bytes === null) return undefined
  const isSent = stringAt(body, 'encoding') === 'base64' && typeof content === 'string'
  if (bytes > mostBytes || !isSent) return { bytes, text: undefined }
  return { bytes, text: textIn(Buffer.from(content, 'base64')) }
}

function textIn(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The host lists no more files of a comparison. */
const MOST_COMPARED = 300

export interface ComparedFiles {
  /** Added or changed. */
  paths: string[]
  isWhole: boolean
}

/** The files that differ at `head` from where it left `base`; undefined if the host cannot compare the two. */
export async function comparedFiles(
  client: HostClient,
  access: RepositoryAccess,
  { base, head }: { base: string; head: string }
): Promise<ComparedFiles | undefined> {
  const request = requestOf(access, '/compare/{basehead}', { basehead: `${base}...${head}`, per_page: 1 })
  return fetchObject(client, request, access, (comparison) => {
    const files = objectsAt(comparison, 'files')
    const kept = files.filter((file) => stringAt(file, 'status') !== 'removed')
    const paths = kept.flatMap((file) => textAt(file, 'filename') ?? [])
    return { paths, isWhole: files.length < MOST_COMPARED }
  })
}
