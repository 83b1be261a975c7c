// Streams a long text or a file from where the host redirects to: safe addresses only, bounded in time, size and redirects.

import { get as getPlain, type IncomingMessage } from 'node:http'
import { get as getSecure } from 'node:https'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { pinnedLookup } from '#runtime/lookups.js'
import { type ApiOrigin, checkedRedirectTarget, type RedirectTarget } from './redirect-targets.js'
import { WireFault, wireFaultOf } from './wire.js'

export interface StreamRequest {
  origin: ApiOrigin
  /** The host's `Location` header. */
  location: string
  /** Limits of the whole stream: duration and size. */
  mostMs: number
  mostBytes: number
}

/** A storage service may redirect once more. */
const MAX_REDIRECTS = 3

/** What exceeds the limit is left out. */
export async function* streamText(request: StreamRequest): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const chunk of streamBytes(request)) yield decoder.decode(chunk, { stream: true })
}

/** The same as bytes. Sends no credential: the signed URL is the permission. */
export async function* streamBytes(request: StreamRequest): AsyncGenerator<Uint8Array> {
  const { origin, location, mostMs, mostBytes } = request
  const signal = AbortSignal.timeout(mostMs)
  try {
    const response = await followRedirects(origin, location, signal)
    try {
      yield* firstBytes(response, mostBytes)
    } finally {
      response.destroy()
    }
  } catch (error) {
    if (error instanceof WireFault) throw error
    throw wireFaultOf(signal.aborted ? signal.reason : error)
  }
}

async function followRedirects(
  origin: ApiOrigin,
  first: string,
  signal: AbortSignal
): Promise<IncomingMessage> {
  let [address, base] = [first, origin.apiUrl]
  for (let step = 1; step <= MAX_REDIRECTS; step += 1) {
    const target = await checkedRedirectTarget(origin, address, base)
    const response = await getOnce(target, signal)
    const { statusCode: status = 0, headers } = response
    if (status === 200) return response
    response.destroy()
    if (!REDIRECT_STATUSES.has(status) || headers.location === undefined)
      throw new WireFault(isTransient(status) ? 'lost' : 'elsewhere', `it answered ${status}`)
    ;[address, base] = [headers.location, target.url.href]
  }
  throw new WireFault('lost', `it redirected more than ${MAX_REDIRECTS} times`)
}

const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308])

/** A retry may succeed. */
const isTransient = (status: number) => status >= 500 || status === 408 || status === 429

function getOnce({ url, addresses }: RedirectTarget, signal: AbortSignal): Promise<IncomingMessage> {
  const get = url.protocol === 'https:' ? getSecure : getPlain
  // A pooled connection may lead to an address that was checked for another request.
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

async function* firstBytes(response: IncomingMessage, mostBytes: number): AsyncGenerator<Uint8Array> {
  let left = mostBytes
  for await (const chunk of decompressed(response)) {
    yield chunk.subarray(0, left)
    left -= chunk.byteLength
    if (left <= 0) return
  }
}

/** Storage returns a text with the encoding it was uploaded with, whatever the request accepts. */
const DECOMPRESSORS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress
}

function decompressed(response: IncomingMessage): Readable {
  const unpack = DECOMPRESSORS[response.headers['content-encoding'] ?? '']
  // The returned stream reports the errors of both.
  return unpack ? pipeline(response, unpack(), () => {}) : response
}
