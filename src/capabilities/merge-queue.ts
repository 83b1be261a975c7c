import { queueAdmissionV1 } from '#domain/merge-queue/queue-admission.v1.js'
import { queueMoveV1 } from '#domain/merge-queue/queue-move.v1.js'
import { queueMoveV2 } from '#domain/merge-queue/queue-move.v2.js'
import { queueMoveV3 } from '#domain/merge-queue/queue-move.v3.js'
import { queueJobs } from '#jobs/merge-queue.js'
import { queueGroup } from '#routes/merge-queue.js'
import { queueActionHooks } from '#services/merge-queue/action-hooks.js'
import { lookAfterTests } from '#services/merge-queue/requests.js'
import { liveQueueOf } from '#store/merge-queue/live-queue.js'
import { queueTables } from '#store/merge-queue/repository-tables.js'
import { queueEvents, queueListings } from '#webhooks/merge-queue.js'
import type { Capability } from './capability.js'

export const mergeQueueCapability = {
  name: 'merge-queue',
  groups: [queueGroup],
  jobs: queueJobs,
  events: queueEvents,
  listings: queueListings,
  evaluators: [queueAdmissionV1, queueMoveV1, queueMoveV2, queueMoveV3],
  actions: queueActionHooks,
  tables: queueTables,
  liveQueue: liveQueueOf,
  commitTested: lookAfterTests
} satisfies Capability
