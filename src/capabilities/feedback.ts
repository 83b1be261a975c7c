import { DAY_MS } from '#domain/time/durations.js'
import { feedbackJobs } from '#jobs/feedback.js'
import { feedbackGroup } from '#routes/feedback.js'
import { requestCommentEnd } from '#services/feedback/comment.js'
import { dropFeedbackDeliveries } from '#store/feedback/deliveries.js'
import { feedbackTables } from '#store/feedback/repository-tables.js'
import type { Capability } from './capability.js'

/** Sums of a rule are kept for longer. */
const DELIVERY_RETENTION_MS = 90 * DAY_MS

export const feedbackCapability = {
  name: 'feedback',
  groups: [feedbackGroup],
  jobs: feedbackJobs,
  actions: { ended: requestCommentEnd },
  tables: feedbackTables,
  retention: [{ retentionMs: DELIVERY_RETENTION_MS, atOnce: 1_000, drop: dropFeedbackDeliveries }]
} satisfies Capability
