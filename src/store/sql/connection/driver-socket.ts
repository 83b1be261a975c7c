// The object that the driver uses as its socket.
import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'

/**
 * The driver (postgres 3.4.9) drops its socket when that closes and still writes to it, from a timer or for a rollback,
 * which ends the process. On a reconnection it also keeps the state of the previous connection. So the driver never
 * sees a line close: a lost line discards what is written and reports the loss to its owner. `Connection` fails the
 * waiting statements and discards the driver.
 */
export class DriverSocket extends EventEmitter {
  readonly #socket: Socket
  readonly #onLost: ((why: Error) => void)[] = []
  #why: Error | undefined

  constructor(socket: Socket) {
    super()
    this.#socket = socket
    socket.on('data', (bytes) => this.#why ?? this.emit('data', bytes))
    socket.on('drain', () => this.#why ?? this.emit('drain'))
    socket.on('error', (error) => this.cut(error))
    socket.on('close', () => this.cut(lostConnection()))
    if (socket.destroyed) this.cut(lostConnection())
  }

  /** Why the line was lost; undefined while it works. */
  get why(): Error | undefined {
    return this.#why
  }

  onLost(tell: (why: Error) => void): void {
    if (this.#why) tell(this.#why)
    else this.#onLost.push(tell)
  }

  /** Closes the line at once. */
  cut(why: Error): void {
    if (this.#why) return
    this.#why = why
    this.#socket.destroy()
    for (const tell of this.#onLost.splice(0)) tell(why)
  }

  // The driver calls the rest.

  get readyState(): string {
    return this.#why ? 'closed' : this.#socket.readyState
  }

  write(bytes: Uint8Array, onWritten?: (error?: Error | null) => void): boolean {
    if (!this.#why) return this.#socket.write(bytes, onWritten)
    onWritten?.(this.#why)
    return true
  }

  end(bytes: Uint8Array): void {
    if (!this.#why) this.#socket.end(bytes)
  }

  destroy(): void {
    this.cut(lostConnection())
  }

  setKeepAlive(isOn: boolean, ms: number): void {
    this.#socket.setKeepAlive(isOn, ms)
  }

  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }
}

function lostConnection(): Error {
  return connectionError('CONNECTION_CLOSED', 'the connection to the database is lost')
}

export function connectionError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}
