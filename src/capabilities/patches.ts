import { patchesJobs } from '#jobs/patches.js'
import { branchCleanupHooks } from '#services/patches/branch-cleanup.js'
import type { Capability } from './capability.js'

export const patchesCapability = {
  name: 'patches',
  jobs: patchesJobs,
  actions: branchCleanupHooks
} satisfies Capability
