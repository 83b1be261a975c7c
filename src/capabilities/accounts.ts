import { KEYS_KEPT_MS } from '#domain/accounts/idempotency.js'
import { authGroup, authOpenGroup } from '#routes/accounts.js'
import { deleteExpiredKeys } from '#store/accounts/idempotency-keys.js'
import { deleteExpiredWindows } from '#store/accounts/rate-limits.js'
import { deleteExpiredSessions } from '#store/accounts/sessions.js'
import type { Capability } from './capability.js'

export const accountsCapability = {
  name: 'accounts',
  groups: [authOpenGroup, authGroup],
  retention: [
    { retentionMs: 0, atOnce: Number.POSITIVE_INFINITY, drop: deleteExpiredSessions },
    { retentionMs: 0, atOnce: Number.POSITIVE_INFINITY, drop: deleteExpiredWindows },
    { retentionMs: KEYS_KEPT_MS, atOnce: 1_000, drop: deleteExpiredKeys }
  ]
} satisfies Capability
