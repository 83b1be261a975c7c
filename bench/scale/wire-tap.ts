// Stands between the service and Postgres and counts the statements that pass, by the protocol itself: it needs no
// extension and no setting of the server, and misses none.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

const PROTOCOL_3 = 196_608
const HEAD = 5

export interface WireCount {
  /** Each of a text with several, `begin`, `commit` and the like included. */
  statements: number
  /** A statement outside of a transaction is one by itself. */
  transactions: number
  /** How often each text came. */
  texts: Map<string, number>
}

export interface WireTap {
  /** The address of the database through the tap. */
  url: string
  /** What has passed since the last call. */
  take(): WireCount
  close(): void
}

export async function openWireTap(database: string): Promise<WireTap> {
  const target = new URL(database)
  const sockets = new Set<Socket>()
  let count = nothing()
  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname)
    const read = messageReader((type, body) => countMessage(count, session, type, body))
    const session: TappedSession = { texts: new Map(), isInTransaction: false }
    client.on('data', read)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.setNoDelay(true).on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
    client.pipe(upstream).pipe(client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = new URL(database)
  url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  return {
    url: url.href,
    take() {
      const taken = count
      count = nothing()
      return taken
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    }
  }
}

const nothing = (): WireCount => ({ statements: 0, transactions: 0, texts: new Map() })

interface TappedSession {
  /** The statements that the client has prepared, by name. */
  texts: Map<string, string>
  isInTransaction: boolean
}

/** A client prepares a text once and then binds it for each execution; a simple query brings its text along. */
function countMessage(count: WireCount, session: TappedSession, type: string, body: Buffer): void {
  const [first = '', second = ''] = body.toString('utf8').split('\0', 2)
  if (type === 'P') session.texts.set(first, second)
  const text = type === 'Q' ? first : type === 'B' ? session.texts.get(second) : undefined
  if (text === undefined) return
  count.statements += text.split(';').length
  count.texts.set(text, (count.texts.get(text) ?? 0) + 1)
  if (!session.isInTransaction) count.transactions += 1
  if (/^begin/i.test(text)) session.isInTransaction = true
  if (/(^|; )commit|^rollback$/i.test(text)) session.isInTransaction = false
}

/** Cuts what a client sends into messages; the ones before the session begins have no type. */
function messageReader(onMessage: (type: string, body: Buffer) => void): (chunk: Buffer) => void {
  let pending: Buffer = Buffer.alloc(0)
  let isOpen = false
  const readOne = (): boolean => {
    const end = endOfMessage(pending, isOpen ? 1 : 0)
    if (end === undefined) return false
    if (isOpen) onMessage(pending.toString('latin1', 0, 1), pending.subarray(HEAD, end))
    else isOpen = pending.readInt32BE(4) === PROTOCOL_3
    pending = pending.subarray(end)
    return true
  }
  return (chunk) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
    while (readOne());
  }
}

/** Undefined until all of it has come. */
function endOfMessage(bytes: Buffer, lengthAt: number): number | undefined {
  if (bytes.length < lengthAt + 4) return undefined
  const end = lengthAt + bytes.readInt32BE(lengthAt)
  return bytes.length < end ? undefined : end
}
