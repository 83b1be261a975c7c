// Releases in the host's words: what an event tells of one, and whether what was merged is part of it.

import type { HostRelease } from '#domain/host/events.js'
import type { JsonObject } from '#schemas/common.js'
import type { HostClient } from '../api/client.js'
import { flagAt, momentAt, objectAt, stringAt } from '../events/payload.js'
import { fetchObject, type RepositoryAccess } from './listings.js'

/** As a name of a tag can be. */
const LONGEST_TAG = 255

/** `released`: also one that was a prerelease before, and is said to be ready now. */
const RELEASE_ACTIONS = ['published', 'released']

/** Nothing where the event does not say that a release is out: drafts and prereleases are none yet. */
export function releaseOf(payload: JsonObject): HostRelease | undefined {
  const release = objectAt(payload, 'release')
  const [tag, publishedAt] = [stringAt(release, 'tag_name'), momentAt(release, 'published_at')]
  if (!RELEASE_ACTIONS.includes(stringAt(payload, 'action') ?? '') || tag === null || !publishedAt)
    return undefined
  if (flagAt(release, 'draft') !== false || flagAt(release, 'prerelease') !== false) return undefined
  return tag === '' || tag.length > LONGEST_TAG ? undefined : { tag, publishedAt }
}

export interface PullMerge {
  at: Date
  /** The commit by which it came to its base. */
  sha: string
}

/** How a pull request was merged; nothing where it was not. */
export async function fetchPullMerge(
  client: HostClient,
  place: RepositoryAccess,
  number: number
): Promise<PullMerge | undefined> {
  const { owner, name: repo } = place
  const request = { path: '/repos/{owner}/{repo}/pulls/{number}', parameters: { owner, repo, number } }
  return fetchObject(client, request, place, (pull) => {
    const [at, sha] = [momentAt(pull, 'merged_at'), stringAt(pull, 'merge_commit_sha')]
    return at && sha !== null ? { at, sha } : undefined
  })
}

/** Whether the history of a tag holds a commit; what the host does not show is not taken for so. */
export async function isInTag(
  client: HostClient,
  place: RepositoryAccess,
  { tag, sha }: { tag: string; sha: string }
): Promise<boolean> {
  const { owner, name: repo } = place
  const path = '/repos/{owner}/{repo}/compare/{basehead}'
  // The first page would list all files that differ.
  const parameters = { owner, repo, basehead: `${sha}...${tag}`, per_page: 1, page: 2 }
  const status = await fetchObject(
    client,
    { path, parameters },
    place,
    (compared) => stringAt(compared, 'status') ?? undefined
  )
  return status === 'ahead' || status === 'identical'
}
