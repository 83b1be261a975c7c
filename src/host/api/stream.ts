// Reads a long text piece by piece, where the host leads to: bounded in time, size and steps, and at safe places alone.

import type { LookupAddress } from 'node:dns'
import { get as getPlain, type IncomingMessage } from 'node:http'
import { get as getSecure } from 'node:https'
import type { LookupFunction } from 'node:net'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { type Home, type Place, placeFrom } from './places.js'
import { faultOf, WireFault } from './wire.js'

export interface Flow {
  home: Home
  /** Where the host says that it is. */
  place: string
  /** How long all of it may take, and how much of it is read. */
  mostMs: number
  mostBytes: number
}

/** A store may lead on to another one. */
const MOST_STEPS = 3

/** No credential goes along: whoever was sent there by the host holds an address that is the permission. */
export async function* flowing({ home, place, mostMs, mostBytes }: Flow): AsyncGenerator<string> {
  const signal = AbortSignal.timeout(mostMs)
  try {
    const answer = await answerAt(home, place, signal)
    try {
      yield* textOf(answer, mostBytes)
    } finally {
      answer.destroy()
    }
  } catch (error) {
    if (error instanceof WireFault) throw error
    throw faultOf(signal.aborted ? signal.reason : error)
  }
}

async function answerAt(home: Home, first: string, signal: AbortSignal): Promise<IncomingMessage> {
  let [address, base] = [first, home.apiUrl]
  for (let step = 1; step <= MOST_STEPS; step += 1) {
    const place = await placeFrom(home, address, base)
    const answer = await answered(place, signal)
    const { statusCode: status = 0, headers } = answer
    if (status === 200) return answer
    answer.destroy()
    if (!LEADS_ON.has(status) || headers.location === undefined)
      throw new WireFault(isPassing(status) ? 'lost' : 'elsewhere', `it answered ${status}`)
    ;[address, base] = [headers.location, place.url.href]
  }
  throw new WireFault('lost', `it redirected more than ${MOST_STEPS} times`)
}

const LEADS_ON = new Set([301, 302, 303, 307, 308])

/** Asked once more later, it may answer. */
const isPassing = (status: number) => status >= 500 || status === 408 || status === 429

function answered({ url, addresses }: Place, signal: AbortSignal): Promise<IncomingMessage> {
  const get = url.protocol === 'https:' ? getSecure : getPlain
  // A connection of its own: one that is kept may lead to what was checked for somebody else.
  const options = { signal, agent: false, lookup: among(addresses), headers: { 'accept-encoding': 'gzip' } }
  return new Promise((resolve, reject) => {
    get(url, options, resolve).on('error', reject)
  })
}

/** Answers with what was checked, whatever the name would stand for by now. */
function among(addresses: LookupAddress[]): LookupFunction {
  return (_name, { all }, answer) => {
    const [first] = addresses
    if (all === true) answer(null, addresses)
    else answer(null, first?.address ?? '', first?.family)
  }
}

async function* textOf(answer: IncomingMessage, most: number): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let left = most
  for await (const chunk of plainOf(answer)) {
    yield decoder.decode(chunk.subarray(0, left), { stream: true })
    left -= chunk.byteLength
    if (left <= 0) return
  }
}

/** A store answers with a text as it was put there, also where nobody asked for that. */
const UNPACKERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress
}

function plainOf(answer: IncomingMessage): Readable {
  const unpack = UNPACKERS[answer.headers['content-encoding'] ?? '']
  // What breaks is told by the one that is read.
  return unpack ? pipeline(answer, unpack(), () => {}) : answer
}
