// Comments: each carries a mark that only the service looks for.
import { createHash } from 'node:crypto'
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import type { JsonObject } from '#schemas/common.js'
import { idAt, textAt } from '../events/payload.js'
import { absent, type Effect, isDone, marked, markOf, type Order, onlyOne } from './effect.js'
import type { Hands } from './repository-client.js'

const COMMENTS = '/issues/{number}/comments'
const COMMENT = '/issues/comments/{id}'
/** By so much the clock of the host may be behind ours. */
const CLOCKS_DIFFER_MS = 3_600_000

async function ours(hands: Hands, { number, marker, since }: Order<unknown>): Promise<JsonObject[]> {
  const found: JsonObject[] = []
  const from = new Date(since.getTime() - CLOCKS_DIFFER_MS).toISOString()
  for await (const comment of hands.list(COMMENTS, { number, since: from }))
    if (textAt(comment, 'body')?.includes(markOf(marker))) found.push(comment)
  return found
}

const linkOf = (object: JsonObject): JsonObject => ({ url: textAt(object, 'html_url') })

/** Hidden beside the mark of a comment that is edited in place: which of its texts it shows. */
const textMarkOf = (body: string): string =>
  `<!-- service-text:${createHash('sha256').update(body).digest('hex').slice(0, 16)} -->`

type Words = Pick<ArgumentsOf<'add-comment'>, 'body' | 'in_place'>

const textOf = ({ marker, arguments: { body, in_place } }: Order<Words>): string =>
  in_place ? `${marked(body, marker)}\n${textMarkOf(body)}` : marked(body, marker)

/** One that is edited in place is done when it shows this very text. */
function shows(comment: JsonObject, { arguments: { body, in_place } }: Order<Words>): boolean {
  return in_place !== true || textAt(comment, 'body')?.includes(textMarkOf(body)) === true
}

export const addComment: Effect<Words> = {
  found: async (hands, order) =>
    onlyOne(await ours(hands, order), (comment) =>
      shows(comment, order) ? isDone(linkOf(comment), idAt(comment, 'id')) : absent
    ),
  async perform(hands, order) {
    const body = { body: textOf(order) }
    const [known] = order.arguments.in_place ? await ours(hands, order) : []
    const id = known ? idAt(known, 'id') : null
    const comment =
      id === null
        ? await hands.write('POST', COMMENTS, { at: { number: order.number }, body })
        : await hands.write('PATCH', COMMENT, { at: { id }, body })
    return { hostId: idAt(comment, 'id'), evidence: linkOf(comment) }
  }
}

const OF_COMMIT = '/commits/{sha}/comments'

const COMMENT_OF_COMMIT = '/comments/{id}'

type OnCommit = ArgumentsOf<'comment-commit'>

/** The host lists the comments of a commit whole; there is nothing to begin from. */
async function oursOfCommit(hands: Hands, { marker, arguments: { sha } }: Order<OnCommit>) {
  const found: JsonObject[] = []
  for await (const comment of hands.list(OF_COMMIT, { sha }))
    if (textAt(comment, 'body')?.includes(markOf(marker))) found.push(comment)
  return found
}

export const commentCommit: Effect<OnCommit> = {
  async found(hands, order) {
    const own = await oursOfCommit(hands, order)
    return onlyOne(own, (comment) =>
      shows(comment, order) ? isDone(linkOf(comment), idAt(comment, 'id')) : absent
    )
  },
  async perform(hands, order) {
    const body = { body: textOf(order) }
    const [known] = order.arguments.in_place ? await oursOfCommit(hands, order) : []
    const id = known ? idAt(known, 'id') : null
    const comment =
      id === null
        ? await hands.write('POST', OF_COMMIT, { at: { sha: order.arguments.sha }, body })
        : await hands.write('PATCH', COMMENT_OF_COMMIT, { at: { id }, body })
    return { hostId: idAt(comment, 'id'), evidence: linkOf(comment) }
  }
}
