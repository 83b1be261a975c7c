import { topic } from '#domain/counters/counter.js'
import { queueAdmissionV1 } from '#domain/merge-queue/queue-admission.v1.js'
import { queueMoveV1 } from '#domain/merge-queue/queue-move.v1.js'
import { queueMoveV2 } from '#domain/merge-queue/queue-move.v2.js'
import { queueMoveV3 } from '#domain/merge-queue/queue-move.v3.js'
import { secondsSince } from '#domain/time/moment.js'
import { queueJobs } from '#jobs/merge-queue.js'
import { queueGroup } from '#routes/merge-queue.js'
import { queueActionHooks } from '#services/merge-queue/action-hooks.js'
import { lookAfterTests } from '#services/merge-queue/requests.js'
import { seriesOf } from '#store/counters/series.js'
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
  commitTested: lookAfterTests,
  gauges: [
    {
      name: 'merge_queue_entries',
      help: 'Entries of the merge queues by status; merged ones are landings.',
      ...seriesOf('mirror', topic('queue'), ['status'])
    },
    {
      name: 'merge_queue_wait_seconds',
      help: 'How long the entry that was admitted first has been waiting.',
      labelNames: [],
      async read({ db, now }, set) {
        const { oldestAdmittedAt } = await liveQueueOf(db, undefined)
        set({}, secondsSince(oldestAdmittedAt ?? now(), now()))
      }
    }
  ]
} satisfies Capability
