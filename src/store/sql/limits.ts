// How many connections to Postgres a process opens, and its time limits.

export interface TimeLimits {
  /** Of a statement, enforced by the server. */
  statement: number
  /** Of waiting for a lock. */
  lock: number
  /** Of a transaction between two statements. */
  idleTransaction: number
  /** Of waiting for an answer or a free connection, enforced by the client; longer than that of a statement. */
  answer: number
}

export interface PostgresLimits {
  /** The most connections of the process in all; at least 3. */
  connections: number
  seconds: TimeLimits
}

/** How Postgres is reached. */
export interface PostgresAddresses {
  url: string
  /** Where `url` leads to a pooler that hands out connections by transaction: the server without it. */
  sessionUrl?: string | undefined
}

export const POSTGRES_LIMITS: PostgresLimits = {
  connections: 10,
  seconds: { statement: 60, lock: 20, idleTransaction: 20, answer: 75 }
}
