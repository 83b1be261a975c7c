// Where the host may lead the service: to no address that is internal, unless the host itself is one of its neighbours.
import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { type AddressKind, kindOf } from './addresses.js'
import { WireFault } from './wire.js'

/** All addresses of a name. */
export type Resolve = (name: string) => Promise<LookupAddress[]>

export const resolveAll: Resolve = (name) => lookup(name, { all: true })

/** What was checked is what is connected to: a name may answer otherwise when it is asked again. */
export interface Place {
  url: URL
  addresses: LookupAddress[]
}

export interface Home {
  apiUrl: string
  resolve: Resolve
}

/** The place that an address leads to from another; a `WireFault` where nobody is to be led to. */
export async function placeFrom({ apiUrl, resolve }: Home, address: string, base: string): Promise<Place> {
  const url = URL.canParse(address, base) ? new URL(address, base) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw unsafe('it is not an HTTP address')
  if (url.username !== '' || url.password !== '') throw unsafe('it contains credentials')
  const addresses = await addressesOf(url, resolve)
  const kinds = kindsOf(addresses)
  const home = new URL(apiUrl)
  const internal = [...kinds].filter((kind) => kind !== 'open')
  const neighbours = internal.length > 0 ? kindsOf(await addressesOf(home, resolve)) : kinds
  const strange = internal.find((kind) => kind === 'reserved' || !neighbours.has(kind))
  if (strange !== undefined) throw unsafe(`its address is internal (${strange})`)
  const isAmongThemselves = home.protocol === 'http:' && !kinds.has('open')
  if (url.protocol === 'https:' || url.origin === home.origin || isAmongThemselves) return { url, addresses }
  throw unsafe('it is not encrypted')
}

const kindsOf = (addresses: LookupAddress[]): ReadonlySet<AddressKind> =>
  new Set(addresses.map(({ address }) => kindOf(address)))

async function addressesOf({ hostname }: URL, resolve: Resolve): Promise<LookupAddress[]> {
  const name = hostname.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(name)
  return family === 0 ? resolve(name) : [{ address: name, family }]
}

function unsafe(why: string): WireFault {
  return new WireFault('unsafe', why)
}
