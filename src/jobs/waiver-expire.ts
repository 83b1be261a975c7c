import { expireOverdue } from '../services/waivers.js'
import type { JobDefinition } from './index.js'

/** Notes the ends of waivers that have come; whoever reads does not wait for it. */
export const waiverExpire: JobDefinition<'waiver.expire'> = {
  handle: (deps) => expireOverdue(deps),
  concurrency: 1,
  retryLimit: 2,
  timeoutSeconds: 240,
  schedule: '*/5 * * * *',
  singleton: true
}
