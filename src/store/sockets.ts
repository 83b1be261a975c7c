// Connections to a database server that may be away behind something that still answers.
import { connect, type Socket } from 'node:net'

interface Addresses {
  host: string | string[]
  port: number | number[]
  path?: string | false
}

/**
 * Opens sockets for the driver. A forwarder without a server behind it takes each connection and closes it at once;
 * the driver would try again without end or pause, while whoever asked waits. Here the next attempt fails instead.
 */
export function openerOf(): (addresses: Addresses) => Socket {
  let attempts = 0
  let closedMute = false
  return (addresses) => {
    const socket = connecting(addresses, attempts)
    attempts += 1
    // Only after the driver has begun to listen: it clears up behind a connection that fails before its eyes.
    if (closedMute) setImmediate(() => socket.destroy(awayBehind()))
    closedMute = false
    socket.once('close', (failed) => {
      closedMute = !failed && socket.bytesRead === 0
    })
    return socket
  }
}

/** To one server after the other, where there are several. */
function connecting({ host, port, path }: Addresses, attempt: number): Socket {
  if (typeof path === 'string' && path !== '') return connect(path)
  const [hosts, ports] = [[host].flat(), [port].flat()]
  const at = attempt % hosts.length
  return connect(ports[at] ?? ports[0] ?? 5432, hosts[at])
}

function awayBehind(): Error {
  const message = 'the database closes connections before it says a word'
  return Object.assign(new Error(message), { code: 'CONNECTION_CLOSED' })
}
