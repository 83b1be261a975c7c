// One connection to the server, from its socket to its end: it is never connected again.
import postgres from 'postgres'
import { connectionError, DriverSocket } from './driver-socket.js'
import type { TimeLimits } from './limits.js'
import { type Address, connectTimeout, openSocket } from './sockets.js'

/** What the driver has read from the address of the database. */
export type DriverOptions = postgres.Sql['options']

export interface ConnectionSettings {
  options: DriverOptions
  address: Address
  limits: TimeLimits
  onNotification?: ((channel: string, message: string) => void) | undefined
}

export interface Statement {
  text: string
  values?: unknown[] | undefined
  /** Rows as arrays of values, not as objects. */
  asArrays?: boolean
}

/** Rows, and the command that brought them. */
export type StatementResult = postgres.RowList<postgres.Row[]>

const CONNECT_WITHIN_MS = 10_000
const TERMINATE = Buffer.from([...Buffer.from('X'), 0, 0, 0, 4])
/** The server looks whether a silent client is still there: this long after its last word, so often. */
const KEEPALIVE = { idle: 60, interval: 10, count: 3 }

export async function openConnection(opening: ConnectionSettings): Promise<Connection> {
  const { options, address, limits } = opening
  const isDirect = 'sslnegotiation' in options && options.sslnegotiation === 'direct'
  const encryption = { ssl: options.ssl, isDirect }
  const line = new DriverSocket(await openSocket({ address, encryption, withinMs: CONNECT_WITHIN_MS }))
  const timer = setTimeout(() => line.cut(connectTimeout()), CONNECT_WITHIN_MS)
  try {
    const connection = new Connection(clientOn(line, opening), line, limits)
    await connection.restore()
    return connection
  } catch (error) {
    line.destroy()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** The driver, for one connection over a line that is there. */
function clientOn(
  line: DriverSocket,
  { options, address, onNotification }: ConnectionSettings
): postgres.Sql {
  const own = {
    ...options,
    ...('path' in address ? {} : { host: [address.host], port: [address.port] }),
    max: 1,
    connect_timeout: 0,
    idle_timeout: 0,
    max_lifetime: 0,
    no_subscribe: true,
    ssl: false,
    socket: () => line,
    onnotify: onNotification
  }
  // The border to the driver, whose types know neither its sockets nor options that it has read already.
  return postgres(own as unknown as postgres.Options<Record<string, never>>)
}

function limitStatement({ statement, lock, idleTransaction }: TimeLimits): Statement {
  const values = {
    statement_timeout: statement * 1000,
    lock_timeout: lock * 1000,
    idle_in_transaction_session_timeout: idleTransaction * 1000,
    tcp_keepalives_idle: KEEPALIVE.idle,
    tcp_keepalives_interval: KEEPALIVE.interval,
    tcp_keepalives_count: KEEPALIVE.count
  }
  const parts = Object.entries(values).map(([name, value]) => `set_config('${name}', '${value}', false)`)
  return { text: `select ${parts.join(', ')}` }
}

export class Connection {
  readonly bornAt = performance.now()
  readonly #client: postgres.Sql
  readonly #line: DriverSocket
  readonly #limits: TimeLimits
  readonly #waiting = new Set<(why: Error) => void>()
  #timer: NodeJS.Timeout | undefined
  #isPatient = false

  constructor(client: postgres.Sql, line: DriverSocket, limits: TimeLimits) {
    this.#client = client
    this.#line = line
    this.#limits = limits
    line.onLost((why) => {
      clearTimeout(this.#timer)
      for (const reject of this.#waiting) reject(why)
      this.#waiting.clear()
    })
  }

  get isLost(): boolean {
    return this.#line.why !== undefined
  }

  /** Has the server hold the limits of the connection, whatever was set in between. */
  async restore(): Promise<void> {
    await this.run(limitStatement(this.#limits))
  }

  /** Whether an answer may take as long as it takes. */
  set isPatient(value: boolean) {
    this.#isPatient = value
    this.#watch()
  }

  onLost(tell: (why: Error) => void): void {
    this.#line.onLost(tell)
  }

  /** What is sent is answered in its order; without values, a text may hold several statements. */
  run({ text, values = [], asArrays = false }: Statement): Promise<StatementResult> {
    const why = this.#line.why
    if (why) return Promise.reject(why)
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject)
      this.#watch()
      const settled = () => {
        if (this.#waiting.delete(reject)) this.#watch()
      }
      // The border to the driver, which types parameters more narrowly than its callers can.
      const query = this.#client.unsafe(text, values as never[], { prepare: true })
      const rows: PromiseLike<unknown> = asArrays ? query.values() : query
      rows.then(
        (result) => {
          settled()
          // The border to the driver: arrays are rows too, to whoever has asked for them.
          resolve(result as StatementResult)
        },
        (error: unknown) => {
          settled()
          reject(error)
        }
      )
    })
  }

  cut(why: Error): void {
    this.#line.cut(why)
  }

  /** Takes its leave of the server. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#line.onLost(() => resolve())
      this.#line.end(TERMINATE)
    })
  }

  /** Whoever waits gets the whole time from the last answer on. */
  #watch(): void {
    const ms = this.#limits.answer * 1000
    if (this.#waiting.size === 0 || this.#isPatient || this.isLost) {
      clearTimeout(this.#timer)
      this.#timer = undefined
    } else if (this.#timer) this.#timer.refresh()
    else this.#timer = setTimeout(() => this.cut(noAnswer()), ms)
  }
}

function noAnswer(): Error {
  return connectionError('CONNECTION_CLOSED', 'the database has not answered in time')
}
