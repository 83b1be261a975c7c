// Comments: each carries a mark that only the service looks for.
import { createHash } from 'node:crypto'
import type { ArgumentsOf } from '../../../schemas/action-arguments.js'
import type { JsonObject } from '../../../schemas/common.js'
import { idAt, textAt } from '../payload.js'
import { absent, type Effect, isDone, marked, markOf, type Order, onlyOne } from './effect.js'
import type { Hands } from './hands.js'

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

type Words = ArgumentsOf<'add-comment'>

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

/** The host lists the comments of a commit whole; there is nothing to begin from. */
export const commentCommit: Effect<ArgumentsOf<'comment-commit'>> = {
  async found(hands, { marker, arguments: { sha } }) {
    const own: JsonObject[] = []
    for await (const comment of hands.list(OF_COMMIT, { sha }))
      if (textAt(comment, 'body')?.includes(markOf(marker))) own.push(comment)
    return onlyOne(own, (comment) => isDone(linkOf(comment), idAt(comment, 'id')))
  },
  async perform(hands, { marker, arguments: { sha, body } }) {
    const comment = await hands.write('POST', OF_COMMIT, {
      at: { sha },
      body: { body: marked(body, marker) }
    })
    return { hostId: idAt(comment, 'id'), evidence: linkOf(comment) }
  }
}
