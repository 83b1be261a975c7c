// Which URLs may be called on behalf of people: encrypted ones that lead out to the public internet.
import { isIP } from 'node:net'
import { addressKindOf } from './addresses.js'
import { hostnameOf } from './lookups.js'

/** Names that no public server has: they mean this machine or its own network. */
const INTERNAL_NAME = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa)$/
const LONGEST_URL = 2_000

/**
 * Why a URL must not be called; undefined if it may, as far as it can be told without looking its name up. The reason
 * never quotes the URL.
 */
export function findUrlFault(text: string): string | undefined {
  if (text.length > LONGEST_URL) return `must not have more than ${LONGEST_URL} characters`
  if (/[\s\p{Cc}]/u.test(text)) return 'must not have spaces or control characters'
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url) return 'must be a URL'
  if (url.protocol !== 'https:') return 'must begin with https://'
  if (url.username !== '' || url.password !== '') return 'must not have a user name or a password'
  if (url.port !== '') return 'must use the port 443'
  return findNameFault(url)
}

/** `URL` has normalised every spelling of an address by now, as decimal and octal ones. */
function findNameFault(url: URL): string | undefined {
  const name = hostnameOf(url)
  if (isIP(name) !== 0)
    return addressKindOf(name) === 'open' ? undefined : 'must not lead to an internal or reserved address'
  const plain = name.toLowerCase().replace(/\.$/, '')
  return !plain.includes('.') || INTERNAL_NAME.test(plain) ? 'must be the name of a public server' : undefined
}
