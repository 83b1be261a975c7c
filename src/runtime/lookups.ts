// Looks host names up once, so that a connection leads to the very addresses that were checked.
import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'

/** Resolves all addresses of a host name. */
export type LookupAddresses = (name: string) => Promise<LookupAddress[]>

export const lookupAll: LookupAddresses = (name) => lookup(name, { all: true })

/** The host of a URL, without the brackets of an IPv6 address. */
export const hostnameOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

/** An address stands for itself. */
export async function addressesOf(url: URL, resolve: LookupAddresses): Promise<LookupAddress[]> {
  const name = hostnameOf(url)
  const family = isIP(name)
  return family === 0 ? resolve(name) : [{ address: name, family }]
}

/** Resolves to the checked addresses, whatever the name resolves to by now. */
export function pinnedLookup(addresses: LookupAddress[]): LookupFunction {
  return (_name, { all }, callback) => {
    const [first] = addresses
    if (all === true) callback(null, addresses)
    else callback(null, first?.address ?? '', first?.family)
  }
}
