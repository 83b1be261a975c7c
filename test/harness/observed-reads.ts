// Which tables were read outside of transactions.
import type { Db } from '#store/sql/database.js'

interface Statements {
  prepareQuery(query: { sql: string }, ...rest: unknown[]): unknown
}

export interface ObservedReads {
  /** The quoted names in all statements since the last `clear`. */
  names(): string[]
  clear(): void
}

export function observedReads(db: Db): ObservedReads {
  // Cast: Drizzle keeps the session to itself.
  const session = (db as unknown as { session: Statements }).session
  const prepare = session.prepareQuery.bind(session)
  const texts: string[] = []
  session.prepareQuery = (query, ...rest) => {
    texts.push(query.sql)
    return prepare(query, ...rest)
  }
  return {
    names: () => [
      ...new Set(texts.flatMap((text) => [...text.matchAll(/"(\w+)"/g)].map(([, name = '']) => name)))
    ],
    clear() {
      texts.length = 0
    }
  }
}
