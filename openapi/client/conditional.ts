// Remembers replies of reads by their ETag: what has not changed is not sent again.
import type { Send } from './retry.js'

/** How much is remembered of what was read last; the rest is read anew. */
const MOST_REPLIES = 100
const MOST_BYTES = 16 * 1024 * 1024

interface Remembered {
  etag: string
  body: ArrayBuffer
  headers: Headers
}

export function rememberReplies(send: Send): Send {
  const replies = new Replies()
  return async (request) => {
    if (request.method !== 'GET' || request.headers.has('if-none-match')) return send(request)
    const key = keyOf(request)
    const known = replies.get(key)
    if (known === undefined) return remembered(replies, key, await send(request))
    const response = await send(asking(request, known))
    if (response.status !== 304) return remembered(replies, key, response)
    return new Response(known.body.slice(0), { headers: known.headers })
  }
}

async function remembered(replies: Replies, key: string, response: Response): Promise<Response> {
  const { status, headers } = response
  const etag = headers.get('etag')
  if (status !== 200 || etag === null) return response
  const body = await bodyOf(response.clone())
  if (body !== undefined) replies.keep(key, { etag, body, headers })
  return response
}

/** Undefined if it is too large to be remembered: the rest of it is not waited for. */
async function bodyOf({ body }: Response): Promise<ArrayBuffer | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const reader = body?.getReader()
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    bytes += read.value.byteLength
    if (bytes > MOST_BYTES) {
      // Ends when the caller has read the other half, and fails as that does.
      reader?.cancel().catch(() => {})
      return undefined
    }
    chunks.push(read.value)
  }
  return new Blob(chunks).arrayBuffer()
}

class Replies {
  readonly #byKey = new Map<string, Remembered>()
  #bytes = 0

  get(key: string): Remembered | undefined {
    return this.#byKey.get(key)
  }

  keep(key: string, reply: Remembered): void {
    // Anew, so that it is the last to be forgotten.
    this.#forget(key)
    this.#byKey.set(key, reply)
    this.#bytes += reply.body.byteLength
    for (const oldest of this.#byKey.keys())
      if (this.#byKey.size > MOST_REPLIES || this.#bytes > MOST_BYTES) this.#forget(oldest)
  }

  #forget(key: string): void {
    this.#bytes -= this.#byKey.get(key)?.body.byteLength ?? 0
    this.#byKey.delete(key)
  }
}

/** Nobody gets what another caller was shown. */
const keyOf = ({ url, headers }: Request) =>
  JSON.stringify([url, headers.get('authorization'), headers.get('cookie'), headers.get('accept')])

function asking(request: Request, { etag }: Remembered): Request {
  const headers = new Headers(request.headers)
  headers.set('if-none-match', etag)
  return new Request(request, { headers })
}
