// Settings of the Postgres connection.

import type { PostgresLimits } from '#store/sql/limits.js'
import { SettingsError } from './error.js'

interface LimitValues {
  DATABASE_CONNECTIONS: number
  DATABASE_STATEMENT_SECONDS: number
  DATABASE_LOCK_SECONDS: number
  DATABASE_IDLE_TRANSACTION_SECONDS: number
  DATABASE_ANSWER_SECONDS: number
}

export function databaseUrlOf({ DATABASE_URL }: { DATABASE_URL?: string }): string | undefined {
  if (DATABASE_URL === undefined) return undefined
  if (!URL.canParse(DATABASE_URL) || !isDatabase(new URL(DATABASE_URL))) {
    throw new SettingsError(
      'DATABASE_URL is wrong: expected an address like postgres://user:password@host:5432/name.'
    )
  }
  return DATABASE_URL
}

export function databaseLimitsOf(values: LimitValues): PostgresLimits {
  const seconds = {
    statement: values.DATABASE_STATEMENT_SECONDS,
    lock: values.DATABASE_LOCK_SECONDS,
    idleTransaction: values.DATABASE_IDLE_TRANSACTION_SECONDS,
    answer: values.DATABASE_ANSWER_SECONDS
  }
  if (seconds.answer > seconds.statement) return { connections: values.DATABASE_CONNECTIONS, seconds }
  throw new SettingsError(
    `DATABASE_ANSWER_SECONDS is wrong: expected more than DATABASE_STATEMENT_SECONDS (${seconds.statement}), so that Postgres ends a statement before its connection is dropped.`
  )
}

/** Requires a database name, because the driver would default to another one. */
function isDatabase({ protocol, pathname }: URL): boolean {
  return /^postgres(ql)?:$/.test(protocol) && pathname.length > 1
}
