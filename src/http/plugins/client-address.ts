// The address of a client, taken from the connection or from trusted proxies.
import { BlockList, isIP, SocketAddress } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'

/** The name that proxies use for a client of unknown address. All of these count as one client. */
const UNKNOWN = 'unknown'

/** Longer than any address with a port; bounds the work on forged headers. */
const LONGEST_ADDRESS = 64

const NETWORKS: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']
}

/** Tells whether a hop is trusted to name the one before it. Some proxies add the port to each address. */
export function proxyTrust(proxies: readonly string[]): (hop: string) => boolean {
  const trusted = new BlockList()
  for (const network of proxies.flatMap((proxy) => NETWORKS[proxy] ?? proxy)) {
    const [address = '', bits] = network.split('/')
    const family = familyOf(address)
    trusted.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  return (hop) => {
    const address = addressIn(hop)
    return address !== undefined && trusted.check(address, familyOf(address))
  }
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Parsing costs more than the rest of the rate limit, so results are cached. */
const MAX_PARSED = 10_000
const parsedClients = new Map<string, Client>()

interface Client {
  address: string
  /** The whole network of an IPv6 address counts as one client, because its owner can use all of it. */
  network: string
}

/** The address of the client, without a port. */
export const clientAddressOf = (request: FastifyRequest): string => parseClient(request).address

/** The key by which the client is rate-limited. */
export const clientKeyOf = (request: FastifyRequest): string => parseClient(request).network

function parseClient(request: FastifyRequest): Client {
  // A closed socket has no address.
  const text = request.ip?.slice(0, LONGEST_ADDRESS) ?? ''
  const cached = parsedClients.get(text)
  if (cached) return cached
  const address = addressIn(text) ?? UNKNOWN
  const client = { address, network: address === UNKNOWN ? UNKNOWN : normalizeIP(address) }
  if (parsedClients.size >= MAX_PARSED) parsedClients.clear()
  parsedClients.set(text, client)
  return client
}

/** Reads `address`, `address:port` or `[address]:port`, and normalises the address. */
function addressIn(text: string): string | undefined {
  const bare = withoutPort(text)
  const family = isIP(bare)
  if (family === 0) return undefined
  const [plain = ''] = bare.split('%', 1)
  if (family === 4) return plain
  const { address } = new SocketAddress({ address: plain, family: 'ipv6' })
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)
  return mapped?.[1] ?? address
}

function withoutPort(text: string): string {
  if (isIP(text) !== 0) return text
  const bracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)
  return bracketed?.[1] ?? text.replace(/:\d{1,5}$/, '')
}
