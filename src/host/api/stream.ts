// Reads a long text piece by piece, where the host leads to: bounded in time, size and steps, and at safe places alone.

import type { LookupAddress } from 'node:dns'
import { get as getPlain, type IncomingMessage } from 'node:http'
import { get as getSecure } from 'node:https'
import type { LookupFunction } from 'node:net'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { type ApiOrigin, checkedRedirectTarget, type RedirectTarget } from './redirect-targets.js'
import { WireFault, wireFaultOf } from './wire.js'

export interface StreamRequest {
  origin: ApiOrigin
  /** Where the host says that it is. */
  location: string
  /** How long all of it may take, and how much of it is read. */
  mostMs: number
  mostBytes: number
}

/** A store may lead on to another one. */
const MAX_REDIRECTS = 3

/** No credential goes along: whoever was sent there by the host holds an address that is the permission. */
export async function* streamText({
  origin: home,
  location: place,
  mostMs,
  mostBytes
}: StreamRequest): AsyncGenerator<string> {
  const signal = AbortSignal.timeout(mostMs)
  try {
    const answer = await followRedirects(home, place, signal)
    try {
      yield* decodedText(answer, mostBytes)
    } finally {
      answer.destroy()
    }
  } catch (error) {
    if (error instanceof WireFault) throw error
    throw wireFaultOf(signal.aborted ? signal.reason : error)
  }
}

async function followRedirects(
  home: ApiOrigin,
  first: string,
  signal: AbortSignal
): Promise<IncomingMessage> {
  let [address, base] = [first, home.apiUrl]
  for (let step = 1; step <= MAX_REDIRECTS; step += 1) {
    const place = await checkedRedirectTarget(home, address, base)
    const answer = await getOnce(place, signal)
    const { statusCode: status = 0, headers } = answer
    if (status === 200) return answer
    answer.destroy()
    if (!REDIRECT_STATUSES.has(status) || headers.location === undefined)
      throw new WireFault(isTransient(status) ? 'lost' : 'elsewhere', `it answered ${status}`)
    ;[address, base] = [headers.location, place.url.href]
  }
  throw new WireFault('lost', `it redirected more than ${MAX_REDIRECTS} times`)
}

const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308])

/** Asked once more later, it may answer. */
const isTransient = (status: number) => status >= 500 || status === 408 || status === 429

function getOnce({ url, addresses }: RedirectTarget, signal: AbortSignal): Promise<IncomingMessage> {
  const get = url.protocol === 'https:' ? getSecure : getPlain
  // A connection of its own: one that is kept may lead to what was checked for somebody else.
  const options = {
    signal,
    agent: false,
    lookup: pinnedLookup(addresses),
    headers: { 'accept-encoding': 'gzip' }
  }
  return new Promise((resolve, reject) => {
    get(url, options, resolve).on('error', reject)
  })
}

/** Answers with what was checked, whatever the name would stand for by now. */
function pinnedLookup(addresses: LookupAddress[]): LookupFunction {
  return (_name, { all }, answer) => {
    const [first] = addresses
    if (all === true) answer(null, addresses)
    else answer(null, first?.address ?? '', first?.family)
  }
}

async function* decodedText(answer: IncomingMessage, most: number): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let left = most
  for await (const chunk of decompressed(answer)) {
    yield decoder.decode(chunk.subarray(0, left), { stream: true })
    left -= chunk.byteLength
    if (left <= 0) return
  }
}

/** A store answers with a text as it was put there, also where nobody asked for that. */
const DECOMPRESSORS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress
}

function decompressed(answer: IncomingMessage): Readable {
  const unpack = DECOMPRESSORS[answer.headers['content-encoding'] ?? '']
  // What breaks is told by the one that is read.
  return unpack ? pipeline(answer, unpack(), () => {}) : answer
}
