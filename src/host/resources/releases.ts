// Releases from events, and whether a merge commit is part of a release.

import type { HostRelease } from '#domain/host/events.js'
import type { JsonObject } from '#schemas/common.js'
import type { HostClient } from '../api/client.js'
import { flagAt, momentAt, objectAt, stringAt } from '../payload.js'
import { fetchObject, type RepositoryAccess } from './listings.js'

/** The longest name of a tag. */
const LONGEST_TAG = 255

/** `released` includes prereleases that become full releases. */
const RELEASE_ACTIONS = ['published', 'released']

/** Undefined unless the event publishes a release: drafts and prereleases do not count. */
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
  /** The commit that it left on the base branch. */
  sha: string
}

/** The merge of a pull request; undefined if it was not merged. */
export async function fetchPullMerge(
  client: HostClient,
  access: RepositoryAccess,
  number: number
): Promise<PullMerge | undefined> {
  const { owner, name: repo } = access
  const request = { path: '/repos/{owner}/{repo}/pulls/{number}', parameters: { owner, repo, number } }
  return fetchObject(client, request, access, (pull) => {
    const [at, sha] = [momentAt(pull, 'merged_at'), stringAt(pull, 'merge_commit_sha')]
    return at && sha !== null ? { at, sha } : undefined
  })
}

/** Whether a commit is an ancestor of a tag; false if the host cannot compare them. */
export async function isInTag(
  client: HostClient,
  access: RepositoryAccess,
  { tag, sha }: { tag: string; sha: string }
): Promise<boolean> {
  const { owner, name: repo } = access
  const path = '/repos/{owner}/{repo}/compare/{basehead}'
  // Page 2 leaves out the list of changed files, which the host sends only on page 1.
  const parameters = { owner, repo, basehead: `${sha}...${tag}`, per_page: 1, page: 2 }
  const status = await fetchObject(
    client,
    { path, parameters },
    access,
    (compared) => stringAt(compared, 'status') ?? undefined
  )
  return status === 'ahead' || status === 'identical'
}
