import { DAY_MS } from '#domain/time/durations.js'
import { activityGroup } from '#routes/activity.js'
import { dropWebhookActivity, mergeActivityLanes, moveActivitySums } from '#store/activity/activity.js'
import { activityTables } from '#store/activity/repository-tables.js'
import type { Capability } from './capability.js'

/** The same as for the deliveries themselves. */
const WEBHOOK_RETENTION_MS = 90 * DAY_MS

export const activityCapability = {
  name: 'activity',
  groups: [activityGroup],
  tables: activityTables,
  transfer: { moveSums: (tx, { orphan, successor }) => moveActivitySums(tx, orphan, successor) },
  // Deleting rows also changes sums, so the lanes are merged afterwards.
  retention: [
    { retentionMs: WEBHOOK_RETENTION_MS, atOnce: 1_000, drop: dropWebhookActivity },
    { retentionMs: 0, atOnce: 1_000, drop: mergeActivityLanes }
  ]
} satisfies Capability
