// The connections of a process: opened on demand, shared by single statements, held by transactions.
import { MINUTE_MS } from '#domain/time/durations.js'
import type { Connection, Statement, StatementResult } from './connection/connection.js'
import { connectionError } from './connection/driver-socket.js'

export interface PoolOptions {
  /** How many connections there are at most. */
  size: number
  /** How long a caller waits for a free connection. */
  waitMs: number
  open: () => Promise<Connection>
}

interface ConnectionRequest {
  resolve: (connection: Connection) => void
  reject: (why: unknown) => void
  isForHolding: boolean
}

/** Connections are renewed, because the server keeps prepared statements and caches as long as one lasts. */
const LIFETIME_MS = 45 * MINUTE_MS
/** The delay before the next connection is tried after the server refused one, while others work. */
const REFUSED_MS = 1_000
const CLOSE_WITHIN_MS = 5_000
/** How long the server has to close its end. */
const LEAVE_WITHIN_MS = 1_000

export class Pool {
  readonly #options: PoolOptions
  /** Each connection with its number of users. */
  readonly #users = new Map<Connection, number>()
  readonly #held = new Set<Connection>()
  readonly #waiting: ConnectionRequest[] = []
  #opening = 0
  #refusedUntil = 0
  #onQuiet: (() => void) | undefined
  #isEnded = false

  constructor(options: PoolOptions) {
    this.#options = options
  }

  /** Runs one statement, behind those of others if no connection is free. */
  run(statement: Statement): Promise<StatementResult> {
    return this.#with(false, (connection) => connection.run(statement))
  }

  /** Runs work on a connection of its own. */
  holding<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#with(true, work)
  }

  /** Waits for running work, for a limited time. */
  async close(): Promise<void> {
    this.#isEnded = true
    await Promise.race([this.#quiet(), wait(CLOSE_WITHIN_MS)])
    for (const { reject } of this.#waiting.splice(0)) reject(ended())
    const all = [...this.#users.keys()]
    await Promise.race([Promise.all(all.map((connection) => connection.close())), wait(LEAVE_WITHIN_MS)])
    for (const connection of all) connection.cut(ended())
  }

  async #with<T>(isForHolding: boolean, work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.#take(isForHolding)
    try {
      return await work(connection)
    } finally {
      // Not with a statement: a transaction may have taken the connection after it.
      if (isForHolding) this.#held.delete(connection)
      this.#giveBack(connection)
    }
  }

  #take(isForHolding: boolean): Promise<Connection> | Connection {
    if (this.#isEnded) return Promise.reject(ended())
    const connection = this.#waiting.length === 0 ? this.#pick() : undefined
    if (connection) return this.#give(connection, isForHolding)
    return this.#wait(isForHolding)
  }

  #wait(isForHolding: boolean): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const waiting: ConnectionRequest = {
        isForHolding,
        resolve(connection) {
          clearTimeout(timer)
          resolve(connection)
        },
        reject(why) {
          clearTimeout(timer)
          reject(why)
        }
      }
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(full())
        this.#serve()
      }, this.#options.waitMs)
      this.#waiting.push(waiting)
      this.#serve()
    })
  }

  /** An unused connection or, when no more can be opened, the one with the fewest users. */
  #pick(): Connection | undefined {
    let best: Connection | undefined
    for (const one of this.#users.keys())
      if (!this.#held.has(one) && (best === undefined || this.#usersOf(one) < this.#usersOf(best))) best = one
    const isGood = best && (this.#usersOf(best) === 0 || !(this.#hasRoom || this.#opening > 0))
    return isGood ? best : undefined
  }

  #usersOf(connection: Connection): number {
    return this.#users.get(connection) ?? 0
  }

  get #hasRoom(): boolean {
    const isRefused = this.#users.size > 0 && performance.now() < this.#refusedUntil
    return !isRefused && this.#users.size + this.#opening < this.#options.size
  }

  #give(connection: Connection, isForHolding: boolean): Connection {
    this.#users.set(connection, this.#usersOf(connection) + 1)
    if (isForHolding) this.#held.add(connection)
    return connection
  }

  #giveBack(connection: Connection): void {
    // A lost connection is no longer in the pool.
    if (this.#users.has(connection)) this.#users.set(connection, this.#usersOf(connection) - 1)
    const isIdle = this.#users.get(connection) === 0
    if (isIdle && performance.now() - connection.bornAt > LIFETIME_MS) {
      this.#users.delete(connection)
      void connection.close()
    }
    this.#serve()
  }

  /** First come, first served. */
  #serve(): void {
    while (this.#waiting.length > 0) {
      const connection = this.#pick()
      if (!connection) break
      const next = this.#waiting.shift()
      next?.resolve(this.#give(connection, next.isForHolding))
    }
    while (this.#waiting.length > this.#opening && this.#hasRoom) void this.#open()
    if (this.#isQuiet) this.#onQuiet?.()
  }

  async #open(): Promise<void> {
    this.#opening += 1
    try {
      this.#keep(await this.#options.open())
    } catch (error) {
      this.#refusedUntil = performance.now() + REFUSED_MS
      // Other connections serve the waiting callers.
      if (this.#users.size === 0) for (const { reject } of this.#waiting.splice(0)) reject(error)
    } finally {
      this.#opening -= 1
      this.#serve()
    }
  }

  #keep(connection: Connection): void {
    this.#users.set(connection, 0)
    connection.onLost(() => {
      this.#users.delete(connection)
      this.#held.delete(connection)
      this.#serve()
    })
  }

  get #isQuiet(): boolean {
    const isUsed = [...this.#users.values()].some((count) => count > 0)
    return !isUsed && this.#waiting.length === 0 && this.#opening === 0
  }

  #quiet(): Promise<void> {
    return new Promise((resolve) => {
      this.#onQuiet = resolve
      if (this.#isQuiet) resolve()
    })
  }
}

/** Looks like the error of a server that is out of connections. */
const full = () => connectionError('53300', 'every connection to the database is in use')
const ended = () => connectionError('CONNECTION_ENDED', 'the connections to the database are closed')

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
