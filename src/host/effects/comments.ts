// Comments: each carries a mark that only the service looks for.
import type { ArgumentsOf } from '../../../schemas/action-arguments.js'
import type { JsonObject } from '../../../schemas/common.js'
import { idAt, textAt } from '../payload.js'
import { type Effect, isDone, marked, markOf, type Order, onlyOne } from './effect.js'
import type { Hands } from './hands.js'

const COMMENTS = '/issues/{number}/comments'
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

export const addComment: Effect<ArgumentsOf<'add-comment'>> = {
  found: async (hands, order) =>
    onlyOne(await ours(hands, order), (comment) => isDone(linkOf(comment), idAt(comment, 'id'))),
  async perform(hands, { number, marker, arguments: { body } }) {
    const comment = await hands.write('POST', COMMENTS, {
      at: { number },
      body: { body: marked(body, marker) }
    })
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
