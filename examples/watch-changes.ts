// Says what changes, as it changes, and what is in progress then. Ends after COUNT changes, or never.
// SERVICE_URL=https://… SERVICE_KEY=… node watch-changes.js
import { setTimeout as pause } from 'node:timers/promises'
import { createClient, RequestFailed, unwrap } from 'repository-automation-service-client'
import { settings } from './settings.js'

const { baseUrl, headers, write, count } = settings()
// Most replies will be the same as before, so only what has changed is sent.
const client = createClient({ baseUrl, headers, conditional: true })

const SHORTEST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

let seen = 0
let lastId: string | undefined
let pauseMs = SHORTEST_PAUSE_MS

// A stream ends after some minutes, and breaks with the network or a restart: the next one begins where it was.
while (seen < count) {
  try {
    await follow(
      unwrap(await client.GET('/api/stream', { parseAs: 'stream', params: { query: fromLast() } }))
    )
  } catch (error) {
    // What the service refuses for good, such as a wrong key, is refused the next time as well.
    if (error instanceof RequestFailed && error.status < 500 && error.status !== 429) throw error
    process.stderr.write(`${error}. Trying again in ${pauseMs / 1000} s.\n`)
  }
  if (seen < count) await pause(pauseMs)
  pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
}

function fromLast() {
  return lastId === undefined ? {} : { last_event_id: lastId }
}

async function follow(stream: ReadableStream<Uint8Array> | null): Promise<void> {
  let text = ''
  const decoder = new TextDecoder()
  const reader = stream?.getReader()
  while (reader && seen < count) {
    const { value, done } = await reader.read()
    if (done) return
    text += decoder.decode(value, { stream: true })
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    // Several may arrive at once, and more than were asked for.
    for (const event of events) if (seen < count) await tell(event)
  }
  await reader?.cancel()
}

async function tell(event: string): Promise<void> {
  const data = /^data: ?(.*)$/m.exec(event)?.[1]
  if (data !== undefined) {
    const { data: progress } = await client.GET('/api/progress')
    write(`${data} ${JSON.stringify(progress)}`)
    seen += 1
    pauseMs = SHORTEST_PAUSE_MS
  }
  // Last: what could not be told is asked for again.
  lastId = /^id: ?(.*)$/m.exec(event)?.[1] ?? lastId
}
