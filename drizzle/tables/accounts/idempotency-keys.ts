import { index, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { instant } from '../columns.js'

/** Requests that were sent with an `Idempotency-Key`, and their answers. The key is never stored, only its SHA-256. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** How the request was authenticated, and its principal. */
    caller: text('caller').notNull(),
    keySha256: text('key_sha256').notNull(),
    /** Of the request: the same key is good for the same request alone. */
    fingerprint: text('fingerprint').notNull(),
    /** Null until the request is answered. */
    status: smallint('status'),
    contentType: text('content_type'),
    /** The body of the answer, which nobody reads without the key. */
    sealedBody: text('sealed_body'),
    createdAt: instant('created_at').notNull()
  },
  (table) => [
    primaryKey({ columns: [table.caller, table.keySha256] }),
    index('idempotency_keys_created_at_idx').on(table.createdAt)
  ]
)
