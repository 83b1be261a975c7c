import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  text
} from 'drizzle-orm/pg-core'
import { WAIVABLE } from '../../../schemas/configuration/pillars.js'
import { WAIVER_SCOPES, WAIVER_SOURCES } from '../../../schemas/waivers/waivers.js'
import { instant, isOneOf, searchIndex } from '../columns.js'
import { repositories } from '../mirror/repositories.js'

/** Granted exceptions. Ended rows stay as evidence. */
export const waivers = pgTable(
  'waivers',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    pillar: text('pillar', { enum: WAIVABLE }).notNull(),
    scope: text('scope', { enum: WAIVER_SCOPES }).notNull(),
    scopeValue: text('scope_value'),
    reason: text('reason').notNull(),
    /** The name in the request, and the authenticated principal. */
    grantedBy: text('granted_by').notNull(),
    grantedPrincipal: text('granted_principal').notNull(),
    source: text('source', { enum: WAIVER_SOURCES }).notNull(),
    commentUrl: text('comment_url'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at'),
    /** True until its end is recorded, some time after it expires. The times decide whether it is in force. */
    active: boolean('active').notNull(),
    expiredAt: instant('expired_at'),
    revokedAt: instant('revoked_at'),
    revokedBy: text('revoked_by'),
    revokedPrincipal: text('revoked_principal'),
    uses: integer('uses').notNull().default(0),
    lastUsedAt: instant('last_used_at'),
    /** Whether lists show it: its repository is not deleted. */
    live: boolean('live').notNull()
  },
  (table) => {
    // A function, because an index takes the order away from a column that it is given.
    const newestFirst = () => [table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()] as const
    const isLive = sql`live`
    return [
      check('waivers_pillar_check', isOneOf(table.pillar, WAIVABLE)),
      check('waivers_scope_check', isOneOf(table.scope, WAIVER_SCOPES)),
      check('waivers_source_check', isOneOf(table.source, WAIVER_SOURCES)),
      check('waivers_scope_value_check', sql`(${table.scope} = 'repo') = (${table.scopeValue} is null)`),
      check(
        'waivers_active_check',
        sql`${table.active} = (${table.expiredAt} is null and ${table.revokedAt} is null)`
      ),
      foreignKey({
        name: 'waivers_repo_id_fkey',
        columns: [table.repoId],
        foreignColumns: [repositories.hostId]
      }),
      index('waivers_candidate_idx').on(table.repoId, table.pillar, table.scope).where(sql`active`),
      index('waivers_expiry_idx').on(table.expiresAt).where(sql`active and expires_at is not null`),
      index('waivers_repo_idx').on(table.repoId, ...newestFirst()),
      index('waivers_age_idx')
        .on(...newestFirst())
        .where(isLive),
      index('waivers_pillar_idx')
        .on(table.pillar, ...newestFirst())
        .where(isLive),
      index('waivers_scope_idx')
        .on(table.scope, ...newestFirst())
        .where(isLive),
      index('waivers_grantor_idx')
        .on(table.grantedBy, ...newestFirst())
        .where(isLive),
      index('waivers_active_idx')
        .on(...newestFirst())
        .where(sql`live and active`),
      index('waivers_expired_idx')
        .on(...newestFirst())
        .where(sql`live and revoked_at is null and expires_at is not null`),
      index('waivers_revoked_idx')
        .on(...newestFirst())
        .where(sql`live and revoked_at is not null`),
      searchIndex('waivers_reason_search_idx', table.reason)
    ]
  }
)
