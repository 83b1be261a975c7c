// The jobs of waivers.

import type { Jobs } from '#queue/job.js'
import { expireWaiversDue } from '#services/waivers/waivers.js'

declare module '#deps.js' {
  interface JobPayloads {
    'waiver.expire': NoPayload
  }
}

export const waiversJobs = {
  /** Records the end of expired waivers. Reads do not depend on it: they compare the expiry time. */
  'waiver.expire': {
    handle: (deps) => expireWaiversDue(deps),
    concurrency: 1,
    retryLimit: 2,
    timeoutSeconds: 240,
    schedule: '*/5 * * * *',
    singleton: true
  }
} satisfies Jobs
