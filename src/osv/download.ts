// Downloads files from public addresses: over TLS, bounded in time and size, and without following redirects.
import type { IncomingMessage } from 'node:http'
import { addressKindOf } from '#runtime/addresses.js'
import { fetchFailureOf } from '#runtime/fetching.js'
import { destinationOf, OUTGOING, type OutgoingParts, send } from '#runtime/outgoing.js'
import { findUrlFault } from '#runtime/public-urls.js'
import { AdvisorySourceFault } from './source.js'

export interface DownloadParts extends OutgoingParts {
  /** Without a byte in this time the connection counts as lost. */
  idleMs: number
}

export const DOWNLOADS: DownloadParts = {
  resolve: OUTGOING.resolve,
  routeTo: OUTGOING.routeTo,
  idleMs: 60_000
}

/** Undefined if the server has no such file. */
export async function download(
  address: string,
  parts: DownloadParts
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const fault = findUrlFault(address)
  if (fault !== undefined) throw new AdvisorySourceFault(`The URL of OSV_SOURCE ${fault}.`)
  const url = new URL(address)
  const response = await answerOf(url, parts)
  if (response.statusCode === 200) return chunksOf(url, response)
  response.on('error', () => {}).destroy()
  if (response.statusCode === 404) return undefined
  throw new AdvisorySourceFault(`${url.pathname} was answered with ${response.statusCode ?? 'nothing'}.`)
}

async function answerOf(url: URL, { resolve, routeTo, idleMs }: DownloadParts): Promise<IncomingMessage> {
  try {
    const destination = await destinationOf(url, resolve)
    const { addresses } = destination
    // One internal address among public ones is enough: nobody knows which of them a connection takes.
    if (addresses.length === 0 || addresses.some(({ address }) => addressKindOf(address) !== 'open'))
      throw new AdvisorySourceFault('The name in OSV_SOURCE leads to no public address.')
    const headers = { 'accept-encoding': 'identity' }
    return await send(url, routeTo(destination), { method: 'GET', headers, idleMs })
  } catch (error) {
    throw faultOf(url, error)
  }
}

/** A file that ends before the length that was announced is a broken one: the connection says so by an error. */
async function* chunksOf(url: URL, response: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of response) yield chunk
  } catch (error) {
    throw faultOf(url, error)
  }
}

const faultOf = (url: URL, error: unknown): AdvisorySourceFault =>
  error instanceof AdvisorySourceFault
    ? error
    : new AdvisorySourceFault(`${url.pathname} could not be fetched (${fetchFailureOf(error).reason}).`)
