// The memory that incoming bodies share. When it is full, slow uploads are evicted in favour of new ones.

export interface IncomingBody {
  readonly client: string
  readonly since: number
  bytes: number
  /** Aborts the upload; undefined once the body is complete. */
  evict: (() => void) | undefined
}

interface BodyMemory {
  open(client: string): IncomingBody
  /** Reserves more bytes, evicting others if needed; false if this body itself has to go. */
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
  /** Large bodies first; among them those of the client that holds most; among those the slowest. */
  const nextEvicted = () => {
    const arriving = [...bodies].filter(({ evict }) => evict !== undefined)
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
        const evicted = nextEvicted() ?? body
        release(evicted)
        if (evicted === body) return false
        evicted.evict?.()
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
