import { reviewV1 } from '#domain/review/review.v1.js'
import { DAY_MS } from '#domain/time/durations.js'
import { reviewJobs } from '#jobs/review.js'
import { reviewGroup } from '#routes/review.js'
import { requestMissedReview, requestReviewOfEvent } from '#services/review/requests.js'
import { takeBackLate } from '#services/review/take-back.js'
import { dropOldChangeSets } from '#store/review/change-sets.js'
import { reviewTables } from '#store/review/repository-tables.js'
import { reviewEvents } from '#webhooks/review.js'
import type { Capability } from './capability.js'

const CHANGE_SETS_KEPT_MS = 400 * DAY_MS

export const reviewCapability = {
  name: 'review',
  groups: [reviewGroup],
  jobs: reviewJobs,
  events: reviewEvents,
  actions: { ended: takeBackLate },
  pillar: { request: requestReviewOfEvent, requestMissed: requestMissedReview },
  evaluators: [reviewV1],
  tables: reviewTables,
  retention: [{ retentionMs: CHANGE_SETS_KEPT_MS, atOnce: 1_000, drop: dropOldChangeSets }]
} satisfies Capability
