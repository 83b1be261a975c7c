// One connection to the server. It never reconnects.
import postgres from 'postgres'
import type { TimeLimits } from '../limits.js'
import { connectionError, DriverSocket } from './driver-socket.js'
import { type Address, connectTimeout, openSocket } from './sockets.js'

/** What the driver parsed from the URL of the database. */
export type DriverOptions = postgres.Sql['options']

export interface ConnectionSettings {
  options: DriverOptions
  address: Address
  limits: TimeLimits
  /** Whether a pooler stands between, which hands out the connections of the server by transaction. */
  isPooled?: boolean
  onNotification?: ((channel: string, message: string) => void) | undefined
}

export interface Statement {
  text: string
  values?: unknown[] | undefined
  /** Rows as arrays of values, not as objects. */
  asArrays?: boolean
}

/** Rows, and the command that returned them. */
export type StatementResult = postgres.RowList<postgres.Row[]>

const CONNECT_WITHIN_MS = 10_000
const TERMINATE = Buffer.from([...Buffer.from('X'), 0, 0, 0, 4])
/** When and how often the server probes a silent client. */
const KEEPALIVE = { idle: 60, interval: 10, count: 3 }

export async function openConnection(opening: ConnectionSettings): Promise<Connection> {
  const { options, address } = opening
  const isDirect = 'sslnegotiation' in options && options.sslnegotiation === 'direct'
  const encryption = { ssl: options.ssl, isDirect }
  const line = new DriverSocket(await openSocket({ address, encryption, withinMs: CONNECT_WITHIN_MS }))
  const timer = setTimeout(() => line.cut(connectTimeout()), CONNECT_WITHIN_MS)
  try {
    const connection = new Connection(clientOn(line, opening), line, opening)
    await connection.restore()
    return connection
  } catch (error) {
    line.destroy()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** A driver for one connection, over an open line. */
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
  // Cast: the driver's types declare neither its sockets nor parsed options.
  return postgres(own as unknown as postgres.Options<Record<string, never>>)
}

/** Begins a transaction under the limits, where a connection of the server has none of its own. */
export function limitedBegin({ statement, lock, idleTransaction }: TimeLimits): string {
  const seconds = {
    statement_timeout: statement,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: idleTransaction
  }
  return `begin; ${Object.entries(seconds)
    .map(([name, value]) => `set local ${name} = '${value}s'`)
    .join('; ')}`
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
  readonly #isPooled: boolean
  readonly #waiting = new Set<(why: Error) => void>()
  #timer: NodeJS.Timeout | undefined
  #isPatient = false
  #answered = Promise.resolve()

  constructor(
    client: postgres.Sql,
    line: DriverSocket,
    { limits, isPooled = false }: Pick<ConnectionSettings, 'limits' | 'isPooled'>
  ) {
    this.#client = client
    this.#line = line
    this.#limits = limits
    this.#isPooled = isPooled
    line.onLost((why) => {
      clearTimeout(this.#timer)
      for (const reject of this.#waiting) reject(why)
      this.#waiting.clear()
    })
  }

  get isLost(): boolean {
    return this.#line.why !== undefined
  }

  /** Resets the time limits at the server to those of the connection. Behind a pooler the next statement may reach another. */
  async restore(): Promise<void> {
    await this.run(this.#isPooled ? { text: 'select 1' } : limitStatement(this.#limits))
  }

  /** Whether answers have no time limit. */
  set isPatient(value: boolean) {
    this.#isPatient = value
    this.#watch()
  }

  onLost(tell: (why: Error) => void): void {
    this.#line.onLost(tell)
  }

  /**
   * Answers come in the order of the statements. Without values, a text may contain several statements. Behind a pooler each
   * is sent after the answer to the last: the driver sends one with values in two parts, and PgBouncer hands the connection
   * of the server on between them if it answers another meanwhile.
   */
  run(statement: Statement): Promise<StatementResult> {
    if (!this.#isPooled) return this.#send(statement)
    const answer = this.#answered.then(() => this.#send(statement))
    this.#answered = answer.then(
      () => undefined,
      () => undefined
    )
    return answer
  }

  #send({ text, values = [], asArrays = false }: Statement): Promise<StatementResult> {
    const why = this.#line.why
    if (why) return Promise.reject(why)
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject)
      this.#watch()
      const settled = () => {
        if (this.#waiting.delete(reject)) this.#watch()
      }
      // Cast: the driver's type of parameters is too narrow.
      const query = this.#client.unsafe(text, values as never[], { prepare: !this.#isPooled })
      const rows: PromiseLike<unknown> = asArrays ? query.values() : query
      rows.then(
        (result) => {
          settled()
          // Cast: rows are arrays if the caller asked for arrays.
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

  /** Closes the connection in the protocol's way. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#line.onLost(() => resolve())
      this.#line.end(TERMINATE)
    })
  }

  /** Every answer restarts the time limit for the next one. */
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
