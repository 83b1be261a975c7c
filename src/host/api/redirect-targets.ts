// Where the host may lead the service: to no address that is internal, unless the host itself is one of its neighbours.
import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { type AddressKind, addressKindOf } from './addresses.js'
import { WireFault } from './wire.js'

/** All addresses of a name. */
export type LookupAddresses = (name: string) => Promise<LookupAddress[]>

export const lookupAll: LookupAddresses = (name) => lookup(name, { all: true })

/** What was checked is what is connected to: a name may answer otherwise when it is asked again. */
export interface RedirectTarget {
  url: URL
  addresses: LookupAddress[]
}

export interface ApiOrigin {
  apiUrl: string
  resolve: LookupAddresses
}

/** The place that an address leads to from another; a `WireFault` where nobody is to be led to. */
export async function checkedRedirectTarget(
  { apiUrl, resolve }: ApiOrigin,
  address: string,
  base: string
): Promise<RedirectTarget> {
  const url = URL.canParse(address, base) ? new URL(address, base) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw unsafeTarget('it is not an HTTP address')
  if (url.username !== '' || url.password !== '') throw unsafeTarget('it contains credentials')
  const addresses = await addressesOf(url, resolve)
  const kinds = kindsOf(addresses)
  const home = new URL(apiUrl)
  const internal = [...kinds].filter((kind) => kind !== 'open')
  const neighbours = internal.length > 0 ? kindsOf(await addressesOf(home, resolve)) : kinds
  const strange = internal.find((kind) => kind === 'reserved' || !neighbours.has(kind))
  if (strange !== undefined) throw unsafeTarget(`its address is internal (${strange})`)
  const isAmongThemselves = home.protocol === 'http:' && !kinds.has('open')
  if (url.protocol === 'https:' || url.origin === home.origin || isAmongThemselves) return { url, addresses }
  throw unsafeTarget('it is not encrypted')
}

const kindsOf = (addresses: LookupAddress[]): ReadonlySet<AddressKind> =>
  new Set(addresses.map(({ address }) => addressKindOf(address)))

async function addressesOf({ hostname }: URL, resolve: LookupAddresses): Promise<LookupAddress[]> {
  const name = hostname.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(name)
  return family === 0 ? resolve(name) : [{ address: name, family }]
}

function unsafeTarget(why: string): WireFault {
  return new WireFault('unsafe', why)
}
