// A proxy to a server that can stall: data is neither refused nor delivered.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { Test } from 'tap'

export interface StallingProxy {
  /** The address of the database through the proxy. */
  url: string
  /** Stops all traffic in both directions, including that of new connections. */
  stall(): void
  /** Delivers the data that was held back. */
  resume(): void
}

export async function stallingProxy(t: Test, target: string): Promise<StallingProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let isStalled = false
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    const pass = (from: Socket, to: Socket) => {
      sockets.add(from)
      if (isStalled) from.pause()
      from.on('data', (bytes) => to.write(bytes))
      from.on('error', () => to.destroy())
      // Closing a connection is not passed on either while stalled.
      from.on('close', () => {
        sockets.delete(from)
        if (!isStalled) to.destroy()
      })
    }
    pass(near, far)
    pass(far, near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const url = new URL(target)
  const address = server.address()
  url.hostname = '127.0.0.1'
  url.port = String(typeof address === 'object' ? address?.port : '')
  const each = (act: (socket: Socket) => void) => {
    for (const socket of sockets) act(socket)
  }
  return {
    url: url.href,
    stall() {
      isStalled = true
      each((socket) => socket.pause())
    },
    resume() {
      isStalled = false
      each((socket) => socket.resume())
    }
  }
}
