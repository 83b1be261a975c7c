// Which redirects of the host are followed: none to internal addresses, unless the host is on such a network itself.
import type { LookupAddress } from 'node:dns'
import { type AddressKind, addressKindOf } from '#runtime/addresses.js'
import { addressesOf, type LookupAddresses } from '#runtime/lookups.js'
import { WireFault } from './wire.js'

/** The connection uses the addresses that were checked, because a name may resolve differently the next time. */
export interface RedirectTarget {
  url: URL
  addresses: LookupAddress[]
}

export interface ApiOrigin {
  apiUrl: string
  resolve: LookupAddresses
}

/** Resolves and checks a redirect location; throws a `WireFault` where it must not be followed. */
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
  const allowed = internal.length > 0 ? kindsOf(await addressesOf(home, resolve)) : kinds
  const forbidden = internal.find((kind) => kind === 'reserved' || !allowed.has(kind))
  if (forbidden !== undefined) throw unsafeTarget(`its address is internal (${forbidden})`)
  const isPlainInternal = home.protocol === 'http:' && !kinds.has('open')
  if (url.protocol === 'https:' || url.origin === home.origin || isPlainInternal) return { url, addresses }
  throw unsafeTarget('it is not encrypted')
}

const kindsOf = (addresses: LookupAddress[]): ReadonlySet<AddressKind> =>
  new Set(addresses.map(({ address }) => addressKindOf(address)))

function unsafeTarget(why: string): WireFault {
  return new WireFault('unsafe', why)
}
