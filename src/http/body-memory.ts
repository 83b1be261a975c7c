// The memory that bodies share while they arrive. Where it is full, whoever is slow gives way to whoever comes.

export interface IncomingBody {
  readonly client: string
  readonly since: number
  bytes: number
  /** Ends the reading of it; nothing once it has arrived whole. */
  evict: (() => void) | undefined
}

interface BodyMemory {
  open(client: string): IncomingBody
  /** Takes room for so many bytes more, from others if need be; false where nobody else gives way. */
  reserve(body: IncomingBody, bytes: number): boolean
  close(body: IncomingBody): void
}

export function openBodyMemory({ all, small }: { all: number; small: number }): BodyMemory {
  const bodies = new Set<IncomingBody>()
  let held = 0
  const release = (body: IncomingBody) => {
    held -= body.bytes
    body.bytes = 0
    bodies.delete(body)
  }
  /** Large ones first, of these those of the client that holds most, and of these the slowest. */
  const loser = () => {
    const arriving = [...bodies].filter(({ evict: giveWay }) => giveWay !== undefined)
    const large = arriving.filter(({ bytes }) => bytes > small)
    return slowest(ofLargestClient(large.length > 0 ? large : arriving))
  }
  return {
    open(client) {
      return { client, since: performance.now(), bytes: 0, evict: undefined }
    },
    reserve(body, bytes) {
      bodies.add(body)
      body.bytes += bytes
      held += bytes
      while (held > all) {
        const gives = loser() ?? body
        release(gives)
        if (gives === body) return false
        gives.evict?.()
      }
      return true
    },
    close: release
  }
}

function ofLargestClient(bodies: readonly IncomingBody[]): IncomingBody[] {
  const sums = new Map<string, number>()
  for (const { client, bytes } of bodies) sums.set(client, (sums.get(client) ?? 0) + bytes)
  const [greediest] = [...sums].sort(([, a], [, b]) => b - a)
  return bodies.filter(({ client }) => client === greediest?.[0])
}

function slowest(bodies: readonly IncomingBody[]): IncomingBody | undefined {
  const now = performance.now()
  const rates = bodies.map((body) => ({ body, rate: body.bytes / Math.max(1, now - body.since) }))
  return rates.sort((a, b) => a.rate - b.rate)[0]?.body
}
