// Queries without parameters are the most frequent ones, so their results are memoized.
import type { Deps } from '#deps.js'
import { textOf } from '#domain/json/text.js'
import { memoized } from '#runtime/memo.js'
import { sendJsonText } from './reply.js'

interface Reply {
  type(type: string): unknown
}

/** What answers a query, from memory if it names nothing. */
export function usualReply<Query extends object, Body>(
  deps: Pick<Deps, 'commits' | 'now'>,
  answer: (query: Partial<Query>) => Promise<Body>
): (request: { query: Partial<Query> }, reply: Reply) => Promise<Body> {
  const usual = memoized(deps, async () => textOf(await answer({})))
  return async ({ query }, reply) =>
    Object.values(query).every((value) => value === undefined)
      ? sendJsonText(reply, await usual())
      : answer(query)
}
