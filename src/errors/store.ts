// What an error of the database means, by its code alone: its words may quote a query, its values and the server.
import { retryAfter, ServiceError } from './errors.js'

export interface StoreFault {
  /**
   * `away`: nothing answers; `busy`: the server has no room, or ended what took too long; `value`: it refused what it
   * was given; `other`: what nobody foresaw.
   */
  is: 'away' | 'busy' | 'value' | 'other'
  code: string
}

/** What codes of Postgres (SQLSTATE) mean, the first that fits. */
const KIND_BY_SQLSTATE: readonly [RegExp, StoreFault['is']][] = [
  [/^(?:08|57P|25006)/, 'away'],
  [/^(?:53|57014|55P03|25P0[34]|40)/, 'busy'],
  [/^2[23]/, 'value'],
  [/^(?:\d\d|F0|HV|P0|XX)[0-9A-Z]{3}$/, 'other']
]

/** Of the driver, and of the sockets below it. */
const AWAY_CODES = new Set([
  ...['CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED', 'CONNECT_TIMEOUT'],
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'EHOSTDOWN'],
  ...['ENETUNREACH', 'ENETDOWN', 'ENOTFOUND', 'EAI_AGAIN']
])

/** Causes may form a ring. */
const DEEPEST_CAUSE = 10

/** Nothing where the database has no part in it. */
export function storeFaultOf(error: unknown, depth = 0): StoreFault | undefined {
  if (!(error instanceof Error) || error instanceof ServiceError || depth > DEEPEST_CAUSE) return undefined
  return (
    faultWithoutCause(error) ?? storeFaultOf(error.cause, depth + 1) ?? (isQuery(error) ? UNKNOWN : undefined)
  )
}

const UNKNOWN: StoreFault = { is: 'other', code: 'unknown' }

/** Drizzle wraps what a query met with the query and its values. */
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

/** Whether the database refused what it was given, not the asking. */
export function isDataError(error: unknown): boolean {
  return storeFaultOf(error)?.is === 'value'
}

const WORDS: Readonly<Record<StoreFault['is'], string>> = {
  away: 'the database does not respond',
  busy: 'the database is too busy',
  value: 'the database rejected a value',
  other: 'the database rejected a statement'
}

/** What may be told and kept of it. */
export function storeErrorText({ is, code }: StoreFault): string {
  return `${WORDS[is]} (${code})`
}

/** When whoever asked may come again. */
export const STORE_RETRY_SECONDS = 5

export function storeUnavailable(why: 'away' | 'busy'): ServiceError {
  const message =
    why === 'away'
      ? 'The database does not respond. Try again shortly.'
      : 'The database is too busy. Try again shortly.'
  return new ServiceError('unavailable', message, retryAfter(STORE_RETRY_SECONDS))
}

/** So often it is looked whether there is room again. */
const ROOM_SECONDS = 60

export function diskIsLow(): ServiceError {
  return new ServiceError(
    'insufficient_storage',
    'The disk of the database is almost full: it has less free space than DISK_RESERVE_MIB. Nothing that needs space is accepted. Free some space on the disk of DATA_DIR; the service then continues by itself.',
    { code: 'disk_low', ...retryAfter(ROOM_SECONDS) }
  )
}
