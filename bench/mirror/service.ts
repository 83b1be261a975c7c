// The service on a made-up fleet, and what it is asked.
import { SERVICE } from '#paths.js'
import { type Contestant, NotPrepared, start } from '../contestant.js'

export const KEY = 'bench-key-0123456789'

/** Where the data is. Unless pages are kept, each request reads anew. */
export function startReads(data: NodeJS.ProcessEnv, keeps = false): Promise<Contestant> {
  return start(SERVICE, {
    API_KEY: KEY,
    SESSION_SECRET: 'a session secret for the bench alone',
    RATE_LIMIT_MAX: '1000000000',
    PAGE_MEMORY_MIB: keeps ? '16' : '0',
    ROLE: 'web',
    NODE_ENV: 'production',
    ...data
  })
}

export interface Answer {
  status: number
  body: string
}

export async function ask({ port }: Contestant, path: string): Promise<Answer> {
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${KEY}` }
  })
  return { status: reply.status, body: await reply.text() }
}

export function requestOf(path: string): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${KEY}\r\n\r\n`)
}

/** The path that reads a list from a page on, not by its number. */
export async function cursorPath(contestant: Contestant, path: string, page: number): Promise<string> {
  const { body } = await ask(contestant, `${path}&page=${page - 1}`)
  // The border to an answer of ours, which is a page of a list.
  const { meta } = JSON.parse(body) as { meta: { cursor: string | null } }
  if (meta.cursor === null) throw new NotPrepared(`${path} has no page ${page}: give a larger --scale.`)
  return `${path}&cursor=${meta.cursor}`
}
