// The address that a caller used, as far as a trusted proxy tells it.
import type { FastifyRequest } from 'fastify'

/** Where a trusted proxy was called. Without one, links hold the query alone, which is right however the path was changed. */
export function calledAt({ ips, headers, protocol, host, url }: FastifyRequest): string {
  const { 'x-forwarded-host': told, 'x-forwarded-prefix': before = '' } = headers
  if (ips === undefined || ips.length < 2 || told === undefined) return ''
  if (!HOST.test(host) || !isWeb(protocol)) return ''
  const prefix = PREFIX.test(String(before)) ? before : ''
  return `${protocol}://${host}${prefix}${url.split('?', 1)[0]}`
}

const HOST = /^[A-Za-z0-9.-]+(?::\d{1,5})?$/
const PREFIX = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/
/** A proxy may hand on what its caller says. */
export const isWeb = (protocol: string): boolean => protocol === 'http' || protocol === 'https'
