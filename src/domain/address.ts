// Who counts as one client of the network.

const LONGEST_ADDRESS = 64
const IPV6_GROUPS = 8
const NETWORK_GROUPS = 4

/** Whoever has one IPv6 address has the 2^64 around it as well: they all are one client. */
export function clientOf(ip: string): string {
  if (!ip.includes(':')) return ip.slice(0, LONGEST_ADDRESS)
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(ip)
  if (mapped?.[1] !== undefined) return mapped[1]
  const [front = '', back] = ip.slice(0, LONGEST_ADDRESS).toLowerCase().split('::')
  const first = groupsOf(front)
  const last = groupsOf(back ?? '')
  const zeros = back === undefined ? 0 : Math.max(0, IPV6_GROUPS - first.length - last.length)
  const groups = [...first, ...Array<string>(zeros).fill('0'), ...last]
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`
}

function groupsOf(part: string): string[] {
  return part === '' ? [] : part.split(':').map((group) => group.replace(/^0+(?=.)/, ''))
}
