import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../columns.js'

/** Dashboard sessions. The cookie's token is never stored, only its SHA-256. */
export const sessions = pgTable(
  'sessions',
  {
    tokenSha256: text('token_sha256').primaryKey(),
    principal: text('principal').notNull(),
    /** Fingerprint of the API key that opened it. Without the key the session is invalid. */
    keyId: text('key_id').notNull(),
    ip: text('ip'),
    userAgent: text('user_agent'),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    expiresAt: instant('expires_at').notNull()
  },
  (table) => [
    index('sessions_key_id_idx').on(table.keyId, table.expiresAt),
    index('sessions_expires_at_idx').on(table.expiresAt)
  ]
)
