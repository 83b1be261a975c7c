// Replies of registries that this process keeps for a while: bounded, and the least used goes first.

export interface CachedReply {
  text: string
  etag: string | undefined
  /** When the registry has last said so, in milliseconds. */
  at: number
}

export interface ReplyCache {
  get(key: string): CachedReply | undefined
  set(key: string, reply: CachedReply): void
  delete(key: string): void
}

export function openReplyCache(mostCharacters: number): ReplyCache {
  // In the order of their last use.
  const replies = new Map<string, CachedReply>()
  let characters = 0
  const drop = (key: string) => {
    characters -= sizeOf(key, replies.get(key))
    replies.delete(key)
  }
  return {
    get(key) {
      const known = replies.get(key)
      if (known) {
        replies.delete(key)
        replies.set(key, known)
      }
      return known
    },
    delete: drop,
    set(key, reply) {
      drop(key)
      if (sizeOf(key, reply) > mostCharacters / 4) return
      replies.set(key, reply)
      characters += sizeOf(key, reply)
      for (const oldest of replies.keys()) {
        if (characters <= mostCharacters) return
        drop(oldest)
      }
    }
  }
}

/** Empty replies under ever new names take room as well. */
const sizeOf = (key: string, reply: CachedReply | undefined): number =>
  reply ? key.length + reply.text.length + (reply.etag?.length ?? 0) : 0
