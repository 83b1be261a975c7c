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

interface DatabaseUrls {
  DATABASE_URL?: string
  DATABASE_SESSION_URL?: string
}

export function databaseUrlOf({ DATABASE_URL }: DatabaseUrls): string | undefined {
  return checkedUrl('DATABASE_URL', DATABASE_URL)
}

/** The server without the pooler that DATABASE_URL leads to. */
export function sessionUrlOf({ DATABASE_URL, DATABASE_SESSION_URL }: DatabaseUrls): string | undefined {
  if (DATABASE_SESSION_URL !== undefined && DATABASE_URL === undefined)
    throw new SettingsError(
      'DATABASE_SESSION_URL is wrong: it names the same database as DATABASE_URL, which is missing.'
    )
  return checkedUrl('DATABASE_SESSION_URL', DATABASE_SESSION_URL)
}

function checkedUrl(name: keyof DatabaseUrls, url: string | undefined): string | undefined {
  if (url === undefined || (URL.canParse(url) && isDatabase(new URL(url)))) return url
  throw new SettingsError(
    `${name} is wrong: expected an address like postgres://user:password@host:5432/name.`
  )
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
