// An embedded database with the rows of a database on a server.
import postgres from 'postgres'
import { DATABASE_IMAGE } from '#paths.js'
import { openEmbedded } from '#store/embedded/embedded.js'
import type { Database } from '#store/sql/database.js'

const ROWS_AT_ONCE = 500

/** The columns that can be written. */
const COLUMNS = `select table_name as name, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
  from information_schema.columns join information_schema.tables using (table_schema, table_name)
  where table_schema = 'public' and is_generated = 'NEVER' and table_type = 'BASE TABLE' group by 1`

/** Numbers that the service will give go on behind those that were copied. */
const SEQUENCES = `select format('select setval(%L, (select coalesce(max(%I), 0) + 1 from %I))',
    pg_get_serial_sequence(quote_ident(table_name), column_name), column_name, table_name) as text
  from information_schema.columns
  where table_schema = 'public' and pg_get_serial_sequence(quote_ident(table_name), column_name) is not null`

export async function copyIntoDirectory(url: string, directory: string): Promise<void> {
  const server = postgres(url, { max: 1, onnotice: () => {} })
  const database = await openEmbedded({ directory, image: DATABASE_IMAGE })
  const { execute } = database
  try {
    // The rows bring their sums along: no trigger counts them again.
    await execute('set session_replication_role = replica', [])
    for (const { name, columns } of (await execute(COLUMNS, [])).rows)
      await copyTable(server, execute, { name: String(name), columns: String(columns) })
    for (const { text } of (await execute(SEQUENCES, [])).rows) await execute(String(text), [])
    await execute('analyze', [])
  } finally {
    await database.close()
    await server.end()
  }
}

async function copyTable(
  server: postgres.Sql,
  execute: Database['execute'],
  { name, columns }: { name: string; columns: string }
): Promise<void> {
  const rows = server.unsafe<{ row: string }[]>(`select row_to_json(t)::text as row from "${name}" t`)
  for await (const found of rows.cursor(ROWS_AT_ONCE))
    await execute(
      `insert into "${name}" (${columns}) overriding system value
        select ${columns} from json_populate_recordset(null::"${name}", $1::text::json)`,
      [`[${found.map(({ row }) => row).join(',')}]`]
    )
}
