import { customType, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' })

/**
 * Which tables a transaction has written, for processes that keep what they have read. The table is not logged: after a
 * fall of the server nobody keeps anything from before.
 */
export const changeNotes = pgTable(
  'change_notes',
  {
    xid: transactionId('xid').notNull(),
    tableName: text('table_name').notNull()
  },
  (table) => [primaryKey({ columns: [table.xid, table.tableName] })]
)
