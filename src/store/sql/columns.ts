// Columns in places of a statement that take no table in front of them.
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

/** For a statement that gives the table a name of its own. */
export function bareColumn({ name }: PgColumn): SQL {
  return sql.raw(`"${name}"`)
}

/** All columns of a table like that: for what an insert writes, what its `on conflict` names, and what is set. */
export function bareColumns<Table extends PgTable>(table: Table): Record<keyof Table['_']['columns'], SQL> {
  const columns: [string, PgColumn][] = Object.entries(getTableColumns(table))
  // The border to JavaScript, whose keys are strings.
  return Object.fromEntries(columns.map(([key, column]) => [key, bareColumn(column)])) as Record<
    keyof Table['_']['columns'],
    SQL
  >
}

/** What an insert that has met a row would have written. */
export function excluded({ name }: PgColumn): SQL {
  return sql.raw(`excluded."${name}"`)
}
