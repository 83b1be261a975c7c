// The configuration file of a repository, on its default branch or in a commit.

import { SERVICE_FILES } from '#domain/host/paths.js'
import { isObject } from '#domain/json/path.js'
import { HostError } from '#errors/host.js'
import type { JsonObject } from '#schemas/common.js'
import type { CallOptions, HostClient } from '../api/client.js'
import { flagAt, integerAt, objectAt, objectsAt, stringAt, textAt } from '../payload.js'
import { fetchRepository } from './repositories.js'

const MOST_BYTES = 64 * 1024

export interface ConfigFileSource extends CallOptions {
  owner: string
  repo: string
  /** Instead of the head of the default branch. */
  commit?: string
}

/** The file as it was read last. */
export interface KnownConfigFile {
  path: string | null
  etag: string | null
}

export type ConfigFileResult =
  | { kind: 'unchanged' }
  | { kind: 'none' }
  | { kind: 'file'; path: string; sha: string | null; etag: string | null; text: string }
  | { kind: 'unusable'; path: string; why: string }

/** Reads the first path that exists. A file counts as missing only if the repository is visible. */
export async function configFile(
  client: HostClient,
  source: ConfigFileSource,
  known: KnownConfigFile
): Promise<ConfigFileResult> {
  for (const path of SERVICE_FILES) {
    const result = await fileAt(client, source, path, known.path === path ? known.etag : null)
    if (result) return result
  }
  const { owner, repo, commit: _, ...options } = source
  const repository = await fetchRepository(client, { owner, repo }, { ...options, fresh: true })
  if (!repository) throw new HostError('host_not_found', 'The host does not show the repository.')
  return { kind: 'none' }
}

async function fileAt(
  client: HostClient,
  { owner, repo, commit, ...options }: ConfigFileSource,
  path: string,
  etag: string | null
): Promise<ConfigFileResult | undefined> {
  const parameters = { owner, repo, ...(commit === undefined ? {} : { ref: commit }) }
  const request = { path: `/repos/{owner}/{repo}/contents/${path}`, parameters }
  try {
    const response = await client.read(request, { ...options, etag })
    if (response.isConfirmed) return { kind: 'unchanged' }
    const file = isObject(response.body) ? decodeFile(response.body) : { why: 'It is a folder.' }
    if (file.why !== undefined) return { kind: 'unusable', path, why: file.why }
    return { kind: 'file', path, etag: response.etag ?? null, sha: file.sha, text: file.text }
  } catch (error) {
    if (error instanceof HostError && error.failure === 'host_not_found') return undefined
    throw error
  }
}

type DecodedFile = { why: string } | { why?: never; sha: string | null; text: string }

function decodeFile(body: JsonObject): DecodedFile {
  const [size, encoding, content] = [
    integerAt(body, 'size'),
    stringAt(body, 'encoding'),
    textAt(body, 'content')
  ]
  if (stringAt(body, 'type') !== 'file') return { why: 'It is not a file.' }
  if ((size ?? 0) > MOST_BYTES) return { why: `It is larger than ${MOST_BYTES} bytes.` }
  if (encoding !== 'base64' || content === null) return { why: 'The host did not send its content.' }
  const bytes = Buffer.from(content, 'base64')
  if (bytes.length > MOST_BYTES) return { why: `It is larger than ${MOST_BYTES} bytes.` }
  try {
    return { sha: stringAt(body, 'sha'), text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { why: 'It is not text in UTF-8.' }
  }
}

/** The host sends no more commits of a push. */
const MAX_PUSH_COMMITS = 2_048

/** Whether a push may have changed the file: any commit counts, also one that removes it. */
export function touchesConfig(push: JsonObject): boolean {
  const branch = stringAt(objectAt(push, 'repository'), 'default_branch')
  if (branch === null || stringAt(push, 'ref') !== `refs/heads/${branch}`) return false
  const commits = objectsAt(push, 'commits')
  // A force push may drop commits that the payload does not list.
  if (commits.length >= MAX_PUSH_COMMITS || flagAt(push, 'forced') === true) return true
  return commits.some(changesServiceFile)
}

/** A commit may change any number of files, and all of them count. */
export const changesServiceFile = (commit: JsonObject): boolean =>
  CHANGES.some((change) => {
    const paths = commit[change]
    return Array.isArray(paths) && SERVICE_FILES.some((path) => paths.includes(path))
  })

const CHANGES = ['added', 'modified', 'removed']
