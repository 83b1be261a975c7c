// Which statements the embedded database keeps: those that come more than once, as long as they are used.

/** Longer ones, as those that write many rows, are not kept: they differ by the number of rows, and are large. */
const LONGEST_KEPT = 8_000

/** One that Postgres has parsed. */
export interface ParsedStatement {
  /** Empty for the one that the next statement replaces. */
  name: string
  /** Of its parameters, by the numbers of Postgres. */
  parameterTypes: readonly number[]
}

export class RecentStatements<Kept extends ParsedStatement> {
  /** By text, the least recently used first; nothing for one that came only once. */
  readonly #known = new Map<string, Kept | undefined>()
  readonly #most: number
  #names = 0

  constructor(most: number) {
    this.#most = most
  }

  find(text: string): Kept | undefined {
    const found = this.#known.get(text)
    if (found) this.#touch(text, found)
    return found
  }

  /** The name for a statement that is not kept yet: none the first time. */
  nameFor(text: string): string {
    if (text.length > LONGEST_KEPT || !this.#known.has(text)) return ''
    this.#names += 1
    return `s${this.#names}`
  }

  /** Returns the names of those that are no longer kept. */
  keep(text: string, statement: Kept): string[] {
    if (text.length > LONGEST_KEPT) return []
    this.#touch(text, statement.name === '' ? undefined : statement)
    const dropped = []
    for (const [old, { name } = UNKEPT] of this.#known) {
      if (this.#known.size <= this.#most) break
      this.#known.delete(old)
      if (name !== '') dropped.push(name)
    }
    return dropped
  }

  /** Returns its name if it was kept. */
  forget(text: string): string[] {
    const { name } = this.#known.get(text) ?? UNKEPT
    this.#known.delete(text)
    return name === '' ? [] : [name]
  }

  #touch(text: string, statement: Kept | undefined): void {
    this.#known.delete(text)
    this.#known.set(text, statement)
  }
}

const UNKEPT = { name: '' }
