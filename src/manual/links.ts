// Turns links of the repository into links of the service.
import { posix } from 'node:path'
import { addressOf } from './sources.js'

/** Undefined if the service does not show what a link of this file leads to. */
export function servedLink(from: string, href: string): string | undefined {
  if (/^\w+:/.test(href) || href.startsWith('#')) return href
  const [path = '', anchor] = href.split('#')
  const address = addressOf(posix.join(posix.dirname(from), path))
  return anchor === undefined || address === undefined ? address : `${address}#${anchor}`
}

/** Gives each heading of a page the id that the host gives it. */
export function anchors(): (heading: string) => string {
  const counts = new Map<string, number>()
  return (heading) => {
    const slug = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-')
    const count = counts.get(slug) ?? 0
    counts.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  }
}
