// The files that a pull request changes.
import type { JsonObject } from '#schemas/common.js'
import type { HostClient } from '../api/client.js'
import { integerAt, isDefined, objectsIn, stringAt, textAt } from '../payload.js'
import { fetchItem, type RepositoryAccess } from './listings.js'

/** The host lists no more. */
const MOST_FILES = 3_000
const PER_PAGE = 100

/** A pull request at one of its heads. */
export interface PullHead {
  number: number
  headSha: string
}

/** A changed file as the host lists it. */
export interface ListedChange {
  path: string
  /** Its path before, if that was another. */
  previousPath: string | null
  status: 'added' | 'removed' | 'modified' | 'renamed'
  additions: number
  deletions: number
  /** The hunks of its diff; null for what is binary or too large. */
  patch: string | null
}

/** The changed files with their diffs, as far as the host lists them; undefined if they belong to another head. */
export async function changedTexts(
  client: HostClient,
  access: RepositoryAccess,
  head: PullHead
): Promise<{ files: ListedChange[]; isWhole: boolean } | undefined> {
  const files = await listedFiles(client, access, head.number)
  const listed = files.slice(0, MOST_FILES).map(listedChange).filter(isDefined)
  if (isWholeAtHead(head, files)) return { files: listed, isWhole: true }
  const pull = await fetchItem(client, 'pull_requests', access, head.number)
  if (pull?.headSha !== head.headSha || !files.every((file) => isAtHead(head, file))) return undefined
  return { files: listed, isWhole: pull.changedFiles === files.length }
}

function listedChange(file: JsonObject): ListedChange | undefined {
  const [path, previous, status] = [
    textAt(file, 'filename'),
    textAt(file, 'previous_filename'),
    stringAt(file, 'status')
  ]
  if (path === null) return undefined
  return {
    path,
    previousPath: previous === path ? null : previous,
    status: status === 'added' || status === 'removed' || status === 'renamed' ? status : 'modified',
    additions: integerAt(file, 'additions') ?? 0,
    deletions: integerAt(file, 'deletions') ?? 0,
    patch: textAt(file, 'patch')
  }
}

/**
 * All changed files, renamed ones under both names. Undefined if the list is incomplete or may belong to another head:
 * the host always lists the files of the current head.
 */
export async function changedFiles(
  client: HostClient,
  access: RepositoryAccess,
  head: PullHead
): Promise<string[] | undefined> {
  const files = await listedFiles(client, access, head.number)
  if (files.length > MOST_FILES) return undefined
  if (isWholeAtHead(head, files)) return namesOf(files)
  // Read afterwards, so that a push during the listing is noticed.
  const pull = await fetchItem(client, 'pull_requests', access, head.number)
  if (pull?.headSha !== head.headSha || pull.changedFiles !== files.length) return undefined
  if (!files.every((file) => isAtHead(head, file))) return undefined
  return namesOf(files)
}

/** One page shows one moment, and names the commit of it. */
const isWholeAtHead = ({ headSha }: PullHead, files: readonly JsonObject[]): boolean =>
  files.length < PER_PAGE && files.some((file) => refOf(file) === headSha && !isRemoved(file))

const namesOf = (files: readonly JsonObject[]): string[] => [...new Set(files.flatMap(fileNames))]

/** Ends with the page that goes beyond the most that the host lists. */
async function listedFiles(
  client: HostClient,
  access: RepositoryAccess,
  number: number
): Promise<JsonObject[]> {
  const { owner, name: repo, ...options } = access
  const request = {
    path: '/repos/{owner}/{repo}/pulls/{number}/files',
    parameters: { owner, repo, number, per_page: PER_PAGE }
  }
  const files: JsonObject[] = []
  for await (const { body } of client.pages(request, { ...options, fresh: true })) {
    files.push(...objectsIn(body))
    if (files.length > MOST_FILES) break
  }
  return files
}

const REF = /[?&]ref=([0-9a-f]{40,64})$/

/** The URL of a file names its commit. A removed file points to the commit before. */
function isAtHead({ headSha }: PullHead, file: JsonObject): boolean {
  const ref = refOf(file)
  return ref === undefined || ref === headSha || isRemoved(file)
}

const refOf = (file: JsonObject) => REF.exec(stringAt(file, 'contents_url') ?? '')?.[1]
const isRemoved = (file: JsonObject) => stringAt(file, 'status') === 'removed'

function fileNames(file: JsonObject): string[] {
  const names = [stringAt(file, 'filename'), stringAt(file, 'previous_filename')]
  return names.map((name) => name ?? undefined).filter(isDefined)
}
