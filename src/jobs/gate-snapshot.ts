import { keepFigures } from '../services/gate-figures.js'
import type { JobDefinition } from './index.js'

/** Keeps the figures of all repositories for the day; what comes after the last look of a day belongs to the next. */
export const gateSnapshot: JobDefinition<'gate.snapshot'> = {
  handle: (deps) => keepFigures(deps),
  concurrency: 1,
  retryLimit: 2,
  timeoutSeconds: 1_800,
  schedule: '47 23 * * *',
  singleton: true
}
