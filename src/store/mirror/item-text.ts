// One issue or pull request with its text, in one round trip.
import { type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { fromDatabase, type JsonText } from '#domain/json/text.js'
import { fullNameOf } from '#schemas/common.js'
import { type ItemParams, LONGEST_SHOWN_BODY } from '#schemas/mirror/items.js'
import { repositories } from '#tables/mirror/repositories.js'
import { type Db, rowsOf } from '../sql/database.js'
import type { ListedTable } from '../sql/list.js'
import { idNamed } from '../sql/repository-name.js'

/** All that is shown but its address, which the host knows. */
export interface ShownItem<Detail> {
  text: JsonText<Omit<Detail, 'url'>>
  /** The full name of its repository, as the host spells it. */
  fullName: string
}

interface ItemTable {
  listed: ListedTable
  /** The columns of a row `t`. */
  row: { id: PgColumn; repoId: PgColumn; number: PgColumn; body: PgColumn }
  fields: SQL
}

const r = alias(repositories, 'r')
const MOST = sql.raw(String(LONGEST_SHOWN_BODY))

export async function itemText<Detail>(
  db: Db,
  { listed, row, fields }: ItemTable,
  item: ItemParams
): Promise<ShownItem<Detail> | undefined> {
  const body = sql`left(${row.body}, ${MOST}) as body,
    coalesce(char_length(${row.body}) > ${MOST}, false) as body_truncated`
  const [found] = await rowsOf<{ fullName: string; text: string }>(
    db,
    sql`select ${r.fullName} as "fullName",
        (select row_to_json(shown)::text from (select ${fields}, ${body}) as shown) as text
      from ${listed.table} t ${listed.join}
      where ${row.repoId} = ${idNamed(fullNameOf(item))} and ${row.number} = ${item.number} and ${listed.visible}
      order by ${row.id} desc limit 1`
  )
  return found && { fullName: found.fullName, text: fromDatabase(found.text) }
}
