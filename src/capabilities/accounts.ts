import { authGroup, authOpenGroup } from '#routes/accounts.js'
import { deleteExpiredWindows } from '#store/accounts/rate-limits.js'
import { deleteExpiredSessions } from '#store/accounts/sessions.js'
import type { Capability } from './capability.js'

export const accountsCapability = {
  name: 'accounts',
  groups: [authOpenGroup, authGroup],
  retention: [
    { retentionMs: 0, atOnce: Number.POSITIVE_INFINITY, drop: deleteExpiredSessions },
    { retentionMs: 0, atOnce: Number.POSITIVE_INFINITY, drop: deleteExpiredWindows }
  ]
} satisfies Capability
