// Hands what is announced to the listeners of this process: no other uses an embedded database.
import { type ChannelMessage, channelMessagesOf, lineOf } from '../sql/announcements.js'

type OnMessage = (message: string) => void

export class ProcessAnnouncements {
  readonly #listeners = new Map<string, OnMessage[]>()
  /** By what makes them equal: what is announced many times before it is heard is heard once. */
  readonly #pending = new Map<string, ChannelMessage>()

  listen(channel: string, onMessage: OnMessage): void {
    this.#listeners.set(channel, [...(this.#listeners.get(channel) ?? []), onMessage])
  }

  send(channel: string, message: string): void {
    this.sendLines(lineOf(channel, message))
  }

  sendLines(lines: unknown): void {
    for (const message of channelMessagesOf(lines)) {
      if (this.#pending.size === 0) setImmediate(() => this.#tell())
      this.#pending.set(message.line, message)
    }
  }

  close(): void {
    this.#listeners.clear()
  }

  #tell(): void {
    const told = [...this.#pending.values()]
    this.#pending.clear()
    for (const { channel, message } of told)
      for (const onMessage of this.#listeners.get(channel) ?? []) onMessage(message)
  }
}
