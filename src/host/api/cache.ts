// Answers that are kept in memory, as texts, so that their size is known and no caller can change another's.
import { isWithin } from './cache-policy.js'

export interface Kept {
  path: string
  status: number
  text: string
  etag: string | undefined
  links: Readonly<Record<string, string>>
  /** Until when it is an answer by itself; after that the host must confirm it. */
  until: number
}

export interface KeptReads {
  readonly size: number
  get(key: string): Kept | undefined
  put(key: string, kept: Kept): void
  /** From now on the host must confirm what lies within this reach. */
  doubt(reach: string): void
}

/** Two bytes per character at most, and something for the rest. */
const sizeOf = (key: string, { text }: Kept) => 2 * (key.length + text.length) + 500

/** One answer may take so much of the room, so that a few large ones do not push out all others. */
const LARGEST_SHARE = 8

export function openKept(mostBytes: number): KeptReads {
  /** In the order of their last use. */
  const all = new Map<string, Kept>()
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
      if (size > mostBytes / LARGEST_SHARE) return
      all.set(key, kept)
      bytes += size
      for (const oldest of all.keys()) {
        if (bytes <= mostBytes) return
        drop(oldest)
      }
    },
    doubt(reach) {
      for (const kept of all.values()) if (isWithin(kept.path, reach)) kept.until = 0
    }
  }
}
