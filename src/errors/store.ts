// Classifies database errors by their code alone, because messages may quote queries, values and the server.
import { retryAfter, ServiceError } from './errors.js'

export interface StoreFault {
  /**
   * `away`: no connection; `full`: its disk is full; `busy`: the server is overloaded or cancelled a slow statement;
   * `value`: it rejected a value; `other`: anything unexpected.
   */
  is: 'away' | 'full' | 'busy' | 'value' | 'other'
  code: string
}

/** The kind of a Postgres error by its SQLSTATE; the first match decides. */
const KIND_BY_SQLSTATE: readonly [RegExp, StoreFault['is']][] = [
  // Also a database that lets nobody in for a while, is being replaced, or has had its password changed.
  [/^(?:08|28|57P|25006|3D000|55000)/, 'away'],
  [/^53100/, 'full'],
  [/^(?:53|57014|55P03|25P0[34]|40)/, 'busy'],
  [/^2[23]/, 'value'],
  [/^(?:\d\d|F0|HV|P0|XX)[0-9A-Z]{3}$/, 'other']
]

/** Error codes of the driver and of sockets. */
const AWAY_CODES = new Set([
  ...['CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED', 'CONNECT_TIMEOUT'],
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'EHOSTDOWN'],
  ...['ENETUNREACH', 'ENETDOWN', 'ENOTFOUND', 'EAI_AGAIN']
])

/** Guards against cyclic causes. */
const DEEPEST_CAUSE = 10

/** Undefined if the error does not come from the database. */
export function storeFaultOf(error: unknown, depth = 0): StoreFault | undefined {
  if (!(error instanceof Error) || error instanceof ServiceError || depth > DEEPEST_CAUSE) return undefined
  return (
    faultWithoutCause(error) ?? storeFaultOf(error.cause, depth + 1) ?? (isQuery(error) ? UNKNOWN : undefined)
  )
}

const UNKNOWN: StoreFault = { is: 'other', code: 'unknown' }

/** Recognises the errors of Drizzle, which wrap those of the driver. */
const isQuery = (error: Error) => 'query' in error && 'params' in error

function faultWithoutCause(error: Error): StoreFault | undefined {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const is = faultKindOf(code)
  return is && { is, code }
}

function faultKindOf(code: string): StoreFault['is'] | undefined {
  if (AWAY_CODES.has(code)) return 'away'
  return code.length === 5 ? KIND_BY_SQLSTATE.find(([states]) => states.test(code))?.[1] : undefined
}

/** Whether the database rejected a value rather than the connection or the statement. */
export function isDataError(error: unknown): boolean {
  return storeFaultOf(error)?.is === 'value'
}

const FAULT_MESSAGES: Readonly<Record<StoreFault['is'], string>> = {
  away: 'the database does not respond',
  full: 'the disk of the database is full',
  busy: 'the database is too busy',
  value: 'the database rejected a value',
  other: 'the database rejected a statement'
}

/** A text that is safe to show and to store. */
export function storeErrorText({ is, code }: StoreFault): string {
  return `${FAULT_MESSAGES[is]} (${code})`
}

/** The Retry-After of responses while the database does not respond. */
export const STORE_RETRY_SECONDS = 5

const UNAVAILABLE = {
  away: 'The database does not respond. Try again shortly.',
  full: 'The disk of the database is full. Free some space there; the service then continues by itself.',
  busy: 'The database is too busy. Try again shortly.'
}

export function storeUnavailable(why: keyof typeof UNAVAILABLE): ServiceError {
  return new ServiceError('unavailable', UNAVAILABLE[why], retryAfter(STORE_RETRY_SECONDS))
}

/** Whether waiting may mend it. */
export const isPassing = (is: StoreFault['is'] | undefined): is is keyof typeof UNAVAILABLE =>
  is !== undefined && is in UNAVAILABLE

/** Retry-After while the disk is almost full. */
const LOW_DISK_SECONDS = 60

export function diskIsLow(): ServiceError {
  return new ServiceError(
    'insufficient_storage',
    'The disk of the database is almost full: it has less free space than DISK_RESERVE_MIB. Nothing that needs space is accepted. Free some space on the disk of DATA_DIR; the service then continues by itself.',
    { code: 'disk_low', ...retryAfter(LOW_DISK_SECONDS) }
  )
}
