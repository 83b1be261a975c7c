// Reads a stream of server-sent events over a socket, as a browser does.
import type { Test } from 'tap'

export interface HeardEvent {
  name: string
  id: string
  data: { topics: string[] }
}

export interface HeardStream {
  status: number
  headers: Headers
  events: HeardEvent[]
  /** How many comments have come. */
  beats: number
  /** Whether the service has ended it in order, or `cut`. */
  end: 'ended' | 'cut' | undefined
  /** All that has come. */
  text: string
  close(): void
}

export interface StreamRequest {
  address: string
  headers: Record<string, string>
  query?: string
}

/** Waits for the head of the reply; what comes after it is heard meanwhile. */
export async function hearStream(
  t: Test,
  { address, headers, query = '' }: StreamRequest
): Promise<HeardStream> {
  const leaving = new AbortController()
  t.teardown(() => leaving.abort())
  const response = await fetch(`${address}/api/stream${query}`, { headers, signal: leaving.signal })
  const heard: HeardStream = {
    status: response.status,
    headers: response.headers,
    events: [],
    beats: 0,
    end: undefined,
    text: '',
    close: () => leaving.abort()
  }
  void listenTo(response, heard).then(
    () => {
      heard.end = 'ended'
    },
    () => {
      heard.end = 'cut'
    }
  )
  return heard
}

async function listenTo({ body }: Response, heard: HeardStream): Promise<void> {
  let rest = ''
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    heard.text += chunk
    const blocks = (rest + chunk).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) hearBlock(block, heard)
  }
}

function hearBlock(block: string, heard: HeardStream): void {
  const lines = block.split('\n')
  if (lines.some((line) => line.startsWith(':'))) heard.beats += 1
  const fields = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()])
  )
  const data = fields.get('data')
  if (data === undefined) return
  heard.events.push({
    name: fields.get('event') ?? 'message',
    id: fields.get('id') ?? '',
    data: JSON.parse(data)
  })
}

/** All topics that a stream has named. */
export const topicsIn = ({ events }: HeardStream): Set<string> =>
  new Set(events.flatMap(({ data }) => data.topics))
