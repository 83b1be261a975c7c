// Requests over TLS to addresses that were looked up and checked before, each over a connection of its own.
import type { LookupAddress } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { addressesOf, hostnameOf, type LookupAddresses, lookupAll, pinnedLookup } from './lookups.js'

/** A server whose certificate has to be for the name, at one of these addresses. */
export interface Destination {
  name: string
  addresses: LookupAddress[]
  port: number
}

export type Route = Pick<RequestOptions, 'host' | 'port' | 'lookup' | 'ca'>

/** Tests bring a resolver and a server of their own; the checks in between are always the same. */
export interface OutgoingParts {
  resolve: LookupAddresses
  /** How a destination is reached. */
  routeTo(destination: Destination): Route
}

const HTTPS_PORT = 443

export const OUTGOING: OutgoingParts = {
  resolve: lookupAll,
  // To the addresses that were checked, whatever the name resolves to by now.
  routeTo: ({ name, addresses, port }) => ({ host: name, port, lookup: pinnedLookup(addresses) })
}

export async function destinationOf(url: URL, resolve: LookupAddresses): Promise<Destination> {
  const port = url.port === '' ? HTTPS_PORT : Number(url.port)
  return { name: hostnameOf(url), addresses: await addressesOf(url, resolve), port }
}

export interface OutgoingMessage {
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  body?: Uint8Array
  /** Without a byte in this time the connection counts as lost. */
  idleMs?: number
  signal?: AbortSignal
}

/** Redirects are not followed. */
export function send(
  url: URL,
  route: Route,
  { method, headers, body, idleMs, signal }: OutgoingMessage
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options: RequestOptions = {
      ...route,
      agent: false,
      method,
      path: `${url.pathname}${url.search}`,
      headers: { host: url.host, 'user-agent': 'repository-automation-service', ...headers }
    }
    if (idleMs !== undefined) options.timeout = idleMs
    if (signal) options.signal = signal
    const outgoing = request(options, resolve)
    outgoing.on('timeout', () => outgoing.destroy(new Error('no byte in time')))
    outgoing.on('error', reject).end(body)
  })
}
