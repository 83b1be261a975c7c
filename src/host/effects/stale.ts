// Notices on stale issues and pull requests: a comment and a label, and for the last one the closing. The comment is
// recognised by its marker, the rest by the state of the item.
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import type { JsonObject } from '#schemas/common.js'
import { namesAt, objectAt, stringAt } from '../payload.js'
import { addComment } from './comments.js'
import {
  alreadyDone,
  blocked,
  type EffectHandler,
  type EffectState,
  notDone,
  type TypedEffectOrder
} from './effect.js'
import { attachLabel, isSameLabel } from './labels.js'
import type { RepositoryClient } from './repository-client.js'
import { closedEvidence, PULL_PATH, targetGone } from './states.js'

type Order = TypedEffectOrder<ArgumentsOf<'warn-stale'>>

const ISSUE = '/issues/{number}'

/** Pull requests are issues as well, with the same comments and labels. */
const itemOf = (repository: RepositoryClient, { number }: Order) => repository.read(ISSUE, { number })

const isClosed = (item: JsonObject) => stringAt(item, 'state') === 'closed'

const hasLabel = (item: JsonObject, { arguments: { label } }: Order) =>
  namesAt(item, 'labels', 'name').some((name) => isSameLabel(name, label))

const closedBySomebody = blocked('target_drifted', 'open', 'closed already')

/** The comment, as it was posted; undefined if it was not. */
async function postedComment(repository: RepositoryClient, order: Order): Promise<EffectState> {
  return addComment.find(repository, { ...order, arguments: { body: order.arguments.body } })
}

/** Posts what is missing: an earlier attempt may have got halfway. */
async function postNotice(repository: RepositoryClient, order: Order): Promise<JsonObject> {
  const known = await postedComment(repository, order)
  const { body, label } = order.arguments
  const posted =
    known.is === 'done' ? known.done : await addComment.perform(repository, { ...order, arguments: { body } })
  const item = await itemOf(repository, order)
  if (item && !hasLabel(item, order)) await attachLabel(repository, order.number, label)
  return { ...posted.evidence, label }
}

export const warnStale: EffectHandler<ArgumentsOf<'warn-stale'>> = {
  async find(repository, order) {
    const item = await itemOf(repository, order)
    if (!item) return targetGone
    const comment = await postedComment(repository, order)
    if (comment.is === 'blocked') return comment
    if (comment.is === 'done' && hasLabel(item, order)) return comment
    return isClosed(item) ? closedBySomebody : notDone
  },
  perform: async (repository, order) => ({
    hostId: null,
    evidence: await postNotice(repository, order)
  })
}

export const closeStale: EffectHandler<ArgumentsOf<'close-stale'>> = {
  async find(repository, order) {
    const item = await itemOf(repository, order)
    if (!item) return targetGone
    const comment = await postedComment(repository, order)
    if (comment.is === 'blocked') return comment
    if (!isClosed(item)) return notDone
    // Without the comment, somebody else has closed it.
    return comment.is === 'done' ? alreadyDone(closedEvidence(item)) : closedBySomebody
  },
  async perform(repository, order) {
    const notice = await postNotice(repository, order)
    const { number } = order
    const item = await itemOf(repository, order)
    const [path, body] =
      objectAt(item, 'pull_request') === undefined
        ? [ISSUE, { state: 'closed', state_reason: 'not_planned' }]
        : [PULL_PATH, { state: 'closed' }]
    const closed = await repository.write('PATCH', path, { at: { number }, body })
    return { hostId: null, evidence: { ...notice, ...closedEvidence(closed) } }
  }
}
