// Opens sockets to a database server, with or without TLS.
import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls'
import { connectionError } from './driver-socket.js'

export type Address = { host: string; port: number } | { path: string }

/** As the driver reads `sslmode` and `sslnegotiation`. */
export interface Encryption {
  ssl: boolean | string | ConnectionOptions
  isDirect: boolean
}

export interface SocketRequest {
  address: Address
  encryption: Encryption
  withinMs: number
}

/** Opens a socket that is ready for the driver; fails when the server does not answer in time. */
export async function openSocket({ address, encryption, withinMs }: SocketRequest): Promise<Socket> {
  const socket = 'path' in address ? connect(address.path) : connect(address)
  const timer = setTimeout(() => socket.destroy(connectTimeout()), withinMs)
  try {
    await waitForEvent(socket, 'connect')
    return encryption.ssl === false ? socket : await startTls(socket, address, encryption)
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** `SSLRequest` of the protocol: its length and its code. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])
const YES = 'S'.charCodeAt(0)
/** Modes that encrypt without verifying the server. */
const TRUSTING = new Set(['require', 'allow', 'prefer'])

async function startTls(socket: Socket, address: Address, { ssl, isDirect }: Encryption): Promise<Socket> {
  if (!isDirect && !(await acceptsTls(socket))) {
    if (ssl === 'prefer') return socket
    throw connectionError('ECONNREFUSED', 'the database does not offer TLS')
  }
  const secure: TLSSocket = connectTls({
    socket,
    ...certificateName(address),
    ...(isDirect ? { ALPNProtocols: ['postgresql'] } : {}),
    ...(TRUSTING.has(String(ssl)) ? { rejectUnauthorized: false } : {}),
    ...(typeof ssl === 'object' ? ssl : {})
  })
  await waitForEvent(secure, 'secureConnect')
  return secure
}

/** The expected subject of the certificate. TLS sends a host name to the server, but not an address. */
function certificateName(address: Address): ConnectionOptions {
  if (!('host' in address)) return {}
  const { host } = address
  return isIP(host) === 0 ? { host, servername: host } : { host }
}

/** Whether the server accepts TLS, which it answers in one byte. */
async function acceptsTls(socket: Socket): Promise<boolean> {
  socket.write(SSL_REQUEST)
  await waitForEvent(socket, 'readable')
  const answer: Buffer | null = socket.read(1)
  return answer?.[0] === YES
}

/** A socket that closes without an error will not become ready either. */
async function waitForEvent(socket: Socket, event: string): Promise<void> {
  const given = new AbortController()
  const { signal } = given
  try {
    await Promise.race([
      once(socket, event, { signal }),
      once(socket, 'close', { signal }).then(() => {
        throw connectionError('CONNECTION_CLOSED', 'the database closes connections before it says a word')
      })
    ])
  } finally {
    given.abort()
  }
}

export function connectTimeout(): Error {
  return connectionError('CONNECT_TIMEOUT', 'the database does not answer in time')
}
