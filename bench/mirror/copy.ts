// Writes rows the way that Postgres takes them fastest.

import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { type AnyColumn, getTableColumns, getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type postgres from 'postgres'

const CHUNK_CHARACTERS = 1 << 20

/** All rows become visible together, when the stream has ended. */
export interface Copy<Row> {
  write(rows: readonly Row[]): Promise<void>
  end(): Promise<void>
}

/** Ids and what is generated are left to the database. */
export async function copyInto<Table extends PgTable>(
  sql: postgres.Sql,
  table: Table
): Promise<Copy<Table['$inferInsert']>> {
  const all: [string, AnyColumn][] = Object.entries(getTableColumns(table))
  const columns = all.filter(([name, column]) => name !== 'id' && !column.generated)
  const names = columns.map(([, column]) => `"${column.name}"`).join(', ')
  const stream = await sql.unsafe(`copy ${getTableName(table)} (${names}) from stdin`).writable()
  let text = ''
  return {
    async write(rows) {
      for (const row of rows) {
        text += lineOf(columns, row)
        if (text.length < CHUNK_CHARACTERS) continue
        await send(stream, text)
        text = ''
      }
    },
    async end() {
      stream.end(text)
      await finished(stream)
    }
  }
}

function lineOf(columns: [string, AnyColumn][], row: object): string {
  // The border to the rows, whose fields are named as the columns of their table are.
  const values = row as Record<string, unknown>
  let line = ''
  for (const [name, column] of columns)
    line += `${line && '\t'}${fieldOf(column, values[name] === undefined ? column.default : values[name])}`
  return `${line}\n`
}

function fieldOf(column: AnyColumn, value: unknown): string {
  if (value === null || value === undefined) return '\\N'
  const text = String(column.mapToDriverValue(value))
  return /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (one) => ESCAPED[one] ?? one) : text
}

const ESCAPED: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function send(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()))
  })
}
