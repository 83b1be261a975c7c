// Sends as many requests as so many connections can carry, and says how fast the answers came.
import { connect, type Socket } from 'node:net'

export interface LoadOptions {
  port: number
  connections: number
  seconds: number
  /** The bytes of the next request. */
  next: () => Buffer
  /** The status that counts. */
  expect: number
  /**
   * Asks a whole processor for the generator. One that sleeps between answers makes the slower server pay for waking
   * it, and so look slower than it is; where a database works beside the server it would take what that needs.
   */
  neverSleep?: boolean
}

export interface Load {
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Answers with another status. */
  others: number
}

export async function load(options: LoadOptions): Promise<Load> {
  const began = performance.now()
  const endsAt = began + options.seconds * 1000
  if (options.neverSleep) stayAwake(endsAt)
  const lanes = await Promise.all(Array.from({ length: options.connections }, () => lane(options, endsAt)))
  const seconds = (performance.now() - began) / 1000
  const times = lanes.flatMap(({ times }) => times).sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return {
    perSecond: times.length / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    others: lanes.reduce((sum, { others }) => sum + others, 0)
  }
}

function stayAwake(until: number): void {
  if (performance.now() < until) setImmediate(() => stayAwake(until))
}

interface Lane {
  times: number[]
  others: number
}

/** One connection: a request, its answer, the next request. */
function lane({ port, next, expect }: LoadOptions, endsAt: number): Promise<Lane> {
  const found: Lane = { times: [], others: 0 }
  const good = `HTTP/1.1 ${expect}`
  return new Promise((resolve, reject) => {
    let sentAt = 0
    let pending = ''
    const socket: Socket = connect(port, '127.0.0.1')
    const send = () => {
      sentAt = performance.now()
      socket.write(next())
    }
    socket.setNoDelay(true).on('connect', send).on('error', reject)
    socket.on('data', (chunk) => {
      pending += chunk.toString('latin1')
      if (!isComplete(pending)) return
      if (pending.startsWith(good)) found.times.push(performance.now() - sentAt)
      else found.others += 1
      pending = ''
      if (performance.now() < endsAt) send()
      else socket.end(() => resolve(found))
    })
  })
}

function isComplete(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return false
  const length = /content-length: (\d+)/i.exec(text.slice(0, end))?.[1]
  return length === undefined ? text.endsWith('0\r\n\r\n') : text.length >= end + 4 + Number(length)
}
