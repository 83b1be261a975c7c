// The object that Drizzle uses as its driver's client: statements and transactions over our connections.
import { toldByTriggers } from './announcements.js'
import type { Connection, DriverOptions, Statement, StatementResult } from './connection/connection.js'
import { connectionError } from './connection/driver-socket.js'
import type { Pool } from './pool.js'

export interface DrizzleClient extends Statements {
  options: DriverOptions
  begin<T>(work: (inner: TransactionClient) => Promise<T>): Promise<T>
}

interface TransactionClient extends Statements {
  savepoint<T>(work: (inner: TransactionClient) => Promise<T>): Promise<T>
}

interface Statements {
  unsafe(text: string, values: unknown[]): PendingResult
}

/** Callers that want arrays call `values` in the same tick. */
type PendingResult = Promise<StatementResult> & { values(): Promise<StatementResult> }

export interface TransactionKind {
  /** The statement that begins a transaction, with its settings. */
  begin: string
  /** Whether answers have no time limit. */
  isUnlimited: boolean
  /** Called after the commit with what the triggers of the transaction announce. */
  onTold: (lines: unknown) => void
}

export function drizzleClient(pool: Pool, options: DriverOptions, kind: TransactionKind): DrizzleClient {
  return {
    options,
    unsafe: (text, values) => pending(text, values, (statement) => pool.run(statement)),
    begin: (work) =>
      pool.holding(async (connection) => {
        connection.isPatient = kind.isUnlimited
        try {
          return await transaction(connection, kind, work)
        } finally {
          connection.isPatient = false
        }
      })
  }
}

function pending(
  text: string,
  values: unknown[],
  run: (one: Statement) => Promise<StatementResult>
): PendingResult {
  let asArrays = false
  const result = Promise.resolve().then(() => run({ text, values, asArrays }))
  return Object.assign(result, {
    values() {
      asArrays = true
      return result
    }
  })
}

type Work<T> = (inner: TransactionClient) => Promise<T>

async function transaction<T>(
  connection: Connection,
  { begin, onTold }: TransactionKind,
  work: Work<T>
): Promise<T> {
  const { result, lines } = await committed(connection, begin, work)
  onTold(lines)
  return result
}

/**
 * In one message. In a transaction that has failed the first of both fails as well, where `commit` alone would roll back
 * in silence.
 */
const TELL_AND_COMMIT = `${toldByTriggers.text}; commit`

/** The result of a transaction that was committed, and what its triggers announce. */
async function committed<T>(
  connection: Connection,
  begin: string,
  work: Work<T>
): Promise<{ result: T; lines: unknown }> {
  try {
    const begun = connection.run({ text: begin })
    // The first statement does not wait for the answer. Where this failed, that is why the work did.
    begun.catch(() => {})
    const result = await inTransaction(connection, { depth: 0 }, work).finally(() => begun)
    const [told] = await connection.run({ text: TELL_AND_COMMIT })
    return { result, lines: told?.['lines'] }
  } catch (error) {
    // A transaction that cannot be rolled back must not be left open for the next user of the connection.
    await connection.run({ text: 'rollback' }).catch((why) => connection.cut(why))
    throw error
  }
}

async function inTransaction<T>(
  connection: Connection,
  { depth }: { depth: number },
  work: Work<T>
): Promise<T> {
  let firstFault: { error: unknown } | undefined
  let isOver = false
  const inner: TransactionClient = {
    unsafe: (text, values) =>
      pending(text, values, async (statement) => {
        // A late statement must not run in the next transaction of this connection.
        if (isOver) throw connectionError('CONNECTION_ENDED', 'the transaction is over')
        try {
          return await connection.run(statement)
        } catch (error) {
          firstFault ??= { error }
          throw error
        }
      }),
    savepoint: (nested) => savepoint(connection, depth + 1, nested)
  }
  try {
    const result = await work(inner)
    if (firstFault) throw firstFault.error
    return result
  } finally {
    isOver = true
  }
}

async function savepoint<T>(connection: Connection, depth: number, work: Work<T>): Promise<T> {
  const name = `s${depth}`
  await connection.run({ text: `savepoint ${name}` })
  try {
    return await inTransaction(connection, { depth }, work)
  } catch (error) {
    await connection.run({ text: `rollback to ${name}` })
    throw error
  }
}
