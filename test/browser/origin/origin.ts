// Where a browser finds a service: an address of its own, at which a test may answer in place of the API.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { type Amount, sampleReply } from './samples.js'

/** What the API answers: made-up replies, an error, or nothing because the network is gone. */
export type ApiMode = Amount | 'failing' | 'unauthorized' | 'offline'

/** Names the director of the page that asks. */
const DIRECTOR = 'directed-by'

export interface Director {
  mode: ApiMode
  /** The cookie with which its page asks. */
  cookie: { name: string; value: string; url: string }
}

export interface ServedOrigin {
  origin: string
  /** Somebody who decides what the API answers to some pages. */
  direct(first: ApiMode): Director
  close(): Promise<void>
}

/** The application itself does not listen, so it can serve another test afterwards. */
export async function serveOrigin(
  app: FastifyInstance,
  onRequest: (request: IncomingMessage, reply: ServerResponse) => void = () => {}
): Promise<ServedOrigin> {
  const directors: Director[] = []
  const server = createServer((request, reply) => {
    onRequest(request, reply)
    const { pathname } = new URL(request.url ?? '/', 'http://service.test')
    const director = directorOf(request, directors)
    if (director && /^\/(api\/|health)/.test(pathname)) answer(reply, pathname, director.mode)
    else app.routing(request, reply)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // Cast: it listens at a port, not at a path.
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    direct(mode) {
      const cookie = { name: DIRECTOR, value: `${directors.length}`, url: origin }
      const director = { mode, cookie }
      directors.push(director)
      return director
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      })
  }
}

function directorOf({ headers }: IncomingMessage, directors: readonly Director[]): Director | undefined {
  const [, number] = new RegExp(`${DIRECTOR}=(\\d+)`).exec(headers.cookie ?? '') ?? []
  return number === undefined ? undefined : directors[Number(number)]
}

/** A stream that tells nothing more; the browser would open it again much later. */
const SILENT_STREAM = 'retry: 3600000\nid: 1\nevent: changed\ndata: {"topics":[]}\n\n'

function answer(reply: ServerResponse, pathname: string, mode: ApiMode): void {
  if (mode === 'offline') reply.destroy()
  else if (mode === 'failing') sendJson(reply, 500, errorOf(500))
  else if (pathname === '/api/auth/check') sendJson(reply, 200, { authenticated: mode !== 'unauthorized' })
  else if (mode === 'unauthorized') sendJson(reply, 401, errorOf(401))
  else if (pathname === '/api/stream') send(reply, 200, { type: 'text/event-stream', body: SILENT_STREAM })
  else sendJson(reply, 200, sampleReply(pathname, mode) ?? {})
}

const sendJson = (reply: ServerResponse, status: number, body: unknown) =>
  send(reply, status, { type: 'application/json', body: JSON.stringify(body) })

function send(reply: ServerResponse, status: number, { type, body }: { type: string; body: string }): void {
  reply.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
}

function errorOf(status: number) {
  return { error: 'Error', message: 'The test answers an error.', status }
}
