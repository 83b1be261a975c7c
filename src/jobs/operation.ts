// Maintenance jobs.

import type { Jobs } from '#queue/job.js'
import { dropExpiredRows } from '#services/operation/retention.js'
import { recountSums } from '#services/recount/nightly-walk.js'

declare module '#deps.js' {
  interface JobPayloads {
    'retention.sweep': NoPayload
    'sums.recount': NoPayload
  }
}

export const operationJobs = {
  /** Deletes rows after their retention period. */
  'retention.sweep': {
    handle: (deps) => dropExpiredRows(deps),
    concurrency: 1,
    retryLimit: 2,
    timeoutSeconds: 3_600,
    schedule: '17 * * * *',
    needsDiskSpace: false,
    singleton: true
  },
  /** Recounts a part of the sums each night, and corrects wrong ones. */
  'sums.recount': {
    handle: (deps) => recountSums(deps),
    concurrency: 1,
    retryLimit: 1,
    timeoutSeconds: 3_600,
    schedule: '41 2 * * *',
    singleton: true
  }
} satisfies Jobs
