// Answers that are kept in memory, as texts, so that their size is known and no caller can change another's.
import { isUnderPath } from './cache-policy.js'

export interface CachedResponse {
  path: string
  status: number
  text: string
  etag: string | undefined
  links: Readonly<Record<string, string>>
  /** Until when it is an answer by itself; after that the host must confirm it. */
  until: number
}

export interface ResponseCache {
  readonly size: number
  get(key: string): CachedResponse | undefined
  put(key: string, kept: CachedResponse): void
  /** From now on the host must confirm what lies within this reach. */
  invalidate(reach: string): void
}

/** Two bytes per character at most, and something for the rest. */
const sizeOf = (key: string, { text }: CachedResponse) => 2 * (key.length + text.length) + 500

/** One answer may take so much of the room, so that a few large ones do not push out all others. */
const MAX_ENTRY_SHARE = 8

export function openResponseCache(mostBytes: number): ResponseCache {
  /** In the order of their last use. */
  const all = new Map<string, CachedResponse>()
  let bytes = 0

  function drop(key: string): void {
    const kept = all.get(key)
    if (!kept) return
    all.delete(key)
    bytes -= sizeOf(key, kept)
  }

  return {
    get size() {
      return all.size
    },
    get(key) {
      const kept = all.get(key)
      if (!kept) return undefined
      all.delete(key)
      all.set(key, kept)
      return kept
    },
    put(key, kept) {
      drop(key)
      const size = sizeOf(key, kept)
      if (size > mostBytes / MAX_ENTRY_SHARE) return
      all.set(key, kept)
      bytes += size
      for (const oldest of all.keys()) {
        if (bytes <= mostBytes) return
        drop(oldest)
      }
    },
    invalidate(reach) {
      for (const kept of all.values()) if (isUnderPath(kept.path, reach)) kept.until = 0
    }
  }
}
