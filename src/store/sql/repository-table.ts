// Describes tables with rows of repositories: how rows move when a repository replaces another, how they are hidden
// while their repository is deleted, and how they count. Each capability lists its own tables.
import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { CountedRows } from '../counters/counted-rows.js'
import { bareColumn } from './database.js'

export interface RepositoryTable {
  table: PgTable
  repoId: PgColumn
  /** Columns with the full name of the repository. */
  names?: readonly PgColumn[]
  /** Whether the names follow renames of the repository, because lists are ordered by them. */
  namesFollow?: true
  /** How its rows count. */
  counted?: CountedRows
  /** The unique keys within one repository; an empty key if it has one row. */
  keys?: readonly (readonly PgColumn[])[]
  /** Set in ended rows, which clash with no other. */
  gone?: PgColumn
  /** The repository that a row first belonged to. */
  movedFrom?: PgColumn
  /** Whether a row is shown, and the column that hides a row for good. */
  live?: { column: PgColumn; unless?: PgColumn }
  /** Columns that refer to rows that may clash, and the column that they refer to. */
  references?: readonly { column: PgColumn; to: PgColumn }[]
  /** Workers lock a row before its repository, so a merge locks the rows first as well, in this order. */
  heldFirstBy?: PgColumn
}

export function tableName({ table }: RepositoryTable): string {
  return getTableName(table)
}

/** The repository `successor` replaces `orphan`. */
export interface RepositoryPair {
  orphan: number
  successor: number
}

/** Rows `o` of the orphan that clash with rows `l` of its successor. */
export function clashes(
  { repoId, keys = [], gone }: RepositoryTable,
  { orphan, successor }: RepositoryPair
): SQL {
  const isSame = (key: readonly PgColumn[]) =>
    key.length === 0
      ? sql`true`
      : sql.join(
          key.map((one) => sql`o.${bareColumn(one)} = l.${bareColumn(one)}`),
          sql` and `
        )
  const same =
    keys.length === 0
      ? sql`false`
      : sql.join(
          keys.map((key) => sql`(${isSame(key)})`),
          sql` or `
        )
  const there = gone ? sql` and o.${bareColumn(gone)} is null and l.${bareColumn(gone)} is null` : sql``
  return sql`o.${bareColumn(repoId)} = ${orphan} and l.${bareColumn(repoId)} = ${successor} and (${same})${there}`
}
