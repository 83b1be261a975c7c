// How much of a Postgres server a process takes, and for how long.

export interface TimeLimits {
  /** For a statement, at the server. */
  statement: number
  /** For a lock that another transaction holds. */
  lock: number
  /** For a transaction whose process says nothing. */
  idleTransaction: number
  /** For an answer of the server, at the client, and for a connection that is free: more than a statement may take. */
  answer: number
}

export interface PostgresLimits {
  /** How many connections the process opens at most, all together; 3 at least. */
  connections: number
  seconds: TimeLimits
}

export const POSTGRES_LIMITS: PostgresLimits = {
  connections: 10,
  seconds: { statement: 60, lock: 20, idleTransaction: 20, answer: 75 }
}
