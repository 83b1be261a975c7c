import { patchesJobs } from '#jobs/patches.js'
import { clearingHooks } from '#services/patches/branch-cleanup.js'
import type { Capability } from './capability.js'

export const patches = {
  name: 'patches',
  jobs: patchesJobs,
  actions: clearingHooks
} satisfies Capability
