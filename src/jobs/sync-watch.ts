import { resumeLapsed } from '../services/sync/request.js'
import type { JobDefinition } from './index.js'

/** Has another job go on where one died. */
export const syncWatch: JobDefinition<'sync.watch'> = {
  handle: (deps) => resumeLapsed(deps),
  concurrency: 1,
  retryLimit: 0,
  timeoutSeconds: 60,
  schedule: '* * * * *',
  singleton: true
}
