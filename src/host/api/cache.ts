// Responses cached in memory as text, so that their size is known and callers cannot modify each other's data.
import { isOutdatedBy } from './cache-policy.js'

export interface CachedResponse {
  path: string
  status: number
  text: string
  etag: string | undefined
  links: Readonly<Record<string, string>>
  /** Until then it is served as it is. Later the host must confirm it. */
  until: number
}

export interface ResponseCache {
  readonly size: number
  get(key: string): CachedResponse | undefined
  put(key: string, cached: CachedResponse): void
  /** From now on the host must confirm what a write to this path may have changed. */
  invalidate(written: string): void
}

/** At most two bytes per character, plus a flat overhead. */
const sizeOf = (key: string, { text }: CachedResponse) => 2 * (key.length + text.length) + 500

/** The fraction of the cache that one response may take, so that a few large ones do not evict all others. */
const MAX_ENTRY_SHARE = 8

export function openResponseCache(maxBytes: number): ResponseCache {
  /** In order of last use. */
  const all = new Map<string, CachedResponse>()
  let bytes = 0

  function drop(key: string): void {
    const cached = all.get(key)
    if (!cached) return
    all.delete(key)
    bytes -= sizeOf(key, cached)
  }

  return {
    get size() {
      return all.size
    },
    get(key) {
      const cached = all.get(key)
      if (!cached) return undefined
      all.delete(key)
      all.set(key, cached)
      return cached
    },
    put(key, cached) {
      drop(key)
      const size = sizeOf(key, cached)
      if (size > maxBytes / MAX_ENTRY_SHARE) return
      all.set(key, cached)
      bytes += size
      for (const oldest of all.keys()) {
        if (bytes <= maxBytes) return
        drop(oldest)
      }
    },
    invalidate(written) {
      for (const cached of all.values()) if (isOutdatedBy(written, cached.path)) cached.until = 0
    }
  }
}
