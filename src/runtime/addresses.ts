// Classifies IP addresses by the kind of network that they belong to.
import { BlockList, isIP } from 'node:net'

/** `reserved`: never a legitimate destination for the service. */
export type AddressKind = 'open' | 'loopback' | 'private' | 'link-local' | 'reserved'

type InternalKind = Exclude<AddressKind, 'open'>

/** The first network that contains an address decides its kind. */
const V4_NETWORKS: readonly [string, InternalKind][] = [
  // Metadata endpoints of clouds, which hand out credentials. They are refused even where their network is not.
  ['100.100.100.200/32', 'reserved'],
  ['168.63.129.16/32', 'reserved'],
  ['169.254.169.254/32', 'reserved'],
  ['169.254.170.2/32', 'reserved'],
  ['127.0.0.0/8', 'loopback'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'private'],
  ['172.16.0.0/12', 'private'],
  ['192.168.0.0/16', 'private'],
  ['169.254.0.0/16', 'link-local'],
  ['0.0.0.0/8', 'reserved'],
  ['192.0.0.0/24', 'reserved'],
  ['192.0.2.0/24', 'reserved'],
  ['192.88.99.0/24', 'reserved'],
  ['198.18.0.0/15', 'reserved'],
  ['198.51.100.0/24', 'reserved'],
  ['203.0.113.0/24', 'reserved'],
  ['224.0.0.0/3', 'reserved']
]

const V6_NETWORKS: readonly [string, InternalKind][] = [
  ['fd00:ec2::254/128', 'reserved'],
  ['::1/128', 'loopback'],
  ['fc00::/7', 'private'],
  ['fec0::/10', 'private'],
  ['fe80::/10', 'link-local'],
  // Tunnels and special-purpose blocks inside the public range.
  ['2001::/23', 'reserved'],
  ['2001:db8::/32', 'reserved'],
  ['2002::/16', 'reserved'],
  ['3fff::/20', 'reserved']
]

const V4 = V4_NETWORKS.map(([network, kind]) => ({ list: blockListOf(network, 'ipv4'), kind }))
const V6 = V6_NETWORKS.map(([network, kind]) => ({ list: blockListOf(network, 'ipv6'), kind }))
/** The range that is allocated for the public internet. */
const PUBLIC_V6 = blockListOf('2000::/3', 'ipv6')

function blockListOf(network: string, family: 'ipv4' | 'ipv6'): BlockList {
  const [address = '', bits] = network.split('/')
  const list = new BlockList()
  list.addSubnet(address, Number(bits), family)
  return list
}

export function addressKindOf(address: string): AddressKind {
  if (isIP(address) === 4) return kindIn(V4, address, 'ipv4') ?? 'open'
  if (isIP(address) !== 6) return 'reserved'
  // Drops a zone id such as `%eth0`.
  const plain = address.replace(/%.*/, '')
  const within = embeddedIpv4(plain)
  if (within !== undefined) return addressKindOf(within)
  return kindIn(V6, plain, 'ipv6') ?? (PUBLIC_V6.check(plain, 'ipv6') ? 'open' : 'reserved')
}

function kindIn(networks: typeof V4, address: string, family: 'ipv4' | 'ipv6'): InternalKind | undefined {
  return networks.find(({ list }) => list.check(address, family))?.kind
}

const MAPPED = '0,0,0,0,0,65535'
const TRANSLATED = '100,65435,0,0,0,0'

/** The IPv4 address that an IPv4-mapped or NAT64 address stands for. */
function embeddedIpv4(address: string): string | undefined {
  const groups = groupsOf(address)
  if (![MAPPED, TRANSLATED].includes(groups.slice(0, 6).join())) return undefined
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
}

function groupsOf(address: string): number[] {
  // A URL normalises the many spellings of one address.
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [before = [], after = []] = plain
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''))
  const between = Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...between, ...after].map((group) => Number.parseInt(group, 16))
}
