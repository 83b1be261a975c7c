// What the driver takes for its socket.
import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'

/**
 * The driver (postgres 3.4.9) forgets its socket when that closes, and still writes to it: what a timer has yet to
 * write, or the rollback of a transaction, then ends the process. It also goes on with the state of the connection
 * before when it connects again. A line is never closed to it: once lost, a line swallows what is written, and
 * whoever has it learns of the loss here. What waits is told by `Connection`, and the driver's part is dropped.
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

  /** Why it is lost; nothing while it is not. */
  get why(): Error | undefined {
    return this.#why
  }

  onLost(tell: (why: Error) => void): void {
    if (this.#why) tell(this.#why)
    else this.#onLost.push(tell)
  }

  /** Ends it at once. */
  cut(why: Error): void {
    if (this.#why) return
    this.#why = why
    this.#socket.destroy()
    for (const tell of this.#onLost.splice(0)) tell(why)
  }

  // The rest is what the driver calls.

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
