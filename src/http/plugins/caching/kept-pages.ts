// Between two commits the same page is the same answer: a page that was sent is kept until something that it shows is
// written, and until then it is answered without being read again.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#deps.js'
import type { KeptPage } from '#runtime/page-memory.js'
import { type NotedTopic, tablesOf } from '#store/operation/changes.js'
import type { App } from '../../reply.js'
import { calledAt } from '../called-at.js'
import { bodyOf, etagOf, isWhole } from './conditional.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The reply shows these alone, whoever asks and whenever. */
    keptUntil?: readonly NotedTopic[]
    /** With one of these parameters it depends on the time as well, and is not kept. */
    notKeptWith?: readonly string[]
  }
  interface FastifyRequest {
    /** Where its reply is kept; null if it is not. */
    keptAs: KeptAs | null
  }
}

interface KeptAs {
  address: string
  revision: number
}

export function keepPages(scope: App, deps: Deps): void {
  scope.decorateRequest('keptAs', null)
  scope.addHook('onRoute', (route) => {
    const { keptUntil, notKeptWith = [] } = route.config ?? {}
    if (keptUntil === undefined) return
    if (route.preValidation) throw new Error(`${route.url} has a hook where its kept pages are answered`)
    const tables = tablesOf(keptUntil)
    route.preValidation = (request: FastifyRequest, reply: FastifyReply) =>
      isKept(request, notKeptWith) ? answerFromMemory(deps, tables, { request, reply }) : Promise.resolve()
  })
  scope.addHook('onSend', (request, reply, payload, done) => {
    const { keptAs } = request
    if (!keptAs || reply.statusCode !== 200 || !isWhole(payload)) return done(null, payload)
    const body = bodyOf(payload)
    const etag = etagOf(body)
    const link = reply.getHeader('link')
    deps.pageMemory?.keep(keptAs.address, {
      body,
      etag,
      type: String(reply.getHeader('content-type')),
      link: link === undefined ? undefined : String(link),
      revision: keptAs.revision
    })
    reply.header('etag', etag)
    done(null, body)
  })
}

function isKept({ query }: FastifyRequest, notKeptWith: readonly string[]): boolean {
  const given = Object(query)
  return !notKeptWith.some((name) => name in given)
}

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

/** What is not kept is read after its number was taken, so that it is at least as new. */
async function answerFromMemory(
  { pageMemory, revisions }: Deps,
  tables: readonly string[],
  { request, reply }: Exchange
): Promise<FastifyReply | undefined> {
  if (!pageMemory) return undefined
  const address = `${calledAt(request)} ${request.url}`
  const page = pageMemory.find(address)
  if (page) await revisions.refresh()
  const revision = revisions.of(tables) ?? (await firstOf(revisions, tables))
  if (page && page.revision === revision) return sendKept(reply, page)
  if (revision !== undefined) request.keptAs = { address, revision }
  return undefined
}

async function firstOf(revisions: Deps['revisions'], tables: readonly string[]): Promise<number | undefined> {
  await revisions.refresh()
  return revisions.of(tables)
}

function sendKept(reply: FastifyReply, { body, type, etag, link }: KeptPage): FastifyReply {
  reply.type(type).header('etag', etag)
  if (link !== undefined) reply.header('link', link)
  return reply.send(body)
}
