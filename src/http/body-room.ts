// The memory that bodies share while they arrive. Where it is full, whoever is slow gives way to whoever comes.

export interface Body {
  readonly client: string
  readonly since: number
  bytes: number
  /** Ends the reading of it; nothing once it has arrived whole. */
  giveWay: (() => void) | undefined
}

interface Room {
  open(client: string): Body
  /** Takes room for so many bytes more, from others if need be; false where nobody else gives way. */
  take(body: Body, bytes: number): boolean
  close(body: Body): void
}

export function bodyRoom({ all, small }: { all: number; small: number }): Room {
  const bodies = new Set<Body>()
  let held = 0
  const release = (body: Body) => {
    held -= body.bytes
    body.bytes = 0
    bodies.delete(body)
  }
  /** Large ones first, of these those of the client that holds most, and of these the slowest. */
  const loser = () => {
    const arriving = [...bodies].filter(({ giveWay }) => giveWay !== undefined)
    const large = arriving.filter(({ bytes }) => bytes > small)
    return slowest(ofGreediest(large.length > 0 ? large : arriving))
  }
  return {
    open(client) {
      return { client, since: performance.now(), bytes: 0, giveWay: undefined }
    },
    take(body, bytes) {
      bodies.add(body)
      body.bytes += bytes
      held += bytes
      while (held > all) {
        const gives = loser() ?? body
        release(gives)
        if (gives === body) return false
        gives.giveWay?.()
      }
      return true
    },
    close: release
  }
}

function ofGreediest(bodies: readonly Body[]): Body[] {
  const sums = new Map<string, number>()
  for (const { client, bytes } of bodies) sums.set(client, (sums.get(client) ?? 0) + bytes)
  const [greediest] = [...sums].sort(([, a], [, b]) => b - a)
  return bodies.filter(({ client }) => client === greediest?.[0])
}

function slowest(bodies: readonly Body[]): Body | undefined {
  const now = performance.now()
  const rates = bodies.map((body) => ({ body, rate: body.bytes / Math.max(1, now - body.since) }))
  return rates.sort((a, b) => a.rate - b.rate)[0]?.body
}
