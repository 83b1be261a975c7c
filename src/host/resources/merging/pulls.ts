// A pull request as it is now, with its reviews, for the decision whether to merge it.
import type { HostReview } from '#domain/host/merging.js'
import type { JsonObject } from '#schemas/common.js'
import type { HostClient } from '../../api/client.js'
import {
  flagAt,
  idAt,
  isDefined,
  momentAt,
  namesAt,
  objectAt,
  objectsIn,
  ordinalAt,
  stringAt
} from '../../payload.js'
import { fetchObject, type RepositoryAccess, requestOf } from '../listings.js'

const PER_PAGE = 100

export interface LivePull {
  number: number
  title: string
  author: string | null
  state: 'open' | 'closed' | 'merged'
  draft: boolean
  headSha: string
  headBranch: string
  baseBranch: string
  /** Whether its branch is one of the repository itself. */
  isOwnBranch: boolean
  /** Null while the host does not know yet. */
  mergeable: boolean | null
  labels: string[]
  mergeSha: string | null
}

/** Undefined if the host has no such pull request. */
export function livePull(
  client: HostClient,
  access: RepositoryAccess,
  number: number
): Promise<LivePull | undefined> {
  return fetchObject(client, requestOf(access, '/pulls/{number}', { number }), access, livePullOf)
}

function livePullOf(pull: JsonObject): LivePull | undefined {
  const [head, base] = [objectAt(pull, 'head'), objectAt(pull, 'base')]
  const [number, headSha] = [ordinalAt(pull, 'number'), stringAt(head, 'sha')]
  if (number === null || headSha === null) return undefined
  const headRepo = idAt(objectAt(head, 'repo'), 'id')
  const state = stateIn(pull)
  return {
    number,
    title: stringAt(pull, 'title') ?? '',
    author: stringAt(objectAt(pull, 'user'), 'login'),
    state,
    draft: flagAt(pull, 'draft') === true,
    headSha,
    headBranch: stringAt(head, 'ref') ?? '',
    baseBranch: stringAt(base, 'ref') ?? '',
    isOwnBranch: headRepo !== null && headRepo === idAt(objectAt(base, 'repo'), 'id'),
    mergeable: flagAt(pull, 'mergeable'),
    labels: namesAt(pull, 'labels', 'name'),
    mergeSha: state === 'merged' ? stringAt(pull, 'merge_commit_sha') : null
  }
}

function stateIn(pull: JsonObject): LivePull['state'] {
  if (flagAt(pull, 'merged') === true || momentAt(pull, 'merged_at') !== null) return 'merged'
  return stringAt(pull, 'state') === 'open' ? 'open' : 'closed'
}

/** All decisive reviews, oldest first. */
export async function pullReviews(
  client: HostClient,
  access: RepositoryAccess,
  number: number
): Promise<HostReview[]> {
  const request = requestOf(access, '/pulls/{number}/reviews', { number, per_page: PER_PAGE })
  const reviews: HostReview[] = []
  for await (const { body } of client.pages(request, { ...access, fresh: true }))
    reviews.push(...objectsIn(body).map(reviewOf).filter(isDefined))
  return reviews
}

const DECISIVE: Readonly<Record<string, HostReview['state']>> = {
  APPROVED: 'approved',
  CHANGES_REQUESTED: 'changes_requested',
  DISMISSED: 'dismissed'
}

function reviewOf(review: JsonObject): HostReview | undefined {
  const state = DECISIVE[stringAt(review, 'state') ?? '']
  const [author, at] = [stringAt(objectAt(review, 'user'), 'login'), momentAt(review, 'submitted_at')]
  if (state === undefined || author === null || at === null) return undefined
  return { author, state, sha: stringAt(review, 'commit_id'), at }
}
