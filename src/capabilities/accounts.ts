import { authGroup, authOpenGroup } from '#routes/accounts.js'
import { deleteEndedWindows } from '#store/accounts/rate-limits.js'
import { deleteExpiredSessions } from '#store/accounts/sessions.js'
import type { Capability } from './capability.js'

export const accounts = {
  name: 'accounts',
  groups: [authOpenGroup, authGroup],
  retention: [
    { keptMs: 0, atOnce: Number.POSITIVE_INFINITY, drop: deleteExpiredSessions },
    { keptMs: 0, atOnce: Number.POSITIVE_INFINITY, drop: deleteEndedWindows }
  ]
} satisfies Capability
