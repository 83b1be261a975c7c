// The jobs of waivers.

import type { Jobs } from '#queue/job.js'
import { expireWaiversDue } from '#services/waivers/waivers.js'

declare module '#deps.js' {
  interface JobPayloads {
    'waiver.expire': NoPayload
  }
}

export const waiversJobs = {
  /** Notes the ends of waivers that have come; whoever reads does not wait for it. */
  'waiver.expire': {
    handle: (deps) => expireWaiversDue(deps),
    concurrency: 1,
    retryLimit: 2,
    timeoutSeconds: 240,
    schedule: '*/5 * * * *',
    singleton: true
  }
} satisfies Jobs
