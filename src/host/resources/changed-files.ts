// The files that a pull request changes.
import type { JsonObject } from '#schemas/common.js'
import type { HostClient } from '../api/client.js'
import { isDefined, objectsIn, stringAt } from '../events/payload.js'
import { fetchItem, type RepositoryAccess } from './listings.js'

/** So many the host tells at most. */
const MOST_FILES = 3_000
const PER_PAGE = 100

/** A pull request at one of its heads. */
export interface PullHead {
  number: number
  headSha: string
}

/**
 * All files that it changes, a renamed one under both names. Nothing where not all of them can be told, or where they
 * may be those of another head: the host lists them for whichever head there is.
 */
export async function changedFiles(
  client: HostClient,
  place: RepositoryAccess,
  head: PullHead
): Promise<string[] | undefined> {
  const files = await listedFiles(client, place, head.number)
  // Asked for afterwards, so that a head that came meanwhile is seen.
  const pull = await fetchItem(client, 'pull_requests', place, head.number)
  if (pull?.headSha !== head.headSha || pull.changedFiles !== files?.length) return undefined
  if (!files.every((file) => isAtHead(head, file))) return undefined
  return [...new Set(files.flatMap(fileNames))]
}

async function listedFiles(
  client: HostClient,
  place: RepositoryAccess,
  number: number
): Promise<JsonObject[] | undefined> {
  const { owner, name: repo, ...options } = place
  const request = {
    path: '/repos/{owner}/{repo}/pulls/{number}/files',
    parameters: { owner, repo, number, per_page: PER_PAGE }
  }
  const files: JsonObject[] = []
  for await (const { body } of client.pages(request, { ...options, fresh: true })) {
    files.push(...objectsIn(body))
    if (files.length > MOST_FILES) return undefined
  }
  return files
}

const REF = /[?&]ref=([0-9a-f]{40,64})$/

/** Each says by its address of which commit it is; one that is gone belongs to the commit before. */
function isAtHead({ headSha }: PullHead, file: JsonObject): boolean {
  const ref = REF.exec(stringAt(file, 'contents_url') ?? '')?.[1]
  return ref === undefined || ref === headSha || stringAt(file, 'status') === 'removed'
}

function fileNames(file: JsonObject): string[] {
  const names = [stringAt(file, 'filename'), stringAt(file, 'previous_filename')]
  return names.map((name) => name ?? undefined).filter(isDefined)
}
