// Notifications, over one connection that reconnects whenever it is lost.
import { withTimeout } from '#runtime/timeout.js'
import type { Connection } from './connection/connection.js'

type OnMessage = (message: string) => void

export interface Listener {
  /** Calls back on each notification, and with an empty text after a reconnection. */
  listen(channel: string, onMessage: OnMessage): Promise<void>
  close(): Promise<void>
}

type Open = (onNotification: (channel: string, message: string) => void) => Promise<Connection>

/** How often a silent connection is probed: a middlebox may have cut it. */
const PING_EVERY_MS = 30_000
const FIRST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 1_000
/** How long a server that is silent holds up the end. */
const LEAVE_WITHIN_MS = 1_000

export function openListener(open: Open): Listener {
  const channels = new Map<string, OnMessage[]>()
  let connection: Promise<Connection> | undefined
  let isClosed = false
  let isReconnecting = false
  const asking = setInterval(() => void connection?.then(ping, () => {}), PING_EVERY_MS)
  asking.unref()

  const tell = (channel: string, message: string) => {
    for (const onMessage of channels.get(channel) ?? []) onMessage(message)
  }

  async function connect(): Promise<Connection> {
    const made = await open(tell)
    made.onLost(() => void reconnect())
    if (isClosed) await made.close()
    return made
  }

  async function reconnect(): Promise<void> {
    if (isReconnecting || isClosed) return
    isReconnecting = true
    connection = undefined
    let pause = FIRST_PAUSE_MS
    do {
      await new Promise((resolve) => setTimeout(resolve, pause).unref())
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    } while (!isClosed && !(await isListening()))
    isReconnecting = false
  }

  /** Listens to all channels again; returns whether that succeeded. */
  async function isListening(): Promise<boolean> {
    let made: Connection | undefined
    try {
      connection ??= connect()
      made = await connection
      for (const channel of channels.keys()) await listenTo(made, channel)
    } catch (error) {
      connection = undefined
      made?.cut(errorOf(error))
      return false
    }
    for (const channel of channels.keys()) tell(channel, '')
    return !made.isLost
  }

  return {
    async listen(channel, onMessage) {
      connection ??= connect()
      const made = await connection.catch((error: unknown) => {
        connection = undefined
        throw error
      })
      await listenTo(made, channel)
      channels.set(channel, [...(channels.get(channel) ?? []), onMessage])
    },
    async close() {
      isClosed = true
      clearInterval(asking)
      const made = await connection?.catch(() => undefined)
      if (made) await withTimeout(LEAVE_WITHIN_MS, made.close()).catch((error) => made.cut(errorOf(error)))
    }
  }
}

async function listenTo(connection: Connection, channel: string): Promise<void> {
  await connection.run({ text: `listen "${channel.replaceAll('"', '""')}"` })
}

async function ping(connection: Connection): Promise<void> {
  await connection.run({ text: 'select 1' }).catch(() => {})
}

function errorOf(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
