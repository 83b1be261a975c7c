// Replies that were sent, kept within so many bytes: those that were asked for longest ago go first.

export interface KeptPage {
  body: string | Buffer
  type: string
  etag: string
  link: string | undefined
  /** The number of what was read for it. */
  revision: number
}

/** What a page takes besides its texts, roughly. */
const BYTES_BESIDE = 300
/** No page may drive out more than this share of the others. */
const LARGEST_SHARE = 8

/** Undefined without any bytes. */
export const openPageMemory = (bytes: number): PageMemory | undefined =>
  bytes > 0 ? new PageMemory(bytes) : undefined

export class PageMemory {
  readonly #bytes: number
  /** In the order in which they were asked for. */
  readonly #pages = new Map<string, KeptPage>()
  #held = 0

  constructor(bytes: number) {
    this.#bytes = bytes
  }

  find(address: string): KeptPage | undefined {
    const page = this.#pages.get(address)
    if (page) {
      this.#pages.delete(address)
      this.#pages.set(address, page)
    }
    return page
  }

  keep(address: string, page: KeptPage): void {
    this.#forget(address)
    const bytes = bytesOf(address, page)
    if (bytes > this.#bytes / LARGEST_SHARE) return
    this.#pages.set(address, page)
    this.#held += bytes
    for (const oldest of this.#pages.keys()) {
      if (this.#held <= this.#bytes) break
      this.#forget(oldest)
    }
  }

  #forget(address: string): void {
    const page = this.#pages.get(address)
    if (!page) return
    this.#pages.delete(address)
    this.#held -= bytesOf(address, page)
  }
}

/** A character takes two bytes at most. */
function bytesOf(address: string, { body, link = '' }: KeptPage): number {
  const ofBody = typeof body === 'string' ? 2 * body.length : body.length
  return ofBody + 2 * (address.length + link.length) + BYTES_BESIDE
}
