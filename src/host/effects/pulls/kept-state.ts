// What the host shows of a pull request that is kept current: the open one, and whose commit its branch points to.
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import type { JsonObject } from '#schemas/common.js'
import { objectAt, ordinalAt, stringAt, textAt } from '../../payload.js'
import { branchHead } from '../branches.js'
import { type BlockedState, blocked, type TypedEffectOrder, textMark } from '../effect.js'
import type { RepositoryClient } from '../repository-client.js'
import { authorOf, isMarked, pullsOf } from './patches.js'

export type KeptOrder = TypedEffectOrder<ArgumentsOf<'keep-patch-pr'>>

interface KeptTip {
  sha: string
  /** Made by the service with the marker of this effect, and by nobody after it. */
  isOwn: boolean
  /** It holds what is wanted now. */
  isCurrent: boolean
}

interface KeptState {
  /** The pull request of the service that is open. */
  open: JsonObject | undefined
  tip: KeptTip | undefined
  /** Why nothing may be written. */
  obstacle: BlockedState | undefined
}

/** Whether there is to be a pull request at all. */
export const isWanted = ({ arguments: { files } }: KeptOrder): boolean => files.length > 0

/** Over everything but the commit that it builds on: a moved base alone changes nothing. */
export function markOf({ arguments: { title, body, message, files } }: KeptOrder): string {
  const contents = files.map(({ path, content, mode = '100644' }) => [path, content, mode])
  return textMark(JSON.stringify([title, body, message, contents]))
}

const shows = (text: string | null, order: KeptOrder): boolean => text?.includes(markOf(order)) === true

/** Whether it shows the text that is wanted now. */
export const isShown = (pull: JsonObject, order: KeptOrder): boolean => shows(textAt(pull, 'body'), order)

export const isOpenPull = (pull: JsonObject): boolean => stringAt(pull, 'state') === 'open'

/** A person who amends the commit of the service leaves its message, but commits it anew. */
export async function readTip(repository: RepositoryClient, order: KeptOrder): Promise<KeptTip | undefined> {
  const sha = await branchHead(repository, order.arguments.branch)
  if (sha === undefined) return undefined
  const commit = await repository.read('/git/commits/{sha}', { sha })
  const message = textAt(commit, 'message')
  const isByUs = stringAt(objectAt(commit, 'committer'), 'email') === authorOf(order).email
  const isOwn = isByUs && isMarked(message, order)
  return { sha, isOwn, isCurrent: isOwn && shows(message, order) }
}

export async function readKeptPull(repository: RepositoryClient, order: KeptOrder): Promise<KeptState> {
  const pulls = await pullsOf(repository, order)
  const tip = await readTip(repository, order)
  const own = pulls.filter((pull) => isMarked(textAt(pull, 'body'), order) && isOpenPull(pull))
  return { open: own[0], tip, obstacle: obstacleOf(order, { pulls, own, tip }) }
}

interface Sight {
  /** All of the branch, closed ones included. */
  pulls: readonly JsonObject[]
  /** The open ones with the marker. */
  own: readonly JsonObject[]
  tip: KeptTip | undefined
}

function obstacleOf(order: KeptOrder, { pulls, own, tip }: Sight): BlockedState | undefined {
  if (own.length > 1)
    return blocked('marker_ambiguous', 'one open pull request', `${own.length} with its marker`)
  if (tip?.isOwn === false) {
    // Nothing of the service is left that could be closed or deleted.
    if (!isWanted(order) && own.length === 0) return undefined
    return pushedByOthers(order, tip, pulls)
  }
  const other = own.length === 0 ? pulls.find(isOpenPull) : undefined
  return (
    other && blocked('marker_ambiguous', 'an open pull request with the marker, or none', numbered(other))
  )
}

function pushedByOthers(order: KeptOrder, { sha }: KeptTip, pulls: readonly JsonObject[]): BlockedState {
  const { branch } = order.arguments
  const isKnown = pulls.some((pull) => isMarked(textAt(pull, 'body'), order))
  const actual = `${sha} by somebody else`
  return isKnown
    ? blocked('target_drifted', `a commit of the service at the tip of ${branch}`, actual)
    : blocked('marker_ambiguous', `no branch ${branch}, or one with the commit of this action`, actual)
}

const numbered = (pull: JsonObject): string => `#${ordinalAt(pull, 'number')} without it`
