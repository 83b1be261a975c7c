// Downloads files from public addresses: over TLS, bounded in time and size, and without following redirects.
import type { LookupAddress } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { addressKindOf } from '#runtime/addresses.js'
import { fetchFailureOf } from '#runtime/fetching.js'
import { addressesOf, hostnameOf, type LookupAddresses, lookupAll, pinnedLookup } from '#runtime/lookups.js'
import { findUrlFault } from '#runtime/public-urls.js'
import { AdvisorySourceFault } from './source.js'

export interface DownloadParts {
  resolve: LookupAddresses
  /** How a server is reached whose certificate has to be for the name, at one of these addresses. */
  routeTo(server: {
    name: string
    addresses: LookupAddress[]
  }): Pick<RequestOptions, 'host' | 'port' | 'lookup' | 'ca'>
  /** Without a byte in this time the connection counts as lost. */
  idleMs: number
}

const HTTPS_PORT = 443
export const DOWNLOADS: DownloadParts = {
  resolve: lookupAll,
  // To the addresses that were checked, whatever the name resolves to by now.
  routeTo: ({ name, addresses }) => ({ host: name, port: HTTPS_PORT, lookup: pinnedLookup(addresses) }),
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

async function answerOf(url: URL, parts: DownloadParts): Promise<IncomingMessage> {
  try {
    const addresses = await addressesOf(url, parts.resolve)
    // One internal address among public ones is enough: nobody knows which of them a connection takes.
    if (addresses.length === 0 || addresses.some(({ address }) => addressKindOf(address) !== 'open'))
      throw new AdvisorySourceFault('The name in OSV_SOURCE leads to no public address.')
    return await ask(url, parts.routeTo({ name: hostnameOf(url), addresses }), parts.idleMs)
  } catch (error) {
    throw faultOf(url, error)
  }
}

function ask(url: URL, route: RequestOptions, idleMs: number): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        ...route,
        agent: false,
        method: 'GET',
        path: `${url.pathname}${url.search}`,
        timeout: idleMs,
        headers: {
          host: url.host,
          'accept-encoding': 'identity',
          'user-agent': 'repository-automation-service'
        }
      },
      resolve
    )
    outgoing.on('timeout', () => outgoing.destroy(new Error('no byte in time')))
    outgoing.on('error', reject).end()
  })
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
